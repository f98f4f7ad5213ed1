import Foundation

/// Counts failed logins and delays the next attempt. An attempt is counted before it is verified, in one transaction,
/// so that concurrent attempts cannot bypass the limit.
///
/// Three kinds of clients are counted apart, so that an unknown client cannot delay the owner: local ones, each known
/// device, and unknown ones (each by its address, and all together).
struct LoginThrottle {
    let transaction: Transaction
    let now: Int64

    /// The limits of one client, or of all unknown clients together.
    struct Policy {
        /// Attempts without a delay.
        let freeAttempts: Int64
        /// Milliseconds after the first delayed attempt; doubled with each further one.
        let firstDelay: Int64
        let maxDelay: Int64
        /// Milliseconds without an attempt after which the count is reset.
        let resetAfter: Int64

        func delay(after failures: Int64) -> Int64 {
            guard failures >= freeAttempts else { return 0 }
            return min(maxDelay, firstDelay << min(20, failures - freeAttempts))
        }

        static let unknownClient = Policy(
            freeAttempts: 5, firstDelay: 30_000, maxDelay: 15 * 60_000, resetAfter: 24 * 3_600_000)
        /// As strict as for unknown clients, so that a stolen cookie allows some hundred attempts a day; but other
        /// clients' attempts never count against it.
        static let knownDevice = unknownClient
        /// On the machine itself the delay is at most a minute and never depends on others, so the owner can always
        /// sign in.
        static let local = Policy(freeAttempts: 5, firstDelay: 5_000, maxDelay: 60_000, resetAfter: 24 * 3_600_000)
        static let global = Policy(freeAttempts: 25, firstDelay: 5_000, maxDelay: 5 * 60_000, resetAfter: 3_600_000)
    }

    /// The counter that a client's attempts belong to.
    struct Bucket {
        let key: String
        let policy: Policy
        /// Whether its attempts also count in the counter of all unknown clients.
        let isUnknownClient: Bool
    }

    private static let globalKey = "*"

    /// The client's counter. A forged, forgotten or expired device cookie makes an unknown client.
    func bucket(of client: LoginClient) throws -> Bucket {
        if client.isLocal { return Bucket(key: "here", policy: .local, isUnknownClient: false) }
        let devices = KnownDeviceStore(transaction: transaction, now: Date(milliseconds: now))
        if let device = client.device, try devices.contains(device) {
            return Bucket(key: "device \(device.hash)", policy: .knownDevice, isUnknownClient: false)
        }
        // Truncated, so that a forged address cannot fill the table; the prefix keeps it distinct from other buckets'
        // keys.
        return Bucket(key: "from \(client.address.prefix(60))", policy: .unknownClient, isUnknownClient: true)
    }

    /// When the client may try again; nil for now. Counts nothing.
    func retryAt(of client: LoginClient) throws -> Int64? {
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.policy).until
        let until = bucket.isUnknownClient ? max(own, try state(Self.globalKey, .global).until) : own
        return until > now ? until : nil
    }

    /// Counts an attempt.
    /// - Returns: nil if it may be made; otherwise when to retry, and then it was not counted.
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

    /// Resets the client's counter, and takes the successful attempt out of the common one.
    func recordSuccess(_ client: LoginClient) throws {
        let bucket = try bucket(of: client)
        try transaction.run("delete from guess where caller = ?", [.text(bucket.key)])
        guard bucket.isUnknownClient else { return }
        try transaction.run(
            "update guess set failures = failures - 1, wait_until = 0 where caller = ? and failures > 0",
            [.text(Self.globalKey)])
    }

    private func state(_ client: String, _ policy: Policy) throws -> (failures: Int64, until: Int64) {
        let found = try transaction.first(
            "select failures, last_at, wait_until from guess where caller = ?", [.text(client)]
        ) { (failures: $0.number(), at: $0.number(), until: $0.number()) }
        // A clock set back must not cause a delay of years; an attempt that was queued behind later ones differs by
        // less.
        guard let found, found.at - now <= policy.maxDelay, now - found.at < policy.resetAfter else { return (0, 0) }
        return (found.failures, min(found.until, now + policy.maxDelay))
    }

    private func save(_ client: String, _ failures: Int64, _ policy: Policy) throws {
        let wait = policy.delay(after: failures)
        let until = wait > 0 ? now + wait : 0
        try transaction.run(
            """
            insert into guess (caller, failures, last_at, wait_until) values (?, ?, ?, ?) on conflict (caller)
            do update set failures = excluded.failures, last_at = excluded.last_at, wait_until = excluded.wait_until
            """, [.text(client), .number(failures), .number(now), .number(until)])
    }
}

/// The client of a sign-in: what its attempts are counted by, and what its session records.
public struct LoginClient: Sendable, Hashable {
    /// The network address, for IPv6 its /64 prefix; empty if unknown.
    public var address: String
    /// Whether the client runs on the same machine.
    public var isLocal: Bool
    /// The `User-Agent` header.
    public var agent: String?
    /// The device cookie it sent; only the database knows whether it is valid.
    public var device: SecretToken?

    public init(address: String, isLocal: Bool, agent: String? = nil, device: SecretToken? = nil) {
        self.address = address
        self.isLocal = isLocal
        self.agent = agent
        self.device = device
    }
}
