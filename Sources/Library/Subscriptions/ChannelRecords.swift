import Foundation
import Markup
import News

/// Writes what is known of channels.
struct ChannelRecords {
    let session: Session
    let now: Date

    /// The channel at an address, made if it is new and asked by nobody yet. A feed is a source of its own, which may
    /// have moved since it was first named; other sources have many channels.
    func channel(of place: ChannelAddress, title: String? = nil, site: WebAddress? = nil) throws -> Int64 {
        let (source, address) = (place.site.withoutFragment, place.address.withoutFragment)
        let isOwn = source == address
        let known = try session.number(
            """
            select c.id from source s join channel c on c.source_id = s.id
            where s.kind = ? and s.address = ? and (? = 1 or c.address = ?) order by c.id limit 1
            """, [.words(place.kind.rawValue), .words(source.text), .flag(isOwn), .words(address.text)])
        if let known { return known }
        return try session.insert(
            """
            insert into channel (source_id, address, host, title, site, made_at, wait_until)
            values (?, ?, ?, ?, ?, ?, (select w.wait_until from host_wait w where w.host = ?))
            """,
            [
                .number(try self.source(of: place.kind, at: source)), .words(address.text),
                .words(Hosts.key(of: address)), .words(title.flatMap { Titles.tidy($0) } ?? address.host),
                .words(site?.text), .instant(now), .words(Hosts.key(of: address)),
            ])
    }

    private func source(of kind: SourceKind, at address: WebAddress) throws -> Int64 {
        let known = try session.number(
            "select id from source where kind = ? and address = ?", [.words(kind.rawValue), .words(address.text)])
        return try known
            ?? session.insert(
                "insert into source (kind, address, made_at) values (?, ?, ?)",
                [.words(kind.rawValue), .words(address.text), .instant(now)])
    }

    /// Due then, unless it is due earlier, was asked to wait, or is gone.
    func wake(_ channel: Int64, at due: Date, for reason: RefreshReason = .due) throws {
        try session.run(
            """
            update channel set due_at = case when coalesce(wait_until, 0) > ? then wait_until else ? end, due_for = ?
            where id = ? and state <> 'gone' and (due_at is null or due_at > ?)
            """, [.instant(due), .instant(due), .words(reason.rawValue), .number(channel), .instant(due)])
    }

    /// What a channel says about itself; what it does not say stays as it was.
    func note(_ facts: ChannelFacts, of channel: Int64) throws {
        let icon = try (facts.icon ?? usualIcon(facts, channel)).map {
            try PictureRecords(session: session).id(of: $0, width: nil, height: nil)
        }
        try session.run(
            """
            update channel set title = coalesce(?, title), site = coalesce(?, site), about = coalesce(?, about),
              language = coalesce(?, language), format = coalesce(?, format), icon_id = coalesce(?, icon_id)
            where id = ?
            """,
            [
                .words(facts.title.flatMap { Titles.tidy($0) }), .words(facts.site?.text), .words(facts.about),
                .words(facts.language), .words(facts.format), .number(icon), .number(channel),
            ])
    }

    /// Lists find a channel by its newest story.
    func noteNewest(of channel: Int64) throws {
        try session.run(
            """
            update channel set
              newest_at = (select coalesce(max(cs.shown_at), 0) from channel_story cs where cs.channel_id = channel.id),
              newest_story = (select coalesce(max(cs.story_id), 0) from channel_story cs where cs.channel_id = channel.id)
            where id = ?
            """, [.number(channel)])
        try session.run(
            """
            update subscription set newest_at = (select c.newest_at from channel c where c.id = subscription.channel_id)
            where channel_id = ?
            """, [.number(channel)])
    }

    /// The place where an icon usually is, unless a better one is known.
    private func usualIcon(_ facts: ChannelFacts, _ channel: Int64) throws -> WebAddress? {
        let known = try session.number("select icon_id from channel where id = ?", [.number(channel)])
        return known == nil ? facts.usualIcon : nil
    }
}
