import Foundation

/// Keeps counting cheap for a reader who reads story by story and never marks all: where most of what lies above
/// `read_through` has been read, `read_through` rises over it and the few unread ones get marks. Nobody sees a change.
struct Settling {
    let session: Session
    let reader: Int64
    let now: Date

    /// Fewer read stories than these are not worth it.
    private static let least = 50

    /// The reader's channels with something above `read_through`.
    static func candidates(_ session: Session) throws -> [(reader: Int64, channel: Int64)] {
        try session.all(
            """
            select u.reader_id, u.channel_id from subscription u join channel c on c.id = u.channel_id
            where c.newest_story > u.read_through
            """
        ) { (reader: $0.number(), channel: $0.number()) }
    }

    /// - Returns: whether the channel was settled. Never while something can be undone, which would then find
    ///   another state than it left.
    func settle(_ channel: Int64) throws -> Bool {
        let alive = try session.number(
            "select 1 from undo where reader_id = ? and expires_at > ? limit 1", [.number(reader), .instant(now)])
        guard alive == nil, let state = try state(of: channel), state.read >= Self.least,
            state.total - state.read <= state.read / 2
        else { return false }
        let marking = try Marking(session, reader: reader, now: now)
        try session.run(
            """
            insert into mark (reader_id, kind, story_id, value, at, change_number, deed)
            select u.reader_id, 2, cs.story_id, 0, cast(? as bigint), cast(? as bigint), cast(? as bigint)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id
            where u.reader_id = ? and u.channel_id = ? and cs.story_id > u.read_through and cs.story_id <= ?
            on conflict (reader_id, kind, story_id) do nothing
            """,
            [
                .instant(now), .number(marking.change), .number(marking.change), .number(reader), .number(channel),
                .number(state.newest),
            ])
        try session.run(
            "update subscription set read_through = ? where reader_id = ? and channel_id = ?",
            [.number(state.newest), .number(reader), .number(channel)])
        return true
    }

    private func state(of channel: Int64) throws -> (total: Int, read: Int, newest: Int64)? {
        try session.first(
            """
            select count(*), coalesce(sum(case when m.value = 1 then 1 else 0 end), 0), max(cs.story_id)
            from subscription u join channel_story cs on cs.channel_id = u.channel_id and cs.story_id > u.read_through
            left join mark m on m.reader_id = u.reader_id and m.kind = 2 and m.story_id = cs.story_id
            where u.reader_id = ? and u.channel_id = ?
            """, [.number(reader), .number(channel)]
        ) { (total: $0.int(), read: $0.int(), newest: $0.number()) }
    }
}

extension House {
    /// Settles every reader's channels, one transaction each. Returns how many were worth it.
    @discardableResult
    func settle() async throws(LibraryError) -> Int {
        let moment = now()
        var settled = 0
        for (reader, channel) in try await store.read({ try Settling.candidates($0) }) {
            guard !Task.isCancelled else { break }
            let isDone = try await store.write(.refetchable) { session in
                try Settling(session: session, reader: reader, now: moment).settle(channel)
            }
            if isDone { settled += 1 }
        }
        return settled
    }
}
