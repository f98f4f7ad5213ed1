import Foundation
import News

/// The exclusive right to fetch a target until it expires (decision 21). Whoever has lost it stores nothing.
struct FetchLease: Sendable {
    let target: FetchTarget
    /// With port unless default.
    let host: String
    let reason: RefreshReason
    /// Before the lease.
    let previous: FetchState
    /// When it was leased or renewed: from then on its request counts as sent (decision 8).
    fileprivate(set) var leasedAt: Date
    /// In milliseconds; identifies the lease.
    fileprivate(set) var expiresAt: Int64
}

/// Leases what is fetched, and records how it went.
struct FetchLeaseStore {
    enum LeaseResult<Request: Sendable>: Sendable {
        case acquired(FetchLease, Request)
        case skipped(FetchOutcome)
    }

    let transaction: Transaction
    let now: Date
    let policy: FetchPolicy
    let pollingPolicy: PollingPolicy

    func state(of target: FetchTarget) throws -> FetchState { try FetchState.read(target, transaction) }

    // MARK: Acquiring

    /// Leases a target on demand, if its policy and its host allow it.
    /// - Parameters:
    ///   - isStored: its content is there, by the current rules.
    ///   - request: made only for a lease.
    func acquire<Request: Sendable>(
        _ target: FetchTarget, host: String, isStored: Bool, reason: RefreshReason,
        request: (FetchState) throws -> Request
    ) throws -> LeaseResult<Request> {
        let state = try state(of: target)
        if let outcome = policy.skipped(state, isStored: isStored, reason: reason, at: now) { return .skipped(outcome) }
        if policy.heedsHostBackoff, let outcome = try hostBackoff(target, host, reason) { return .skipped(outcome) }
        return .acquired(try lease(target, host: host, state, reason: reason), try request(state))
    }

    /// Leases a target without asking whether it may be fetched, and counts it as requested.
    /// - Parameter dueAt: when it is due again, should this process die; nil for when the lease expires.
    func lease(
        _ target: FetchTarget, host: String, _ previous: FetchState, reason: RefreshReason, dueAt: Date? = nil
    ) throws -> FetchLease {
        if target.isOnDemand {
            try transaction.run(
                """
                insert into fetch_state (kind, id, source_id, host) values (?, ?, ?, ?)
                on conflict (kind, id, source_id) do update set host = excluded.host
                """, target.arguments + [.text(host)])
        }
        let expiresAt = expiry
        try transaction.update(
            target.table, set: schedule(expiresAt: expiresAt, dueAt: dueAt), where: target.condition, target.arguments)
        return FetchLease(
            target: target, host: host, reason: reason, previous: previous, leasedAt: now, expiresAt: expiresAt)
    }

    /// Leases a channel for a request beside its schedule, which stays as it is.
    func leaseUnscheduled(channel: Int64, host: String) throws -> FetchLease {
        let expiresAt = expiry
        try transaction.run(
            "update channel set claimed_until = ? where id = ?", [.number(expiresAt), .number(channel)])
        return FetchLease(
            target: .channel(channel), host: host, reason: .manual, previous: FetchState(), leasedAt: now,
            expiresAt: expiresAt)
    }

