import Foundation
import Markup
import News

/// Writes what is known of channels.
struct ChannelWriter {
    let transaction: Transaction
    let now: Date

    /// The channel at an address, made if it is new and asked by nobody yet. A feed is a source of its own, which may
    /// have moved since it was first named; other sources have many channels.
    func findOrCreate(of place: ChannelAddress, title: String? = nil, site: WebAddress? = nil) throws -> Int64 {
        let (source, address) = (place.site.withoutFragment, place.address.withoutFragment)
        let isOwn = source == address
        let known = try transaction.number(
            """
            select c.id from source s join channel c on c.source_id = s.id
            where s.kind = ? and s.address = ? and (? = 1 or c.address = ?) order by c.id limit 1
            """, [.text(place.kind.rawValue), .text(source.text), .bool(isOwn), .text(address.text)])
        if let known { return known }
        return try transaction.insert(
            """
            insert into channel (source_id, address, host, title, site, made_at, wait_until)
            values (?, ?, ?, ?, ?, ?, (select w.wait_until from host_wait w where w.host = ?))
            """,
            [
                .number(try self.findOrCreateSource(of: place.kind, at: source)), .text(address.text),
                .text(HostKey.key(of: address)), .text(title.flatMap { TitleNormalizer.normalize($0) } ?? address.host),
                .text(site?.text), .date(now), .text(HostKey.key(of: address)),
            ])
    }

    private func findOrCreateSource(of kind: SourceKind, at address: WebAddress) throws -> Int64 {
        let known = try transaction.number(
            "select id from source where kind = ? and address = ?", [.text(kind.rawValue), .text(address.text)])
        return try known
            ?? transaction.insert(
                "insert into source (kind, address, made_at) values (?, ?, ?)",
                [.text(kind.rawValue), .text(address.text), .date(now)])
    }

    /// Due then, unless it is due earlier, was asked to wait, or is gone.
    func schedule(_ channel: Int64, at due: Date, for reason: RefreshReason = .due) throws {
        try transaction.run(
            """
            update channel set due_at = case when coalesce(wait_until, 0) > ? then wait_until else ? end, due_for = ?
            where id = ? and state <> 'gone' and (due_at is null or due_at > ?)
            """, [.date(due), .date(due), .text(reason.rawValue), .number(channel), .date(due)])
    }

    /// What a channel says about itself; what it does not say stays as it was.
    func updateMetadata(_ facts: ChannelMetadata, of channel: Int64) throws {
        let icon = try (facts.icon ?? defaultIcon(facts, channel)).map {
            try PictureWriter(transaction: transaction).id(of: $0, width: nil, height: nil)
        }
        try transaction.run(
            """
            update channel set title = coalesce(?, title), site = coalesce(?, site), about = coalesce(?, about),
              language = coalesce(?, language), format = coalesce(?, format), icon_id = coalesce(?, icon_id)
            where id = ?
            """,
            [
                .text(facts.title.flatMap { TitleNormalizer.normalize($0) }), .text(facts.site?.text),
                .text(facts.about),
                .text(facts.language), .text(facts.format), .number(icon), .number(channel),
            ])
    }

    /// Lists find a channel by its newest story.
    func updateNewestStory(of channel: Int64) throws {
        try transaction.run(
            """
            update channel set
              newest_at = (select coalesce(max(cs.shown_at), 0) from channel_story cs where cs.channel_id = channel.id),
              newest_story = (select coalesce(max(cs.story_id), 0) from channel_story cs where cs.channel_id = channel.id)
            where id = ?
            """, [.number(channel)])
        try transaction.run(
            """
            update subscription set newest_at = (select c.newest_at from channel c where c.id = subscription.channel_id)
            where channel_id = ?
            """, [.number(channel)])
    }

    /// The place where an icon usually is, unless a better one is known.
    private func defaultIcon(_ facts: ChannelMetadata, _ channel: Int64) throws -> WebAddress? {
        let known = try transaction.number("select icon_id from channel where id = ?", [.number(channel)])
        return known == nil ? facts.defaultIcon : nil
    }
}
