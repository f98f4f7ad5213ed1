import Foundation
import Markup

/// A host that asks to be left alone asks so for all its channels, and for whatever else is fetched from it. It is kept
/// with the host, so that neither a restart nor a channel that is followed later forgets it.
struct HostBackoff {
    let transaction: Transaction
    let now: Date
    let policy: PollingPolicy

    /// A slip of a server must not silence it for ever.
    private static let maxWait: TimeInterval = 7 * 86400
    static let reason = "its host asked us to wait"

    /// Until when a host wants peace; nil when it does not.
    func waitUntil(_ host: String) throws -> Date? {
        try transaction.first(
            "select wait_until from host_wait where host = ? and wait_until > ?", [.text(host), .date(now)]
        ) { $0.date() }
    }

    /// All of them: a handful at most.
    func all() throws -> [String: Date] {
        let waits = try transaction.all("select host, wait_until from host_wait where wait_until > ?", [.date(now)]) {
            (host: $0.text(), until: $0.date())
        }
        return Dictionary(waits.map { ($0.host, $0.until) }) { $1 }
    }

    /// - Parameter asking: the channel whose question was answered so; its own record says so.
    func recordBackoff(_ host: String, until wish: Date, asking: Int64? = nil) throws {
        let until = min(wish, now.addingTimeInterval(Self.maxWait))
        guard until > now else { return }
        try transaction.run("delete from host_wait where wait_until <= ?", [.date(now)])
        try transaction.run(
            """
            insert into host_wait (host, wait_until) values (?, ?)
            on conflict (host) do update set wait_until = excluded.wait_until
              where excluded.wait_until > host_wait.wait_until
            """, [.text(host), .date(until)])
        try transaction.run(
            "update channel set wait_until = ? where host = ? and coalesce(wait_until, 0) < ?",
            [.date(until), .text(host), .date(until)])
        try postponeChannels(host, until: until, asking: asking)
    }

    /// Those that were due before then come after one another, not all at once.
    private func postponeChannels(_ host: String, until: Date, asking: Int64?) throws {
        let skipped = try transaction.all(
            """
            select id from channel where host = ? and id <> ? and due_at < ? and claimed_until <= ? order by due_at
            """, [.text(host), .number(asking ?? 0), .date(until), .date(now)], { $0.number() })
        let step = min(10, Double(policy.minimum.milliseconds) / 100_000)
        for (place, channel) in skipped.enumerated() {
            try RefreshLog(transaction: transaction, channel: channel).appendSkipped(nil, at: now, because: Self.reason)
            try transaction.run(
                "update channel set due_at = ?, reason = ? where id = ?",
                [
                    .date(until.addingTimeInterval(Double(place) * step)), .text(Self.reason), .number(channel),
                ])
        }
    }
}

/// By what requests are kept apart: one at a time for each host and port.
enum HostKey {
    static func key(of address: WebAddress) -> String {
        let isUsual = address.port == (address.isSecure ? 443 : 80)
        return isUsual ? address.host.lowercased() : "\(address.host.lowercased()):\(address.port)"
    }
}
