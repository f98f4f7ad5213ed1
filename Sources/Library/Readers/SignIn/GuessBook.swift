import Foundation

/// Wrong guesses at a password, and how long each caller has to wait before the next. A guess counts before it is looked
/// at, in one transaction, so that guesses made at the same time cannot slip past together.
///
/// Three kinds of callers are counted apart, so that no stranger makes the owner wait: who sits at the machine, every
/// device that has signed in before, and strangers, each by their address and all of them together.
struct GuessBook {
    let session: Session
    let now: Int64

    /// What holds for one caller, or for all strangers together.
    struct Rule {
        /// Guesses without a wait.
        let free: Int64
        /// Milliseconds after the first that is not free; doubled with each further one.
        let first: Int64
        let most: Int64
        /// Milliseconds without a guess after which everything is forgotten.
        let memory: Int64

        func wait(after failures: Int64) -> Int64 {
            guard failures >= free else { return 0 }
            return min(most, first << min(20, failures - free))
        }

        static let stranger = Rule(free: 5, first: 30_000, most: 15 * 60_000, memory: 24 * 3_600_000)
        /// As narrow as a stranger's, so that a stolen cookie is worth some hundred guesses a day; but what others do
        /// never counts against it.
        static let device = stranger
        /// At the machine itself nobody waits for longer than a minute, and never because of what others do: its owner
        /// can always come in.
        static let here = Rule(free: 5, first: 5_000, most: 60_000, memory: 24 * 3_600_000)
        static let everybody = Rule(free: 25, first: 5_000, most: 5 * 60_000, memory: 3_600_000)
    }

    /// Where a caller's guesses are counted.
    struct Bucket {
        let key: String
        let rule: Rule
        /// Whether they count among all strangers' too.
        let isStranger: Bool
    }

    private static let all = "*"

    /// Where this caller's guesses are counted. A device cookie that is forged, forgotten or too old is a stranger's.
    func bucket(of caller: GuessCaller) throws -> Bucket {
        if caller.isHere { return Bucket(key: "here", rule: .here, isStranger: false) }
        let devices = KnownDevices(session: session, now: Date(milliseconds: now))
        if let device = caller.device, try devices.knows(device) {
            return Bucket(key: "device \(device.hash)", rule: .device, isStranger: false)
        }
        // Cut, so that a forged address cannot fill the table; by its first word no other bucket's name.
        return Bucket(key: "from \(caller.address.prefix(60))", rule: .stranger, isStranger: true)
    }

    /// Until when a caller has to wait; nil when a guess may be made. Nothing is counted.
    func wait(of caller: GuessCaller) throws -> Int64? {
        let bucket = try bucket(of: caller)
        let own = try known(bucket.key, bucket.rule).until
        let until = bucket.isStranger ? max(own, try known(Self.all, .everybody).until) : own
        return until > now ? until : nil
    }

    /// Counts a guess.
    /// - Returns: nil when it may be made; else until when it may not, and then it was not counted.
    func begin(_ caller: GuessCaller) throws -> Int64? {
        if let until = try wait(of: caller) { return until }
        let bucket = try bucket(of: caller)
        let own = try known(bucket.key, bucket.rule)
        let common = try known(Self.all, .everybody)
        try session.run("delete from guess where last_at < ?", [.number(now - Rule.stranger.memory)])
        try note(bucket.key, own.failures + 1, bucket.rule)
        if bucket.isStranger { try note(Self.all, common.failures + 1, .everybody) }
        return nil
    }

    /// Takes the guess back that was right.
    func succeed(_ caller: GuessCaller) throws {
        let bucket = try bucket(of: caller)
        try session.run("delete from guess where caller = ?", [.words(bucket.key)])
        guard bucket.isStranger else { return }
        try session.run(
            "update guess set failures = failures - 1, wait_until = 0 where caller = ? and failures > 0",
            [.words(Self.all)])
    }

    private func known(_ caller: String, _ rule: Rule) throws -> (failures: Int64, until: Int64) {
        let found = try session.first(
            "select failures, last_at, wait_until from guess where caller = ?", [.words(caller)]
        ) { (failures: $0.number(), at: $0.number(), until: $0.number()) }
        // A clock that was set back must not make a wait of years; a guess that waited its turn behind later ones is no
        // such clock.
        guard let found, found.at - now <= rule.most, now - found.at < rule.memory else { return (0, 0) }
        return (found.failures, min(found.until, now + rule.most))
    }

    private func note(_ caller: String, _ failures: Int64, _ rule: Rule) throws {
        let wait = rule.wait(after: failures)
        let until = wait > 0 ? now + wait : 0
        try session.run(
            """
            insert into guess (caller, failures, last_at, wait_until) values (?, ?, ?, ?) on conflict (caller)
            do update set failures = excluded.failures, last_at = excluded.last_at, wait_until = excluded.wait_until
            """, [.words(caller), .number(failures), .number(now), .number(until)])
    }
}
