import Foundation
import News

/// The exclusive right to fetch a target until the lease expires (decision 21). A process that has lost its lease
/// stores nothing.
struct FetchLease: Sendable {
    let target: FetchTarget
    /// The host key: the host, with its port unless that is the default.
    let host: String
    let reason: RefreshReason
    /// The target's state before the lease.
    let previous: OnDemandFetchState
    /// The time of leasing or renewal, from which the lease's request counts as sent (decision 8).
    fileprivate(set) var leasedAt: Date
    /// The expiry in milliseconds, which also identifies the lease.
    fileprivate(set) var expiresAt: Int64
}

/// A store that leases targets for fetching, and records the outcomes of the fetches.
struct FetchLeaseStore {
    enum LeaseResult<Request: Sendable>: Sendable {
        case acquired(FetchLease, Request)
        case skipped(FetchOutcome)
    }

    let transaction: Transaction
    let now: Date
    let policy: FetchPolicy
    let pollingPolicy: PollingPolicy

    func state(of target: FetchTarget) throws -> OnDemandFetchState { try OnDemandFetchState.read(target, transaction) }

    // MARK: Acquiring

    /// Leases a target on demand, if its policy and its host allow a request.
    /// - Parameters:
    ///   - isStored: True if the target's content is stored and was made by the current rules.
    ///   - request: Creates the request; called only after leasing.
    func acquire<Request: Sendable>(
        _ target: FetchTarget, host: String, isStored: Bool, reason: RefreshReason,
        request: (OnDemandFetchState) throws -> Request
    ) throws -> LeaseResult<Request> {
        let state = try state(of: target)
        if let outcome = policy.skipped(state, isStored: isStored, reason: reason, at: now) { return .skipped(outcome) }
        if policy.heedsHostBackoff, let outcome = try hostBackoff(target, host, reason) { return .skipped(outcome) }
        return .acquired(try lease(target, host: host, state, reason: reason), try request(state))
    }

    /// Leases a target without checking its policy or host, and counts the target as requested.
    /// - Parameter dueAt: The next due time if this process dies; nil for the expiry of the lease.
    func lease(
        _ target: FetchTarget, host: String, _ previous: OnDemandFetchState, reason: RefreshReason, dueAt: Date? = nil
    ) throws -> FetchLease {
        if target.isOnDemand {
            try transaction.run(
                """
                insert into fetch_state (kind, target_id, source_id, host) values (?, ?, ?, ?)
                on conflict (kind, target_id, source_id) do update set host = excluded.host
                """, target.arguments + [.text(host)])
        }
        let expiresAt = expiry
        try transaction.update(
            target.table, set: schedule(expiresAt: expiresAt, dueAt: dueAt), where: target.condition, target.arguments)
        return FetchLease(
            target: target, host: host, reason: reason, previous: previous, leasedAt: now, expiresAt: expiresAt)
    }

    /// Leases a channel for a request outside its schedule, and leaves the schedule unchanged.
    func leaseUnscheduled(channel: Int64, host: String) throws -> FetchLease {
        let expiresAt = expiry
        try transaction.run(
            "update channel set claimed_until = ? where id = ?", [.number(expiresAt), .number(channel)])
        return FetchLease(
            target: .channel(channel), host: host, reason: .manual, previous: OnDemandFetchState(), leasedAt: now,
            expiresAt: expiresAt)
    }