    /// Renews a lease that waited. Nil if another process has taken its target.
    func renew(_ lease: FetchLease, dueAt: Date) throws -> FetchLease? {
        var renewed = lease
        (renewed.leasedAt, renewed.expiresAt) = (now, expiry)
        let count = try transaction.update(
            lease.target.table, set: schedule(expiresAt: renewed.expiresAt, dueAt: dueAt),
            where: lease.target.condition + " and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
        return count == 1 ? renewed : nil
    }

    /// Extends a lease while its fetch goes on. Nil if another process has taken its target.
    func extend(_ lease: FetchLease) throws -> FetchLease? {
        var extended = lease
        extended.expiresAt = expiry
        let count = try transaction.update(
            lease.target.table, set: ["claimed_until": .number(extended.expiresAt)],
            where: lease.target.condition + " and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
        return count == 1 ? extended : nil
    }

    private func schedule(expiresAt: Int64, dueAt: Date?) -> SQLAssignments {
        [
            "claimed_until": .number(expiresAt), "asked_at": .date(now),
            "due_at": dueAt.map { .date($0) } ?? .number(expiresAt),
        ]
    }

    private var expiry: Int64 { now.milliseconds + policy.leaseDuration.milliseconds }

    private func hostBackoff(_ target: FetchTarget, _ host: String, _ reason: RefreshReason) throws -> FetchOutcome? {
        let hosts = HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
        if let until = try hosts.waitUntil(host) { return .backingOff(until: until) }
        guard reason != .manual, target.kind == .fullText, let until = try forbiddenUntil(host) else { return nil }
        return .deferred(until: until)
    }

    /// A 403 counts for the full texts of all pages of a host.
    private func forbiddenUntil(_ host: String) throws -> Date? {
        try transaction.date(
            """
            select max(asked_at) from fetch_state where kind = ? and host = ? and http_status = 403 and asked_at > ?
            """,
            [
                .text(FetchTarget.Kind.fullText.rawValue), .text(host),
                .date(now.addingTimeInterval(-policy.retryDelay.seconds)),
            ]
        )?.addingTimeInterval(policy.retryDelay.seconds)
    }

    // MARK: Ending

    func holds(_ lease: FetchLease) throws -> Bool {
        try transaction.exists(
            "select 1 from \(lease.target.table) where \(lease.target.condition) and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
    }

    /// Records a success and ends the lease.
    func recordSuccess(of lease: FetchLease, freshSeconds: Int? = nil, sourceState: SourceState? = nil) throws {
        guard lease.target.isOnDemand else { return try Self.end(lease, transaction) }
        try CrashSuspects(transaction: transaction).clear(lease.target)
        try transaction.update(
            lease.target.table,
            set: [
                "claimed_until": .number(0), "due_at": .null,
                "fresh_until": .date(policy.freshUntil(now, seconds: freshSeconds)), "failures": .number(0),
                "error": .null, "http_status": .null, "why": .null, "memory": .bytes(sourceState?.bytes),
            ], where: lease.target.condition, lease.target.arguments)
    }

    /// Records content that came another way, so that it need not be fetched.
    static func recordStored(_ target: FetchTarget, host: String, freshUntil: Date, _ transaction: Transaction) throws {
        try CrashSuspects(transaction: transaction).clear(target)
        // Whoever is fetching it loses the lease.
        try transaction.run(
            """
            insert into fetch_state (kind, id, source_id, host, fresh_until) values (?, ?, ?, ?, ?)
            on conflict (kind, id, source_id) do update set claimed_until = 0, fresh_until = excluded.fresh_until,
              due_at = null, failures = 0, error = null, http_status = null, why = null
            """, target.arguments + [.text(host), .date(freshUntil)])
    }

    /// Records a failure and ends the lease. A failed manual fetch lengthens no delay.
    func recordFailure(_ error: SourceError, of lease: FetchLease) throws -> FetchOutcome {
        guard lease.target.isOnDemand else {
            try Self.end(lease, transaction)
            return .failed(FetchFailure(error, at: lease.host), retryAt: nil)
        }
        try CrashSuspects(transaction: transaction).clear(lease.target)
        let isRepeated = lease.reason == .manual && lease.previous.failures > 0
        let failures = lease.previous.failures + (isRepeated ? 0 : 1)
        var retryAt = policy.retryAt(after: error, failures: failures, at: now)
        if case .busy(let until, _) = error {
            if policy.heedsHostBackoff {
                try HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(lease.host, until: until)
            }
        } else if isRepeated, retryAt != nil {
            // What was due already waits as after a failure of its own, or opening it would ask again at once.
            retryAt = lease.previous.dueAt.flatMap { $0 > now ? $0 : retryAt }
        }
        let failure = FetchFailure(error, at: lease.host)
        try transaction.update(
            lease.target.table,
            set: [
                "claimed_until": .number(0), "due_at": .date(retryAt), "failures": .number(failures),
                "error": .text(failure.code.rawValue), "http_status": .number(failure.status),
                "why": .text(try failure.cause.map { try JSONColumn.encode($0) }),
            ], where: lease.target.condition, lease.target.arguments)
        return .failed(failure, retryAt: retryAt)
    }

    /// Ends a lease, and leaves the schedule as the lease made it.
    static func end(_ lease: FetchLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update \(lease.target.table) set claimed_until = 0 where \(lease.target.condition) and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
    }

    /// Ends a lease as if it had never been: its request was not sent, or its response not stored.
    static func rollBack(_ lease: FetchLease, _ transaction: Transaction) throws {
        try transaction.update(
            lease.target.table,
            set: [
                "claimed_until": .number(0), "asked_at": .date(lease.previous.lastAttemptAt),
                "due_at": .date(lease.previous.dueAt),
            ], where: lease.target.condition + " and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
        // A channel may have been unfollowed meanwhile.
        guard !lease.target.isOnDemand else { return }
        try ChannelWriter(transaction: transaction).unscheduleIfUnused(lease.target.id)
    }

    /// Lets a target be fetched at once although it is fresh: what it shows has changed. Whoever is fetching it loses the
    /// lease; a back-off stays.
    static func makeDue(_ target: FetchTarget, _ transaction: Transaction) throws {
        try transaction.run(
            """
            update fetch_state set claimed_until = 0, asked_at = null, fresh_until = 0,
              due_at = case when error = '\(FailureCode.busy.rawValue)' then due_at end
            where \(target.condition)
            """, target.arguments)
        try transaction.run(
            """
            update fetch_state set failures = 0, error = null, http_status = null, why = null
            where \(target.condition) and error <> '\(FailureCode.busy.rawValue)'
            """, target.arguments)
    }

    /// What is being fetched is not stored: it may be older than what is known.
    static func dropLease(_ target: FetchTarget, _ transaction: Transaction) throws {
        try transaction.run(
            "update fetch_state set claimed_until = 0 where \(target.condition) and claimed_until > 0", target.arguments
        )
    }

    /// Forgets everything of a story or a page.
    static func delete(_ kinds: [FetchTarget.Kind], _ id: Int64, _ transaction: Transaction) throws {
        for kind in kinds {
            try transaction.run(
                "delete from fetch_state where kind = ? and id = ?", [.text(kind.rawValue), .number(id)])
        }
    }
}

extension LibraryContext {
    /// Ends leases by `FetchLeaseStore.end` or `rollBack`. Synchronous: a cancelled task cannot await.
    func finish(_ leases: [FetchLease], _ end: @Sendable (FetchLease, Transaction) throws -> Void) {
        guard !leases.isEmpty else { return }
        do {
            try database.writeSync(.refetchable) { transaction in for lease in leases { try end(lease, transaction) } }
        } catch {
            // The leases expire by themselves.
            return
        }
        // A refresh may wait for a channel. For others nothing that a reader sees has changed, and a notification would
        // start the next background round at once.
        if leases.contains(where: { !$0.target.isOnDemand }) { notifier.notify() }
    }
}
