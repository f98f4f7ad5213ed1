import Caching
import Foundation
import News
import URLs

/// A carrier of one claimed action: searches the origin for the action if its outcome is unknown, reads the form, sends
/// it once, and searches again if no response was received. Every step is stored before the next one begins.
struct OutboxSender: Sendable {
    let context: LibraryContext
    let policy: OutboxPolicy
    let id: Int64

    private struct Attempt: Sendable {
        let record: OutboxEntry
        let posting: any PostingCapability
        let session: StoredSession?
    }

    /// The result of searching the origin for an action.
    enum Look: Sendable {
        case found(RemoteActionOutcome)
        case absent
        case failed(SourceError)
    }

    /// Carries out the action. A result that cannot be stored is found by the next search, or by the next process.
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
                // An action that may have arrived is searched for first, which requires a session as well.
                return try await end(record, with: record.sentAt == nil ? .signInNeeded : .fateUnknown, nil)
            }
        }
        let attempt = Attempt(record: record, posting: posting, session: session)
        if record.sentAt != nil, try await settleEarlierFate(attempt) { return }
        guard let outcome = try await send(attempt) else { return }
        try await end(record, with: outcome, session)
    }

    /// Searches for an action that may have arrived.
    /// - Returns: True if the action has ended, because it was found or its outcome cannot be determined.
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

    /// Sends the action, once more after an expired form, and searches for it if no response was received.
    /// - Returns: The outcome; nil if this process no longer owns the row, or the row has ended otherwise.
    private func send(_ attempt: Attempt) async throws(LibraryError) -> RemoteActionOutcome? {
        guard var outcome = try await sendOnce(attempt) else { return nil }
        if case .refused(let refusal) = outcome, refusal.reason == .expiredForm, !Task.isCancelled {
            try await write { try $0.clearSent(attempt.record) }
            guard let second = try await sendOnce(attempt) else { return nil }
            outcome = second
        }
        guard outcome == .fateUnknown else { return outcome }
        // Cancellation ends the pause early; the outcome stays unknown.
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
        let prepared: Result<PreparedAction.Result, SourceError>? = await withDeadline(policy.stepLimit) {
            do throws(SourceError) {
                return .success(try await attempt.posting.prepare(action, as: session))
            } catch { return .failure(error) }
        }
        switch prepared ?? timedOut {
        case .failure(.signInNeeded): return .signInNeeded
        case .failure(let error):
            let failure = FetchFailure(error, at: site)
            var retryAt: Date?
            if case .busy(let until, _) = error { retryAt = until }
            return .unsent(failure.code, failure.cause, retryAt: retryAt)
        case .success(.ended(let outcome)): return outcome
        case .success(.ready(let ready)):
            guard try await write({ try $0.markSent(attempt.record) }) else { return nil }
            return await withDeadline(policy.stepLimit) { await attempt.posting.send(ready, as: session) }
                ?? .fateUnknown
        }
    }

    // MARK: - Looking

    private func look(_ attempt: Attempt) async throws(LibraryError) -> Look {
        try await look(for: attempt.record, attempt.posting, attempt.session)
    }

    /// Searches the origin for an action, and marks the account as lost if the origin no longer accepts the session.
    func look(
        for record: OutboxEntry, _ posting: any PostingCapability, _ session: StoredSession?
    ) async throws(LibraryError) -> Look {
        let seconds = Int(policy.stepLimit.components.seconds)
        let cause = FailureCause(.incomplete(seconds: seconds), at: record.source.site.hostKey)
        let look = await context.sources.runUntrusted {
            await withDeadline(policy.stepLimit) { () -> Look in
                do throws(SourceError) {
                    let found = try await posting.find(
                        record.action, sentAt: record.sentAt ?? record.createdAt, as: session?.session)
                    return found.map { .found($0) } ?? .absent
                } catch { return .failed(error) }
            } ?? .failed(.unreachable(cause))
        }
        if case .failed(.signInNeeded) = look, let session, !session.began(after: record, at: context.now()) {
            try await context.markLost(session, at: record.source, for: ReaderID(rawValue: record.reader))
        }
        return look
    }

    // MARK: - Writing

    private func end(
        _ record: OutboxEntry, with outcome: RemoteActionOutcome, _ session: StoredSession?
    ) async throws(LibraryError) {
        let (now, hasMembers) = (context.now(), hasMembers(record.source))
        let name = try await context.writeAndNotify(for: ReaderID(rawValue: record.reader)) { transaction in
            let writer = OutboxResultWriter(transaction: transaction, now: now)
            try writer.write(outcome, of: record, sentBy: session, hasMembers: hasMembers)
            return try MemberAccountStore(transaction: transaction, reader: record.reader, now: now)
                .name(at: record.source.id)
        }
        // The cached public profile, which others may read, is outdated.
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
        notifying record: OutboxEntry? = nil, _ work: @escaping @Sendable (OutboxStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let now = context.now()
        let value = try await context.database.write { try work(OutboxStore(transaction: $0, now: now)) }
        if let record { context.notifier.notify(for: ReaderID(rawValue: record.reader)) }
        return value
    }
}
