import Foundation

/// The counter and limiter of failed logins. Attempts are counted before verification, so that concurrent ones cannot
/// bypass the limit. Local clients, known devices and unknown clients (per address, and in total) have separate
/// counters, so that attackers do not delay the owner.
struct LoginThrottle {
    let transaction: Transaction
    let now: Int64
    var interface = Interface.web

    /// The sign-in whose attempts are counted. Each has counters of its own, so that a program with an old password does
    /// not delay the browsers at its address.
    enum Interface: String {
        case web = ""
        case apps = "app "
        case outsideIdentities = "outside "
    }

    struct Policy {
        let freeAttempts: Int64
        /// The delay in milliseconds after the last free attempt; doubled with each further attempt.
        let firstDelay: Int64
        /// The upper bound of the delay in milliseconds.
        let maxDelay: Int64
        /// The milliseconds without an attempt after which the count is reset.
        let resetAfter: Int64

        func delay(after failures: Int64) -> Int64 {
            guard failures >= freeAttempts else { return 0 }
            return min(maxDelay, firstDelay << min(20, failures - freeAttempts))
        }

        static let unknownClient = Policy(
            freeAttempts: 5, firstDelay: 30_000, maxDelay: 15 * 60_000, resetAfter: 24 * 3_600_000)
        /// The policy of a known device. A stolen cookie allows about a hundred attempts a day.
        static let knownDevice = unknownClient
        /// The policy of a local client. The delay is at most a minute, so that the owner can always sign in.
        static let local = Policy(freeAttempts: 5, firstDelay: 5_000, maxDelay: 60_000, resetAfter: 24 * 3_600_000)
        static let global = Policy(freeAttempts: 25, firstDelay: 5_000, maxDelay: 5 * 60_000, resetAfter: 3_600_000)
    }

    /// A counter of attempts.
    struct Bucket {
        let key: String
        let policy: Policy
        /// True if attempts also count in the common counter of unknown clients.
        let isUnknownClient: Bool
    }

    private var globalKey: String { interface.rawValue + "*" }

    /// Returns the counter of a client. A client with an invalid device cookie counts as unknown.
    func bucket(of client: LoginClient) throws -> Bucket {
        if client.isLocal { return Bucket(key: interface.rawValue + "here", policy: .local, isUnknownClient: false) }
        let devices = KnownDeviceStore(transaction: transaction, now: Date(milliseconds: now))
        if let device = client.device, try devices.contains(device) {
            return Bucket(
                key: interface.rawValue + "device \(device.hash)", policy: .knownDevice, isUnknownClient: false)
        }
        // The address is truncated, so that forged addresses cannot fill the table; the prefix keeps kinds of keys
        // apart.
        return Bucket(
            key: interface.rawValue + "from \(client.address.prefix(60))", policy: .unknownClient, isUnknownClient: true
        )
    }

    /// Returns the time in milliseconds when the client may retry; nil if it may try now.
    func retryAt(of client: LoginClient) throws -> Int64? {
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.policy).until
        let until = bucket.isUnknownClient ? max(own, try state(globalKey, .global).until) : own
        return until > now ? until : nil
    }

    /// Counts an attempt and returns nil; if no attempt is allowed, returns the time to retry without counting.
    func recordAttempt(_ client: LoginClient) throws -> Int64? {
        if let until = try retryAt(of: client) { return until }
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.policy)
        let common = try state(globalKey, .global)
        try transaction.run(
            "delete from sign_in_attempt where last_attempt_at < ?", [.number(now - Policy.unknownClient.resetAfter)])
        try save(bucket.key, own.failures + 1, bucket.policy)
        if bucket.isUnknownClient { try save(globalKey, common.failures + 1, .global) }
        return nil
    }

    /// Resets the client's counter, and subtracts the attempt from the common counter.
    func recordSuccess(_ client: LoginClient) throws {
        let bucket = try bucket(of: client)
        try transaction.run("delete from sign_in_attempt where client = ?", [.text(bucket.key)])
        guard bucket.isUnknownClient else { return }
        try transaction.run(
            "update sign_in_attempt set consecutive_failures = consecutive_failures - 1, backoff_until = 0 where client = ? and consecutive_failures > 0",
            [.text(globalKey)])
    }

    private func state(_ key: String, _ policy: Policy) throws -> (failures: Int64, until: Int64) {
        let found = try transaction.first(
            "select consecutive_failures, last_attempt_at, backoff_until from sign_in_attempt where client = ?",
            [.text(key)]
        ) {
            (
                failures: $0.number("consecutive_failures"), at: $0.number("last_attempt_at"),
                until: $0.number("backoff_until")
            )
        }
        // A clock that was set back must not delay logins for years.
        guard let found, found.at - now <= policy.maxDelay, now - found.at < policy.resetAfter else { return (0, 0) }
        return (found.failures, min(found.until, now + policy.maxDelay))
    }

    private func save(_ key: String, _ failures: Int64, _ policy: Policy) throws {
        let wait = policy.delay(after: failures)
        let until = wait > 0 ? now + wait : 0
        try transaction.run(
            """
            insert into sign_in_attempt (client, consecutive_failures, last_attempt_at, backoff_until) values (?, ?, ?, ?) on conflict (client)
            do update set consecutive_failures = excluded.consecutive_failures, last_attempt_at = excluded.last_attempt_at, backoff_until = excluded.backoff_until
            """, [.text(key), .number(failures), .number(now), .number(until)])
    }
}

/// The client of a sign-in.
public struct LoginClient: Sendable, Hashable {
    /// The client's network address, for IPv6 the /64 prefix; empty if unknown.
    public var address: String
    /// True if the client runs on the same machine.
    public var isLocal: Bool
    /// The `User-Agent` header.
    public var agent: String?
    /// The unverified device cookie.
    public var device: SecretToken?

    public init(address: String, isLocal: Bool, agent: String? = nil, device: SecretToken? = nil) {
        self.address = address
        self.isLocal = isLocal
        self.agent = agent
        self.device = device
    }
}
