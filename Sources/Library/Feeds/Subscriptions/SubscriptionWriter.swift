import Foundation
import Markup
import News

struct SubscriptionWriter {
    private let change: ReaderChange

    var transaction: Transaction { change.transaction }
    var reader: Int64 { change.reader }
    var now: Date { change.now }

    init(_ transaction: Transaction, reader: Int64, now: Date) throws {
        change = try ReaderChange(transaction, reader: reader, now: now)
    }

    var folders: FolderWriter { FolderWriter(transaction: transaction, reader: reader) }

    func follow(_ found: DiscoveredChannel, folder: String?) throws -> Int64 {
        let feed = ImportedFeed(
            kind: found.kind, address: found.address, title: found.metadata.title, site: found.metadata.site)
        let channel = try findOrCreateChannel(of: feed)
        try updateMetadata(found.metadata, of: channel)
        try follow(channel, folder: folder)
        return channel
    }

    func follow(_ channel: Int64, folder: String?) throws {
        guard try transaction.exists("select 1 from channel where id = ?", [.number(channel)]) else {
            throw LibraryError.notThere
        }
        let folder = try folders.findOrCreate(path: folder.map { [$0] } ?? [])
        guard try subscribe(channel, folder: folder, title: nil) else { throw LibraryError.alreadyThere }
        try scheduleFollowed(channel, at: now)
        _ = try makeUndoToken([channel])
    }

    /// Returns a token that undoes following the channels.
    func makeUndoToken(_ channels: [Int64]) throws -> UndoToken {
        let undo = try change.undoWriter.create(change: change.number)
        for channel in channels {
            try transaction.insert(
                into: "undo_subscription",
                [
                    "undo_id": .number(undo), "channel_id": .number(channel), "is_removal": .bool(false),
                    "read_through": .number(0), "followed_at": .date(now),
                ])
        }
        return try change.undoWriter.finish(undo, count: channels.count)
    }

    func unfollow(_ channels: [Int64]) throws -> UndoToken {
        let undo = try change.undoWriter.create(change: change.number)
        for channel in channels {
            let kept = try transaction.run(
                """
                insert into undo_subscription
                  (undo_id, channel_id, is_removal, folder_path, title, read_through, followed_at)
                select cast(? as bigint), u.channel_id, 1, f.path, u.title, u.read_through, u.followed_at
                from subscription u join folder f on f.id = u.folder_id
                where u.reader_id = ? and u.channel_id = ? and u.is_followed = 1
                """, [.number(undo), .number(reader), .number(channel)])
            guard kept == 1 else { throw LibraryError.notThere }
            try remove(channel)
        }
        return try change.undoWriter.finish(undo, count: channels.count)
    }

    /// Removes a subscription; a channel without subscriptions is not polled. If an edition shows the channel to the
    /// reader, the row stays, unfollowed, with its read state.
    func remove(_ channel: Int64) throws {
        try transaction.run(
            """
            update subscription set is_followed = 0, folder_id = \(SectionID.other.rawValue), title = null
            where reader_id = ? and channel_id = ? and \(Self.isInEditionSQL)
            """, [.number(reader), .number(channel)])
        try transaction.run(
            """
            delete from subscription where reader_id = ? and channel_id = ? and not \(Self.isInEditionSQL)
            """, [.number(reader), .number(channel)])
        try ChannelWriter(transaction: transaction).unscheduleIfUnused(channel)
    }

    /// A condition for a row of `subscription` whose channel is in a section of an edition that the reader sees.
    static let isInEditionSQL = """
        exists (
          select 1 from section_channel sc join folder f on f.id = sc.section_id
          where sc.channel_id = subscription.channel_id
            and (f.reader_id is null or f.reader_id = subscription.reader_id))
        """

    func findOrCreateChannel(of feed: ImportedFeed) throws -> Int64 {
        try ChannelWriter(transaction: transaction).findOrCreate(
            at: ChannelAddress(kind: feed.kind, site: feed.address, address: feed.address), title: feed.title,
            site: feed.site)
    }

    func updateMetadata(_ metadata: ChannelMetadata, of channel: Int64) throws {
        try ChannelWriter(transaction: transaction).updateMetadata(metadata, of: channel)
    }

    /// Subscribes to a channel; returns false if it is followed already.
    func subscribe(_ channel: Int64, folder: Int64, title: String?) throws -> Bool {
        let isNew =
            try transaction.run(
                """
                insert into subscription (reader_id, channel_id, folder_id, title, newest_at, followed_at, read_through)
                select cast(? as bigint), id, cast(? as bigint), cast(? as text), newest_at, cast(? as bigint),
                  \(PackChannelStore.readThroughSQL) from channel where id = ?
                on conflict (reader_id, channel_id) do update set is_followed = 1, folder_id = excluded.folder_id,
                  title = excluded.title, followed_at = excluded.followed_at where subscription.is_followed = 0
                """, [.number(reader), .number(folder), .text(title), .date(now), .number(channel)]) == 1
        if isNew { try TopicMatchWriter(transaction, reader: reader).applyToStories(of: channel) }
        return isNew
    }

    /// Schedules a channel that a person explicitly follows; a gone channel is fetched once more.
    func scheduleFollowed(_ channel: Int64, at due: Date) throws {
        let writer = ChannelWriter(transaction: transaction)
        try writer.reviveIfGone(channel)
        try writer.schedule(channel, at: due)
    }

    /// Sets the reader's title. A title equal to the origin's is not stored, so that the title follows changes at the
    /// origin.
    func rename(_ channel: Int64, to title: String?) throws {
        let changed = try transaction.run(
            """
            update subscription
            set title = nullif(cast(? as text), (select c.title from channel c where c.id = subscription.channel_id))
            where reader_id = ? and channel_id = ? and is_followed = 1
            """, [.text(title), .number(reader), .number(channel)])
        guard changed == 1 else { throw LibraryError.notThere }
    }

    func move(_ channel: Int64, to folder: String?) throws {
        let folder = try folders.findOrCreate(path: folder.map { [$0] } ?? [])
        let changed = try transaction.run(
            "update subscription set folder_id = ? where reader_id = ? and channel_id = ? and is_followed = 1",
            [.number(folder), .number(reader), .number(channel)])
        guard changed == 1 else { throw LibraryError.notThere }
    }
}
