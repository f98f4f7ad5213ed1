import Foundation
import News
import URLs

/// A query for the feeds that other programs list.
struct SyncFeedQuery {
    let transaction: Transaction
    let reader: Int64

    private struct Row {
        var feed: SyncFeed
        var folder: Int64
        /// True if the origin gave the channel no title, so that it has that of its host.
        var isUntitled: Bool
    }

    /// A channel of a section of an edition.
    private struct SectionChannel {
        var edition: String
        var section: Int64
        var title: String
        var channel: ChannelID
    }

    /// Returns the followed feeds in their folders, and the other channels of the editions.
    func feeds(in editions: [Edition]) throws -> SyncFeedList {
        let sections = try self.sections(of: editions)
        var groups = try folders() + self.groups(of: editions, sections)
        let listed = groups.reduce(into: Set<ChannelID>()) { $0.formUnion($1.feeds) }
        var (feeds, folders): ([SyncFeed], [Int64: Set<ChannelID>]) = ([], [:])
        for var row in try rows() where row.feed.isFollowed || listed.contains(row.feed.id) {
            if !row.feed.isFollowed, row.isUntitled, let title = Self.title(of: row.feed.id, sections, editions) {
                row.feed.title = title
            }
            feeds.append(row.feed)
            if row.feed.isFollowed { folders[row.folder, default: []].insert(row.feed.id) }
        }
        let followed = Set(feeds.filter(\.isFollowed).map(\.id))
        for index in groups.indices {
            if groups[index].isFolder {
                groups[index].feeds = folders[groups[index].id.rawValue] ?? []
            } else {
                // A followed feed is in its folder alone, as programs show a feed in one place.
                groups[index].feeds.subtract(followed)
            }
        }
        groups.removeAll { !$0.isFolder && $0.feeds.isEmpty }
        addLabels(of: groups, to: &feeds)
        if try hasSavedElsewhere(feeds.map(\.id.rawValue)) { feeds.append(savedElsewhere) }
        return SyncFeedList(feeds: feeds, groups: groups)
    }

    private func addLabels(of groups: [SyncGroup], to feeds: inout [SyncFeed]) {
        let places = Dictionary(uniqueKeysWithValues: feeds.indices.map { (feeds[$0].id, $0) })
        for group in groups {
            for feed in group.feeds {
                if let place = places[feed], !feeds[place].labels.contains(group.title) {
                    feeds[place].labels.append(group.title)
                }
            }
        }
    }

    private func rows() throws -> [Row] {
        try transaction.all(
            """
            select c.id, coalesce(u.title, c.title) as title, c.host, c.address, c.site_address, c.icon_id, p.address as icon_address, u.folder_id, u.is_followed, n.arrived_at,
              c.last_success_at
            from subscription u join channel c on c.id = u.channel_id
            left join picture p on p.id = c.icon_id left join story n on n.id = c.newest_story_id
            where u.reader_id = ?
            """, [.number(reader)]
        ) { row in
            let (id, title, host) = (row.number("id"), row.text("title"), row.text("host"))
            let address = Self.withoutCredentials(row.text("address"))
            let feed = SyncFeed(
                id: ChannelID(rawValue: id), title: title, address: address,
                site: row.optionalText("site_address").map(Self.withoutCredentials) ?? address,
                icon: row.optionalNumber("icon_id").map { PictureID(rawValue: $0) },
                iconAddress: row.optionalText("icon_address"), isFollowed: row.bool("is_followed"),
                newestArrivedAt: row.optionalDate("arrived_at"), lastFetchedAt: row.optionalDate("last_success_at"))
            return Row(
                feed: feed, folder: row.number("folder_id"),
                isUntitled: title.isEmpty || host == title || host.hasPrefix(title + ":"))
        }
    }

    /// Returns a stored address without user name and password. Few have an at sign, so few are parsed.
    private static func withoutCredentials(_ address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: "@")) else { return address }
        return WebAddress(address)?.withoutCredentials.text ?? ""
    }

    private func folders() throws -> [SyncGroup] {
        try transaction.all(
            "select id, title from folder where reader_id = ?\(FolderWriter.isFolderSQL) order by position, id",
            [.number(reader)]
        ) {
            SyncGroup(
                id: SectionID(rawValue: $0.number("id")), title: $0.text("title"), isFolder: true, feeds: [])
        }
    }

    private func sections(of editions: [Edition]) throws -> [SectionChannel] {
        let list = SQLList(editions.map(\.id.rawValue))
        return try transaction.all(
            """
            select f.edition, f.id as section_id, f.title, sc.channel_id from folder f
            join section_channel sc on sc.section_id = f.id
            where f.edition in \(list.sql) and f.is_listed = 1 and (f.reader_id is null or f.reader_id = ?)
            """, list.arguments + [.number(reader)]
        ) {
            SectionChannel(
                edition: $0.text("edition"), section: $0.number("section_id"), title: $0.text("title"),
                channel: ChannelID(rawValue: $0.number("channel_id")))
        }.sorted { $0.section < $1.section }
    }

    /// Returns a group for each edition with sections.
    private func groups(of editions: [Edition], _ sections: [SectionChannel]) -> [SyncGroup] {
        let byEdition = Dictionary(grouping: sections, by: \.edition)
        return editions.compactMap { edition in
            guard let rows = byEdition[edition.id.rawValue], let first = rows.map(\.section).min() else { return nil }
            return SyncGroup(
                id: SectionID(rawValue: first), title: edition.title, isFolder: false, feeds: Set(rows.map(\.channel)))
        }
    }

    /// Returns a title for a channel without one: that of its section and newspaper.
    private static func title(
        of channel: ChannelID, _ sections: [SectionChannel], _ editions: [Edition]
    ) -> String? {
        guard let section = sections.first(where: { $0.channel == channel }),
            let edition = editions.first(where: { $0.id.rawValue == section.edition })
        else { return nil }
        return "\(section.title) – \(edition.title)"
    }

    // MARK: Saved stories without a feed

    /// Returns true if the reader has saved a story that none of the channels lists.
    private func hasSavedElsewhere(_ channels: [Int64]) throws -> Bool {
        let list = SQLList(channels)
        return try transaction.exists(
            """
            select 1 from mark k join story s on s.id = k.story_id
            where k.reader_id = ? and k.kind = \(MarkKind.saved.databaseValue) and k.is_set = 1 and s.purged_at is null
              and not exists (
                select 1 from channel_story cs where cs.story_id = k.story_id and +cs.channel_id in \(list.sql))
            limit 1
            """, [.number(reader)] + list.arguments)
    }

    private var savedElsewhere: SyncFeed {
        let address = "https://saved.invalid/"
        return SyncFeed(
            id: SyncFeed.savedID, title: SyncFeed.savedTitle, address: address, site: address, isFollowed: false)
    }
}
