import Foundation

/// Wrong guesses at a password, and how long each caller has to wait before the next. A guess counts before it is looked
/// at, in one transaction, so that guesses made at the same time cannot slip past together.
struct GuessBook {
    let session: Session
    let now: Int64

    /// What holds for one caller, or for all together.
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
        /// At the machine itself nobody waits for longer than a minute, and never because of what others do: its owner
        /// can always come in.
        static let here = Rule(free: 5, first: 5_000, most: 60_000, memory: 24 * 3_600_000)
        static let everybody = Rule(free: 25, first: 5_000, most: 5 * 60_000, memory: 3_600_000)
    }

    private static let all = "*"

    /// Counts a guess.
    /// - Returns: nil when it may be made; else until when it may not, and then it was not counted.
    func begin(_ caller: GuessCaller) throws -> Int64? {
        let own = try known(caller.key, caller.rule)
        let common = try known(Self.all, .everybody)
        let until = max(own.until, caller.isHere ? 0 : common.until)
        guard until <= now else { return until }
        try session.run("delete from guess where last_at < ?", [.number(now - Rule.stranger.memory)])
        try note(caller.key, own.failures + 1, caller.rule)
        if !caller.isHere { try note(Self.all, common.failures + 1, .everybody) }
        return nil
    }

    /// Takes the guess back that was right.
    func succeed(_ caller: GuessCaller) throws {
        try session.run("delete from guess where caller = ?", [.words(caller.key)])
        guard !caller.isHere else { return }
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

extension GuessCaller {
    /// Cut, so that a forged address cannot fill the table.
    var key: String { isHere ? "here" : String(address.prefix(60)) }
    var rule: GuessBook.Rule { isHere ? .here : .stranger }
}
