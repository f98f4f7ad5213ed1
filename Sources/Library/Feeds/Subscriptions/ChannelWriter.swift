import Foundation
import News
import URLs

struct ChannelWriter {
    let transaction: Transaction

    /// Returns the channel at an address, created without a due date if missing. A feed is its own source and may have
    /// moved; other sources have many channels. A pack without an address has a channel that is never fetched.
    func findOrCreate(at channel: ChannelAddress, title: String? = nil, site: WebAddress? = nil) throws -> Int64 {
        let (source, address) = (channel.site.withoutFragment, channel.address.withoutFragment)
        let isOwn = source == address && channel.kind != .pack
        let known = try transaction.number(
            """
            select c.id from source s join channel c on c.source_id = s.id
            where s.kind = ? and s.address = ? and (? = 1 or c.address = ?) order by c.id limit 1
            """, [.text(channel.kind.rawValue), .text(source.text), .bool(isOwn), .text(address.text)])
        if let known { return known }
        let host = address.hostKey
        let waitUntil = try transaction.number("select backoff_until from host_backoff where host = ?", [.text(host)])
        let isFetched = !PackChannelStore.isUnpublished(channel)
        let state = isFetched ? ChannelHealthState.new : .paused
        return try transaction.insertReturningID(
            into: "channel",
            [
                "source_id": .number(findOrCreateSource(of: channel.kind, at: source)),
                "address": .text(address.text), "host": .text(host),
                "title": .text(title.flatMap { LineNormalizer.normalize($0) } ?? address.host),
                "site_address": .text(site?.text), "backoff_until": .number(waitUntil),
                "is_result_list": .bool(!isFetched),
                "state": .text(state.rawValue),
            ])
    }

    private func findOrCreateSource(of kind: SourceKind, at address: WebAddress) throws -> Int64 {
        let known = try transaction.number(
            "select id from source where kind = ? and address = ?", [.text(kind.rawValue), .text(address.text)])
        return try known
            ?? transaction.insertReturningID(
                into: "source",
                ["kind": .text(kind.rawValue), "address": .text(address.text)])
    }

    /// Makes a channel due at `due` unless it is due earlier, in back-off or gone.
    func schedule(_ channel: Int64, at due: Date, for reason: RefreshReason = .due) throws {
        try transaction.run(
            """
            update channel set due_at = case when coalesce(backoff_until, 0) > ? then backoff_until else ? end, due_reason = ?
            where id = ? and state <> '\(ChannelHealthState.gone.rawValue)' and is_result_list = 0
              and (due_at is null or due_at > ?)
            """, [.date(due), .date(due), .text(reason.rawValue), .number(channel), .date(due)])
    }

    /// Resets a gone channel to one that was never fetched, as somebody follows it again.
    func reviveIfGone(_ channel: Int64) throws {
        try transaction.run(
            """
            update channel set state = '\(ChannelHealthState.new.rawValue)', consecutive_failures = 0, failure_code = null,
              http_status = null where id = ? and state = '\(ChannelHealthState.gone.rawValue)'
            """, [.number(channel)])
    }

    /// A condition for a row of `channel` that nobody follows and no edition has, which is not polled.
    static let isUnusedSQL = """
        not exists (select 1 from subscription u where u.channel_id = channel.id and u.is_followed = 1)
          and not exists (select 1 from section_channel sc where sc.channel_id = channel.id)
          and not exists (select 1 from edition e where e.directory_channel_id = channel.id)
        """

    func unscheduleIfUnused(_ channel: Int64) throws {
        try transaction.run(
            "update channel set due_at = null where id = ? and due_at is not null and \(Self.isUnusedSQL)",
            [.number(channel)])
    }

    /// Updates a channel's metadata; missing values keep the stored ones.
    func updateMetadata(_ metadata: ChannelMetadata, of channel: Int64) throws {
        let icon = try (metadata.icon ?? defaultIcon(metadata, channel)).map {
            try PictureWriter(transaction: transaction).id(of: $0, width: nil, height: nil)
        }
        try transaction.run(
            """
            update channel set title = coalesce(?, title), site_address = coalesce(?, site_address), description = coalesce(?, description),
              format = coalesce(?, format), icon_id = coalesce(?, icon_id)
            where id = ?
            """,
            [
                .text(metadata.title.flatMap { LineNormalizer.normalize($0) }), .text(metadata.site?.text),
                .text(metadata.description), .text(metadata.format), .number(icon), .number(channel),
            ])
    }

    /// Updates the date and ID of the newest story, which lists use.
    func updateNewestStory(of channel: Int64) throws {
        try transaction.run(
            """
            update channel set
              newest_at = (select coalesce(max(cs.shown_at), 0) from channel_story cs where cs.channel_id = channel.id),
              newest_story_id =
                (select coalesce(max(cs.story_id), 0) from channel_story cs where cs.channel_id = channel.id)
            where id = ?
            """, [.number(channel)])
        try transaction.run(
            """
            update subscription set newest_at = (select c.newest_at from channel c where c.id = subscription.channel_id)
            where channel_id = ?
            """, [.number(channel)])
    }

    /// Returns the conventional icon address, unless an icon is known.
    private func defaultIcon(_ metadata: ChannelMetadata, _ channel: Int64) throws -> WebAddress? {
        let known = try transaction.number("select icon_id from channel where id = ?", [.number(channel)])
        return known == nil ? metadata.defaultIcon : nil
    }
}
