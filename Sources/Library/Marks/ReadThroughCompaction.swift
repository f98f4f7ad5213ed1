import Foundation

/// A compaction that keeps counting fast for readers who never mark all stories read: it raises `read_through` over
/// mostly read stories, and marks the unread ones among them.
struct ReadThroughCompaction {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    private static let minimumRead = 50

    static func candidates(_ transaction: Transaction) throws -> [(reader: Int64, channel: Int64)] {
        try transaction.all(
            """
            select u.reader_id, u.channel_id from subscription u join channel c on c.id = u.channel_id
            where c.newest_story_id > u.read_through
            """
        ) { (reader: $0.number("reader_id"), channel: $0.number("channel_id")) }
    }

    /// Compacts a channel; returns true if it did. A channel is not compacted while an undo is pending, because the
    /// undo relies on the recorded state.
    func compact(_ channel: Int64) throws -> Bool {
        let isUndoPending = try transaction.exists(
            "select 1 from undo where reader_id = ? and expires_at > ? limit 1", [.number(reader), .date(now)])
        guard !isUndoPending, let state = try counts(of: channel), state.read >= Self.minimumRead,
            state.total - state.read <= state.read / 2
        else { return false }
        let writer = try MarkWriter(transaction, reader: reader, now: now)
        try transaction.run(
            """
            insert into mark (reader_id, kind, story_id, is_set, at, change_number, action_number)
            select u.reader_id, \(MarkKind.read.databaseValue), cs.story_id, 0,
              cast(? as bigint), cast(? as bigint), cast(? as bigint)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id
            where u.reader_id = ? and u.channel_id = ? and cs.story_id > u.read_through and cs.story_id <= ?
            on conflict (reader_id, kind, story_id) do nothing
            """,
            [
                .date(now), .number(writer.change.number), .number(writer.change.number), .number(reader),
                .number(channel), .number(state.newest),
            ])
        try transaction.run(
            "update subscription set read_through = ? where reader_id = ? and channel_id = ?",
            [.number(state.newest), .number(reader), .number(channel)])
        return true
    }

    private func counts(of channel: Int64) throws -> (total: Int, read: Int, newest: Int64)? {
        try transaction.first(
            """
            select count(*) as total_count, coalesce(sum(case when m.is_set = 1 then 1 else 0 end), 0) as read_count,
              max(cs.story_id) as newest_story_id
            from subscription u join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
            left join mark m on m.reader_id = u.reader_id and m.kind = \(MarkKind.read.databaseValue)
              and m.story_id = cs.story_id
            where u.reader_id = ? and u.channel_id = ?
            """, [.number(reader), .number(channel)]
        ) { (total: $0.int("total_count"), read: $0.int("read_count"), newest: $0.number("newest_story_id")) }
    }
}

extension LibraryContext {
    /// Compacts all channels in one transaction each; returns the number of compacted channels.
    @discardableResult
    func compactReadThrough() async throws(LibraryError) -> Int {
        let moment = now()
        var compacted = 0
        for (reader, channel) in try await database.read({ try ReadThroughCompaction.candidates($0) }) {
            guard !Task.isCancelled else { break }
            let isDone = try await database.write(.refetchable) { transaction in
                try ReadThroughCompaction(transaction: transaction, reader: reader, now: moment).compact(channel)
            }
            if isDone { compacted += 1 }
        }
        return compacted
    }
}
