import Foundation
import News

/// Merges a channel into the channel at its new address.
struct MovedChannelMerger {
    let transaction: Transaction
    let now: Date
    let source: Int64
    let channel: Int64
    let targetSource: Int64
    let targetChannel: Int64

    func merge() throws {
        try alignKeys()
        for reader in try readers(of: channel) {
            let readThrough = try readThrough(reader, channel)
            if try !readers(of: targetChannel).contains(reader) {
                try copySubscription(reader)
            } else {
                try mergeReadState(reader, readThrough)
                try mergeSubscription(reader)
            }
        }
        try moveStories()
        try moveSections()
        try transaction.run(
            "update mute set channel_id = ? where channel_id = ?", [.number(targetChannel), .number(channel)])
        try AlertStore(transaction: transaction, now: now).moveFeed(channel, to: targetChannel)
        try transaction.run("delete from subscription where channel_id = ?", [.number(channel)])
        try transaction.run(
            """
            update channel set due_at = null, state = '\(ChannelHealthState.paused.rawValue)',
              polling_reason = '\(PollingReason.merged.rawValue)' where id = ?
            """, [.number(channel)])
        // The old address was just fetched, so the target waits a minute; the target may have had no subscriber.
        try transaction.run(
            """
            update channel set due_at = coalesce(due_at, ?),
              state = case
                when state in ('\(ChannelHealthState.gone.rawValue)', '\(ChannelHealthState.paused.rawValue)')
                then '\(ChannelHealthState.new.rawValue)' else state end
            where id = ?
            """, [.date(now.addingTimeInterval(60)), .number(targetChannel)])
        // The old channel may have been unfollowed during its request.
        try ChannelWriter(transaction: transaction).unscheduleIfUnused(targetChannel)
        try RefreshLog(transaction: transaction, channel: targetChannel).append(
            RefreshLogEntry(at: now, reason: nil, event: .merged))
    }

    /// Gives the stories of both channels the target's spelling of their key, as a feed often moves from http to https.
    private func alignKeys() throws {
        let stories = try transaction.all("select id, origin_key from story where source_id = ?", [.number(source)]) {
            (id: $0.number("id"), key: $0.text("origin_key"))
        }
        for (id, key) in stories where try !isKey(key, of: targetSource) {
            let spellings = StoryKeyVariants.of(key)
            guard let known = try spellings.first(where: { try isKey($0, of: targetSource) }),
                try !isKey(known, of: source)
            else { continue }
            try transaction.run("update story set origin_key = ? where id = ?", [.text(known), .number(id)])
        }
    }

    private func isKey(_ key: String, of source: Int64) throws -> Bool {
        try transaction.exists(
            "select 1 from story where source_id = ? and origin_key = ?", [.number(source), .text(key)])
    }

    private func readers(of channel: Int64) throws -> [Int64] {
        try transaction.numbers("select reader_id from subscription where channel_id = ?", [.number(channel)])
    }

    private func readThrough(_ reader: Int64, _ channel: Int64) throws -> Int64 {
        try transaction.number(
            "select read_through from subscription where reader_id = ? and channel_id = ?",
            [.number(reader), .number(channel)]) ?? 0
    }

    private func copySubscription(_ reader: Int64) throws {
        try transaction.run(
            """
            insert into subscription (reader_id, channel_id, folder_id, title, read_through, newest_at, followed_at,
              is_followed)
            select u.reader_id, cast(? as bigint), u.folder_id, u.title, u.read_through, c.newest_at, u.followed_at,
              u.is_followed
            from subscription u join channel c on c.id = ? where u.reader_id = ? and u.channel_id = ?
            """, [.number(targetChannel), .number(targetChannel), .number(reader), .number(channel)])
    }

    /// Makes the reader follow the target if only the old channel was followed.
    private func mergeSubscription(_ reader: Int64) throws {
        try transaction.run(
            """
            update subscription set is_followed = 1, folder_id = o.folder_id, title = o.title,
              followed_at = o.followed_at
            from subscription o where subscription.reader_id = ? and subscription.channel_id = ?
              and subscription.is_followed = 0 and o.reader_id = subscription.reader_id and o.channel_id = ?
              and o.is_followed = 1
            """, [.number(reader), .number(targetChannel), .number(channel)])
    }

    /// Merges the read state of a reader of both channels. Stories read through the old position get read marks, also
    /// on the target's copy; stories newly below a position get unread marks.
    private func mergeReadState(_ reader: Int64, _ readThrough: Int64) throws {
        let markWriter = try MarkWriter(transaction, reader: reader, now: now)
        let stories = try transaction.all(
            """
            select s.id as old_id, coalesce(t.id, s.id) as new_id
            from channel_story cs join story s on s.id = cs.story_id
            left join story t on t.source_id = ? and t.origin_key = s.origin_key where cs.channel_id = ?
            """, [.number(targetSource), .number(channel)]
        ) { (old: $0.number("old_id"), new: $0.number("new_id")) }
        for (old, new) in stories {
            guard let state = try markWriter.state(of: old, .read) else { continue }
            if state.value {
                try markWriter.write(.read, new, true, at: state.markedAt ?? 0)
            } else if old == new {
                try markWriter.write(.read, new, false)
            }
        }
    }

    private func moveSections() throws {
        try transaction.run(
            """
            insert into section_channel (section_id, channel_id, position, address)
            select sc.section_id, cast(? as bigint), sc.position, sc.address from section_channel sc
            where sc.channel_id = ? on conflict (section_id, channel_id) do nothing
            """, [.number(targetChannel), .number(channel)])
        try transaction.run("delete from section_channel where channel_id = ?", [.number(channel)])
    }

    private func moveStories() throws {
        try transaction.run(
            """
            update story set source_id = ? where source_id = ?
              and not exists (select 1 from story t where t.source_id = ? and t.origin_key = story.origin_key)
            """, [.number(targetSource), .number(source), .number(targetSource)])
        try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at, rank_key)
            select cast(? as bigint), cs.story_id, cs.shown_at, cs.rank_key
            from channel_story cs join story s on s.id = cs.story_id where cs.channel_id = ? and s.source_id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(targetChannel), .number(channel), .number(targetSource)])
        try transaction.run(
            """
            delete from channel_story where channel_id = ?
              and exists (select 1 from story s where s.id = channel_story.story_id and s.source_id = ?)
            """, [.number(channel), .number(targetSource)])
        try ChannelRanking(transaction: transaction, channel: targetChannel, source: targetSource, now: now)
            .apply([], from: nil)
        try ChannelWriter(transaction: transaction).updateNewestStory(of: targetChannel)
    }
}
