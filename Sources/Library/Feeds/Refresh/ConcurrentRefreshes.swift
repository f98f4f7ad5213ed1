import Foundation
import News

/// Results of a round's channels that others leased; manual refreshes report them.
struct ConcurrentRefreshes {
    let transaction: Transaction
    let now: Date
    /// The newest log id when the round began.
    let lastLogID: Int64

    struct ExternalRefresh: Sendable {
        var channel: Int64
        var title: String
        var entry: RefreshLogEntry
    }

    static func currentLogID(_ transaction: Transaction) throws -> Int64 {
        try transaction.number("select max(id) from refresh_log") ?? 0
    }

    func refreshes(of channels: Set<Int64>) throws -> [ExternalRefresh] {
        try transaction.all(
            """
            select d.channel_id, c.title, d.at, d.reason, d.outcome, d.words, d.new_stories, d.took, d.status
            from refresh_log d join channel c on c.id = d.channel_id
            where d.id > ? and d.reason is not null and d.outcome <> 'skipped' order by d.id
            """, [.number(lastLogID)]
        ) { row in
            ExternalRefresh(
                channel: row.number(), title: row.text(),
                entry: RefreshLogEntry(
                    at: row.date(), reason: row.optionalText().flatMap(RefreshReason.init(rawValue:)),
                    outcome: row.text(), message: row.text(), newStories: row.int(), tookMilliseconds: row.int(),
                    status: row.optionalInt()))
        }.filter { channels.contains($0.channel) }
    }

    /// Channels leased, or waiting for their host.
    func pending(_ channels: Set<Int64>, by: Date) throws -> Set<Int64> {
        Set(
            try transaction.all(
                "select id from channel where claimed_until > ? or due_at <= ?", [.date(now), .date(by)],
                { $0.number() })
        ).intersection(channels)
    }
}
