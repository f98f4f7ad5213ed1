import Caching
import Foundation
import News
import URLs

/// Carries out one claimed action: looks for it if its fate is unknown, reads the form, sends it once, looks again if the
/// answer did not come. Whatever happens is in its row before anything else is done.
struct OutboxCarrier: Sendable {
    let context: LibraryContext
    let policy: OutboxPolicy
    let id: Int64

    private struct Attempt: Sendable {
        let record: OutboxRecord
        let posting: PostingCapability
        let session: StoredSession?
    }

    /// What a look for an action found.
    enum Look: Sendable {
        case found(RemoteActionOutcome)
        case absent
        case failed(SourceError)
    }

    /// What cannot be written is found by the next look, or by the next process.
    func run() async {
        do throws(LibraryError) {
            try await context.sources.runUntrusted { () async throws(LibraryError) in try await carry() }
        } catch { context.notifier.notify() }
    }

    private func carry() async throws(LibraryError) {
        let (id, process) = (id, context.presence.name)
        let found = try await read { try $0.find(id) }
        guard let record = found, record.state == .sending, record.claimedBy == process else { return }
        let source = record.source
        guard let posting = context.sources.source(of: source.kind, at: source.site)?.posting else {
            return try await end(record, with: .unsent(.notAllowed), nil)
        }
        var session: StoredSession?
        if posting.rules.needsMembership {
            session = try await context.session(at: source, for: ReaderID(rawValue: record.reader))
            guard session != nil else {
                // What may have arrived has to be looked for first, which takes a session as well.
                return try await end(record, with: record.sentAt == nil ? .signInNeeded : .fateUnknown, nil)
            }
        }
        let attempt = Attempt(record: record, posting: posting, session: session)
        if record.sentAt != nil, try await settleEarlierFate(attempt) { return }
        guard let outcome = try await send(attempt) else { return }
        try await end(record, with: outcome, session)
    }

    /// - Returns: whether the action is ended: it is there, or nobody can tell.
    private func settleEarlierFate(_ attempt: Attempt) async throws(LibraryError) -> Bool {
        switch try await look(attempt) {
        case .found(let outcome): try await end(attempt.record, with: outcome, attempt.session)
        case .failed: try await end(attempt.record, with: .fateUnknown, nil)
        case .absent:
            try await write { try $0.clearSent(attempt.record) }
            return false
        }
        return true
    }

    /// - Returns: nil if the row is no longer this process's, or ended otherwise.
    private func send(_ attempt: Attempt) async throws(LibraryError) -> RemoteActionOutcome? {
        guard var outcome = try await sendOnce(attempt) else { return nil }
        if case .refused(let refusal) = outcome, refusal.reason == .expiredForm, !Task.isCancelled {
            try await write { try $0.clearSent(attempt.record) }
            guard let second = try await sendOnce(attempt) else { return nil }
            outcome = second
        }
        guard outcome == .fateUnknown else { return outcome }
        // Cancelled: the pause is over, and the look fails.
        do { try await Task.sleep(for: policy.pauseBeforeLook) } catch { return outcome }
        switch try await look(attempt) {
        case .found(let found): return found
        case .failed: return outcome
        case .absent:
            try await write(notifying: attempt.record) { _ = try $0.setState(of: attempt.record, to: .notArrived) }
            return nil
        }
    }

    private func sendOnce(_ attempt: Attempt) async throws(LibraryError) -> RemoteActionOutcome? {
        let (action, session) = (attempt.record.action, attempt.session?.session)
        let site = attempt.record.source.site.hostKey
        let timedOut = Result<PreparedAction.Result, SourceError>.failure(
            .unreachable(
                FailureCause(.incomplete(seconds: Int(policy.stepLimit.components.seconds)), at: site)))
        let prepared = await Self.limited(policy.stepLimit, else: timedOut) {
            do throws(SourceError) {
                return .success(try await attempt.posting.prepare(action, as: session))
            } catch { return .failure(error) }
        }
        switch prepared {
        case .failure(.signInNeeded): return .signInNeeded
        case .failure(let error):
            let failure = FetchFailure(error, at: site)
            var retryAt: Date?
            if case .busy(let until, _) = error { retryAt = until }
            return .unsent(failure.code, failure.cause, retryAt: retryAt)
        case .success(.ended(let outcome)): return outcome
        case .success(.ready(let ready)):
            guard try await write({ try $0.markSent(attempt.record) }) else { return nil }
            return await Self.limited(policy.stepLimit, else: .fateUnknown) {
                await attempt.posting.send(ready, as: session)
            }
        }
    }

    // MARK: - Looking

    private func look(_ attempt: Attempt) async throws(LibraryError) -> Look {
        try await look(for: attempt.record, attempt.posting, attempt.session)
    }

    /// Records that the session is lost, if it is.
    func look(
        for record: OutboxRecord, _ posting: PostingCapability, _ session: StoredSession?
    ) async throws(LibraryError) -> Look {
        let seconds = Int(policy.stepLimit.components.seconds)
        let cause = FailureCause(.incomplete(seconds: seconds), at: record.source.site.hostKey)
        let look = await context.sources.runUntrusted {
            await Self.limited(policy.stepLimit, else: Look.failed(.unreachable(cause))) {
                do throws(SourceError) {
                    let found = try await posting.find(
                        record.action, sentAt: record.sentAt ?? record.createdAt, as: session?.session)
                    return found.map { .found($0) } ?? .absent
                } catch { return .failed(error) }
            }
        }
        if case .failed(.signInNeeded) = look, let session, !session.began(after: record, at: context.now()) {
            try await context.markLost(session, at: record.source, for: ReaderID(rawValue: record.reader))
        }
        return look
    }

    private static func limited<Value: Sendable>(
        _ limit: Duration, else fallback: Value, _ work: @escaping @Sendable () async -> Value
    ) async -> Value {
        await withTaskGroup(of: Value.self) { group in
            group.addTask { await work() }
            group.addTask {
                // Cancelled by the response.
                do { try await Task.sleep(for: limit) } catch { return fallback }
                return fallback
            }
            defer { group.cancelAll() }
            return await group.next() ?? fallback
        }
    }

    // MARK: - Writing

    private func end(
        _ record: OutboxRecord, with outcome: RemoteActionOutcome, _ session: StoredSession?
    ) async throws(LibraryError) {
        let (now, hasMembers) = (context.now(), hasMembers(record.source))
        let name = try await context.writeAndNotify(for: ReaderID(rawValue: record.reader)) { transaction in
            let writer = OutboxResultWriter(transaction: transaction, now: now)
            try writer.write(outcome, of: record, sentBy: session, hasMembers: hasMembers)
            return try MemberAccountStore(transaction: transaction, reader: record.reader, now: now)
                .name(at: record.source.id)
        }
        // Of the public profile, which others may look at.
        if record.action.kind == .updateProfile, let name {
            context.profileCache.removeValue(for: "\(record.source.id) \(name)", now: now)
        }
    }

    private func hasMembers(_ source: StorySource) -> Bool {
        context.sources.source(of: source.kind, at: source.site)?.membership != nil
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (OutboxStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let now = context.now()
        return try await context.database.read { try work(OutboxStore(transaction: $0, now: now)) }
    }

    private func write<Value: Sendable>(
        notifying record: OutboxRecord? = nil, _ work: @escaping @Sendable (OutboxStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let now = context.now()
        let value = try await context.database.write { try work(OutboxStore(transaction: $0, now: now)) }
        if let record { context.notifier.notify(for: ReaderID(rawValue: record.reader)) }
        return value
    }
}
