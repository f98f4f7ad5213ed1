import Foundation

/// A host that asks to be left alone asks so for all its channels, and for whatever else is fetched from it. It is kept
/// with the host, so that neither a restart nor a channel that is followed later forgets it.
struct HostWait {
    let session: Session
    let now: Date
    let bounds: PollingBounds

    /// A slip of a server must not silence it for ever.
    private static let longest: TimeInterval = 7 * 86400
    static let words = "its host asked us to wait"

    /// Until when a host wants peace; nil when it does not.
    func until(_ host: String) throws -> Date? {
        try session.first(
            "select wait_until from host_wait where host = ? and wait_until > ?", [.words(host), .instant(now)]
        ) { $0.instant() }
    }

    /// All of them: a handful at most.
    func all() throws -> [String: Date] {
        let waits = try session.all("select host, wait_until from host_wait where wait_until > ?", [.instant(now)]) {
            (host: $0.words(), until: $0.instant())
        }
        return Dictionary(waits.map { ($0.host, $0.until) }) { $1 }
    }

    /// - Parameter asking: the channel whose question was answered so; its own record says so.
    func begin(_ host: String, until wish: Date, asking: Int64? = nil) throws {
        let until = min(wish, now.addingTimeInterval(Self.longest))
        guard until > now else { return }
        try session.run("delete from host_wait where wait_until <= ?", [.instant(now)])
        try session.run(
            """
            insert into host_wait (host, wait_until) values (?, ?)
            on conflict (host) do update set wait_until = excluded.wait_until
              where excluded.wait_until > host_wait.wait_until
            """, [.words(host), .instant(until)])
        try session.run(
            "update channel set wait_until = ? where host = ? and coalesce(wait_until, 0) < ?",
            [.instant(until), .words(host), .instant(until)])
        try putOff(host, until: until, asking: asking)
    }

    /// Those that were due before then come after one another, not all at once.
    private func putOff(_ host: String, until: Date, asking: Int64?) throws {
        let skipped = try session.all(
            """
            select id from channel where host = ? and id <> ? and due_at < ? and claimed_until <= ? order by due_at
            """, [.words(host), .number(asking ?? 0), .instant(until), .instant(now)], { $0.number() })
        let step = min(10, Double(bounds.minimum.milliseconds) / 100_000)
        for (place, channel) in skipped.enumerated() {
            try DecisionLog(session: session, channel: channel).skip(nil, at: now, because: Self.words)
            try session.run(
                "update channel set due_at = ?, reason = ? where id = ?",
                [
                    .instant(until.addingTimeInterval(Double(place) * step)), .words(Self.words), .number(channel),
                ])
        }
    }
}