    /// Renews a lease that has waited. Returns nil if another process has taken the target.
    func renew(_ lease: FetchLease, dueAt: Date) throws -> FetchLease? {
        var renewed = lease
        (renewed.leasedAt, renewed.expiresAt) = (now, expiry)
        let count = try transaction.update(
            lease.target.table, set: schedule(expiresAt: renewed.expiresAt, dueAt: dueAt),
            where: lease.target.condition + " and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
        return count == 1 ? renewed : nil
    }

    /// Extends a lease during its fetch. Returns nil if another process has taken the target.
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
            "claimed_until": .number(expiresAt), "last_attempt_at": .date(now),
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

    /// Returns the end of the delay after the last 403 of a host, which holds for the full texts of all its pages.
    private func forbiddenUntil(_ host: String) throws -> Date? {
        try transaction.date(
            """
            select max(last_attempt_at) from fetch_state where kind = ? and host = ? and http_status = 403 and last_attempt_at > ?
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
                "fresh_until": .date(policy.freshUntil(now, seconds: freshSeconds)), "consecutive_failures": .number(0),
                "failure_code": .null, "http_status": .null, "failure_cause": .null,
                "source_state": .bytes(sourceState?.bytes),
            ], where: lease.target.condition, lease.target.arguments)
    }

    /// Records content that was stored by other means, so that the target need not be fetched.
    static func recordStored(_ target: FetchTarget, host: String, freshUntil: Date, _ transaction: Transaction) throws {
        try CrashSuspects(transaction: transaction).clear(target)
        // A fetch in progress loses its lease.
        try transaction.run(
            """
            insert into fetch_state (kind, target_id, source_id, host, fresh_until) values (?, ?, ?, ?, ?)
            on conflict (kind, target_id, source_id) do update set claimed_until = 0, fresh_until = excluded.fresh_until,
              due_at = null, consecutive_failures = 0, failure_code = null, http_status = null, failure_cause = null
            """, target.arguments + [.text(host), .date(freshUntil)])
    }

    /// Records a failure and ends the lease. A failed manual fetch does not lengthen the delay.
    func recordFailure(_ error: SourceError, of lease: FetchLease) throws -> FetchOutcome {
        guard lease.target.isOnDemand else {
            try Self.end(lease, transaction)
            return .failed(FetchFailure(error, at: lease.host), retryAt: nil)
        }
        try CrashSuspects(transaction: transaction).clear(lease.target)
        let isRepeated = lease.reason == .manual && lease.previous.failures > 0
        let failures = lease.previous.failures + (isRepeated ? 0 : 1)
        var retryAt = policy.retryAt(
            after: error, failures: failures, at: now, maxBackoff: pollingPolicy.maxBackoff)
        if case .busy(let until, _) = error {
            if policy.heedsHostBackoff {
                try HostBackoffTable(transaction: transaction, now: now, policy: pollingPolicy)
                    .recordBackoff(lease.host, until: until)
            }
        } else if isRepeated, retryAt != nil {
            // A target that was already due is delayed as after an automatic failure; otherwise, opening it would fetch
            // again at once.
            retryAt = lease.previous.dueAt.flatMap { $0 > now ? $0 : retryAt }
        }
        let failure = FetchFailure(error, at: lease.host)
        try transaction.update(
            lease.target.table,
            set: [
                "claimed_until": .number(0), "due_at": .date(retryAt), "consecutive_failures": .number(failures),
                "failure_code": .text(failure.code.rawValue), "http_status": .number(failure.status),
                "failure_cause": .text(try failure.cause.map { try JSONColumn.encode($0) }),
            ], where: lease.target.condition, lease.target.arguments)
        return .failed(failure, retryAt: retryAt)
    }

    /// Ends a lease, and leaves the schedule as leasing has set it.
    static func end(_ lease: FetchLease, _ transaction: Transaction) throws {
        try transaction.run(
            "update \(lease.target.table) set claimed_until = 0 where \(lease.target.condition) and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
    }

    /// Ends a lease and restores the previous schedule, because the request was not sent or the response not stored.
    static func rollBack(_ lease: FetchLease, _ transaction: Transaction) throws {
        try transaction.update(
            lease.target.table,
            set: [
                "claimed_until": .number(0), "last_attempt_at": .date(lease.previous.lastAttemptAt),
                "due_at": .date(lease.previous.dueAt),
            ], where: lease.target.condition + " and claimed_until = ?",
            lease.target.arguments + [.number(lease.expiresAt)])
        // The channel may have been unfollowed meanwhile.
        guard !lease.target.isOnDemand else { return }
        try ChannelWriter(transaction: transaction).unscheduleIfUnused(lease.target.id)
    }

    /// Makes a fresh target due at once, because its source data has changed. A fetch in progress loses its lease; a
    /// back-off stays.
    static func makeDue(_ target: FetchTarget, _ transaction: Transaction) throws {
        try transaction.run(
            """
            update fetch_state set claimed_until = 0, last_attempt_at = null, fresh_until = 0,
              due_at = case when failure_code = '\(FailureCode.busy.rawValue)' then due_at end
            where \(target.condition)
            """, target.arguments)
        try transaction.run(
            """
            update fetch_state set consecutive_failures = 0, failure_code = null, http_status = null, failure_cause = null
            where \(target.condition) and failure_code <> '\(FailureCode.busy.rawValue)'
            """, target.arguments)
    }

    /// Ends a lease without storing its response, which may be older than the stored data.
    static func dropLease(_ target: FetchTarget, _ transaction: Transaction) throws {
        try transaction.run(
            "update fetch_state set claimed_until = 0 where \(target.condition) and claimed_until > 0", target.arguments
        )
    }

    /// Deletes all fetch states of a story or a page.
    static func delete(_ kinds: [FetchTarget.Kind], _ id: Int64, _ transaction: Transaction) throws {
        for kind in kinds {
            try transaction.run(
                "delete from fetch_state where kind = ? and target_id = ?", [.text(kind.rawValue), .number(id)])
        }
    }
}

extension LibraryContext {
    /// Ends leases by `FetchLeaseStore.end` or `rollBack`. Synchronous, because a cancelled task cannot await.
    func finish(_ leases: [FetchLease], _ end: @Sendable (FetchLease, Transaction) throws -> Void) {
        guard !leases.isEmpty else { return }
        do {
            try database.writeSync(.refetchable) { transaction in for lease in leases { try end(lease, transaction) } }
        } catch {
            // The leases expire by themselves.
            return
        }
        // A refresh may be waiting for a leased channel. Other leases change nothing that a reader sees, and a
        // notification would start the next background round at once.
        if leases.contains(where: { !$0.target.isOnDemand }) { notifier.notify() }
    }
}
