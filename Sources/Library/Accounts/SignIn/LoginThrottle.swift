import Foundation

/// Wrong guesses at a password, and how long each caller has to wait before the next. A guess counts before it is looked
/// at, in one transaction, so that guesses made at the same time cannot slip past together.
///
/// Three kinds of callers are counted apart, so that no stranger makes the owner wait: who sits at the machine, every
/// device that has signed in before, and strangers, each by their address and all of them together.
struct LoginThrottle {
    let transaction: Transaction
    let now: Int64

    /// What holds for one caller, or for all strangers together.
    struct Policy {
        /// Guesses without a wait.
        let freeAttempts: Int64
        /// Milliseconds after the first that is not free; doubled with each further one.
        let firstDelay: Int64
        let maxDelay: Int64
        /// Milliseconds without a guess after which everything is forgotten.
        let resetAfter: Int64

        func delay(after failures: Int64) -> Int64 {
            guard failures >= freeAttempts else { return 0 }
            return min(maxDelay, firstDelay << min(20, failures - freeAttempts))
        }

        static let unknownClient = Policy(
            freeAttempts: 5, firstDelay: 30_000, maxDelay: 15 * 60_000, resetAfter: 24 * 3_600_000)
        /// As narrow as a stranger's, so that a stolen cookie is worth some hundred guesses a day; but what others do
        /// never counts against it.
        static let knownDevice = unknownClient
        /// At the machine itself nobody waits for longer than a minute, and never because of what others do: its owner
        /// can always come in.
        static let local = Policy(freeAttempts: 5, firstDelay: 5_000, maxDelay: 60_000, resetAfter: 24 * 3_600_000)
        static let global = Policy(freeAttempts: 25, firstDelay: 5_000, maxDelay: 5 * 60_000, resetAfter: 3_600_000)
    }

    /// Where a caller's guesses are counted.
    struct Bucket {
        let key: String
        let rule: Policy
        /// Whether they count among all strangers' too.
        let isUnknownClient: Bool
    }

    private static let globalKey = "*"

    /// Where this caller's guesses are counted. A device cookie that is forged, forgotten or too old is a stranger's.
    func bucket(of client: LoginClient) throws -> Bucket {
        if client.isLocal { return Bucket(key: "here", rule: .local, isUnknownClient: false) }
        let devices = KnownDeviceStore(transaction: transaction, now: Date(milliseconds: now))
        if let device = client.device, try devices.contains(device) {
            return Bucket(key: "device \(device.hash)", rule: .knownDevice, isUnknownClient: false)
        }
        // Cut, so that a forged address cannot fill the table; by its first word no other bucket's name.
        return Bucket(key: "from \(client.address.prefix(60))", rule: .unknownClient, isUnknownClient: true)
    }

    /// Until when a caller has to wait; nil when a guess may be made. Nothing is counted.
    func retryAt(of client: LoginClient) throws -> Int64? {
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.rule).until
        let until = bucket.isUnknownClient ? max(own, try state(Self.globalKey, .global).until) : own
        return until > now ? until : nil
    }

    /// Counts a guess.
    /// - Returns: nil when it may be made; else until when it may not, and then it was not counted.
    func recordAttempt(_ client: LoginClient) throws -> Int64? {
        if let until = try retryAt(of: client) { return until }
        let bucket = try bucket(of: client)
        let own = try state(bucket.key, bucket.rule)
        let common = try state(Self.globalKey, .global)
        try transaction.run("delete from guess where last_at < ?", [.number(now - Policy.unknownClient.resetAfter)])
        try save(bucket.key, own.failures + 1, bucket.rule)
        if bucket.isUnknownClient { try save(Self.globalKey, common.failures + 1, .global) }
        return nil
    }

    /// Takes the guess back that was right.
    func recordSuccess(_ client: LoginClient) throws {
        let bucket = try bucket(of: client)
        try transaction.run("delete from guess where caller = ?", [.text(bucket.key)])
        guard bucket.isUnknownClient else { return }
        try transaction.run(
            "update guess set failures = failures - 1, wait_until = 0 where caller = ? and failures > 0",
            [.text(Self.globalKey)])
    }

    private func state(_ client: String, _ rule: Policy) throws -> (failures: Int64, until: Int64) {
        let found = try transaction.first(
            "select failures, last_at, wait_until from guess where caller = ?", [.text(client)]
        ) { (failures: $0.number(), at: $0.number(), until: $0.number()) }
        // A clock that was set back must not make a wait of years; a guess that waited its turn behind later ones is no
        // such clock.
        guard let found, found.at - now <= rule.maxDelay, now - found.at < rule.resetAfter else { return (0, 0) }
        return (found.failures, min(found.until, now + rule.maxDelay))
    }

    private func save(_ client: String, _ failures: Int64, _ rule: Policy) throws {
        let wait = rule.delay(after: failures)
        let until = wait > 0 ? now + wait : 0
        try transaction.run(
            """
            insert into guess (caller, failures, last_at, wait_until) values (?, ?, ?, ?) on conflict (caller)
            do update set failures = excluded.failures, last_at = excluded.last_at, wait_until = excluded.wait_until
            """, [.text(client), .number(failures), .number(now), .number(until)])
    }
}

/// Who tries to come in: by what their guesses are counted, and what a session remembers of them.
public struct LoginClient: Sendable, Hashable {
    /// The network address, of IPv6 the /64 it is in; empty when unknown.
    public var address: String
    /// Whether they sit at the machine itself.
    public var isLocal: Bool
    /// What the browser says it is.
    public var agent: String?
    /// The device cookie it shows; only the database tells whether a device of ours has it.
    public var device: SecretToken?

    public init(address: String, isLocal: Bool, agent: String? = nil, device: SecretToken? = nil) {
        self.address = address
        self.isLocal = isLocal
        self.agent = agent
        self.device = device
    }
}
