import Foundation
import News

/// Results of a round's channels that others leased; manual refreshes report them.
struct ConcurrentRefreshes {
    let transaction: Transaction
    let now: Date
    /// The newest log id when the round began.
    let lastLogID: Int64

    static func currentLogID(_ transaction: Transaction) throws -> Int64 {
        try transaction.number("select max(id) from refresh_log") ?? 0
    }

    func refreshes(of channels: Set<Int64>) throws -> [ChannelRefresh] {
        try transaction.all(
            """
            select l.channel_id, c.title, \(RefreshLogEntry.columns)
            from refresh_log l join channel c on c.id = l.channel_id
            where l.id > ? and l.reason is not null and l.outcome <> '\(RefreshLogEntry.skippedCode)' order by l.id
            """, [.number(lastLogID)]
        ) { row -> ChannelRefresh? in
            guard case .refreshed(let outcome) = RefreshLogEntry(row).event else { return nil }
            return ChannelRefresh(
                channel: ChannelID(rawValue: row.number("channel_id")), title: row.text("title"), outcome: outcome)
        }.compactMap(\.self).filter { channels.contains($0.channel.rawValue) }
    }

    /// Channels leased, or waiting for their host.
    func pending(_ channels: Set<Int64>, by: Date) throws -> Set<Int64> {
        Set(
            try transaction.numbers(
                "select id from channel where claimed_until > ? or due_at <= ?", [.date(now), .date(by)])
        ).intersection(channels)
    }
}
