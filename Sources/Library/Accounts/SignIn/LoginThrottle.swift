import Foundation

/// Counts and delays failed logins. Attempts are counted before verification, so that concurrent ones cannot bypass the
/// limit. Local clients, known devices and unknown clients (by address, and together) have separate counters, so that
/// none delays the owner.
struct LoginThrottle {
    let transaction: Transaction
    let now: Int64

    struct Policy {
        let freeAttempts: Int64
        /// Milliseconds; doubled with each further attempt.
        let firstDelay: Int64
        let maxDelay: Int64
        /// Milliseconds without an attempt until the count is reset.
        let resetAfter: Int64

        func delay(after failures: Int64) -> Int64 {
            guard failures >= freeAttempts else { return 0 }
            return min(maxDelay, firstDelay << min(20, failures - freeAttempts))
        }

        static let unknownClient = Policy(
            freeAttempts: 5, firstDelay: 30_000, maxDelay: 15 * 60_000, resetAfter: 24 * 3_600_000)
        /// Allows a stolen cookie some hundred attempts a day.
        static let knownDevice = unknownClient
        /// At most a minute, so that the owner can always sign in.
        static let local = Policy(freeAttempts: 5, firstDelay: 5_000, maxDelay: 60_000, resetAfter: 24 * 3_600_000)
        static let global = Policy(freeAttempts: 25, firstDelay: 5_000, maxDelay: 5 * 60_000, resetAfter: 3_600_000)
    }

    /// A counter of attempts.
    struct Bucket {
        let key: String
        let policy: Policy
        /// Whether attempts also count for all unknown clients.
        let isUnknownClient: Bool
    }

    private static let globalKey = "*"

    /// An invalid device cookie makes an unknown client.
    func bucket(of client: LoginClient) throws -> Bucket {
        if client.isLocal { return Bucket(key: "here", policy: .local, isUnknownClient: false) }
        let devices = KnownDeviceStore(transaction: transaction, now: Date(milliseconds: now))
        if let device = client.device, try devices.contains(device) {
            return Bucket(key: "device \(device.hash)", policy: .knownDevice, isUnknownClient: false)
        }
        // Truncated, so that forged addresses cannot fill the table; the prefix distinguishes keys.
        return Bucket(key: "from \(client.address.prefix(60))", policy: .unknownClient, isUnknownClient: true)
    }

    /// When the client may retry; nil for now.
    func retryAt(of client: LoginClient) throws -> Int64? {
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.policy).until
        let until = bucket.isUnknownClient ? max(own, try state(Self.globalKey, .global).until) : own
        return until > now ? until : nil
    }

    /// Counts an attempt; if one is not allowed, returns when to retry instead.
    func recordAttempt(_ client: LoginClient) throws -> Int64? {
        if let until = try retryAt(of: client) { return until }
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.policy)
        let common = try state(Self.globalKey, .global)
        try transaction.run("delete from guess where last_at < ?", [.number(now - Policy.unknownClient.resetAfter)])
        try save(bucket.key, own.failures + 1, bucket.policy)
        if bucket.isUnknownClient { try save(Self.globalKey, common.failures + 1, .global) }
        return nil
    }

    /// Resets the client's counter, and uncounts the attempt in the common one.
    func recordSuccess(_ client: LoginClient) throws {
        let bucket = try bucket(of: client)
        try transaction.run("delete from guess where caller = ?", [.text(bucket.key)])
        guard bucket.isUnknownClient else { return }
        try transaction.run(
            "update guess set failures = failures - 1, wait_until = 0 where caller = ? and failures > 0",
            [.text(Self.globalKey)])
    }

    private func state(_ key: String, _ policy: Policy) throws -> (failures: Int64, until: Int64) {
        let found = try transaction.first(
            "select failures, last_at, wait_until from guess where caller = ?", [.text(key)]
        ) { (failures: $0.number("failures"), at: $0.number("last_at"), until: $0.number("wait_until")) }
        // A clock set back must not delay for years.
        guard let found, found.at - now <= policy.maxDelay, now - found.at < policy.resetAfter else { return (0, 0) }
        return (found.failures, min(found.until, now + policy.maxDelay))
    }

    private func save(_ key: String, _ failures: Int64, _ policy: Policy) throws {
        let wait = policy.delay(after: failures)
        let until = wait > 0 ? now + wait : 0
        try transaction.run(
            """
            insert into guess (caller, failures, last_at, wait_until) values (?, ?, ?, ?) on conflict (caller)
            do update set failures = excluded.failures, last_at = excluded.last_at, wait_until = excluded.wait_until
            """, [.text(key), .number(failures), .number(now), .number(until)])
    }
}

/// The client of a sign-in.
public struct LoginClient: Sendable, Hashable {
    /// The /64 prefix for IPv6; empty if unknown.
    public var address: String
    /// Whether it runs on the same machine.
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
