import Foundation
import Markup
import News
import URLs

struct SubscriptionQuery {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    func folders() throws -> [Folder] {
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let subscriptions = try read(condition: " and u.is_followed = 1", values: [], unread: counts.perChannel())
        let bySection = Dictionary(grouping: subscriptions, by: \.section)
        let own = try transaction.all(
            "select id, title, path from folder where reader_id = ?\(FolderWriter.isFolderSQL) order by position, id",
            [.number(reader)]
        ) {
            Folder(
                id: SectionID(rawValue: $0.number("id")), title: $0.text("title"),
                path: FolderWriter.path($0.text("path")))
        }
        let other = bySection[.other] == nil ? [] : [Folder(id: .other, title: "Other", path: [])]
        let keptBack = try KeptBackFilter(of: .mine, for: reader, transaction)
        return try (own + other).map { folder in
            var folder = folder
            folder.subscriptions = bySection[folder.id] ?? []
            folder.unread = try counts.count(in: .folder(folder.id.rawValue).keepingBack(keptBack))
            return folder
        }
    }

    func one(_ channel: Int64) throws -> Subscription {
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let unread = [channel: try counts.count(in: .channel(channel))]
        let found = try read(condition: " and u.channel_id = ?", values: [.number(channel)], unread: unread)
        guard let only = found.first else { throw LibraryError.notThere }
        return only
    }

    /// Returns the subscription of a channel without its unread count; nil if there is none.
    func find(_ channel: Int64) throws -> Subscription? {
        try read(condition: " and u.channel_id = ?", values: [.number(channel)], unread: [:]).first
    }

    func matching(_ text: String) throws -> [Subscription] {
        let wanted = TextNormalizer.normalize(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        guard !wanted.isEmpty else { return [] }
        let all = try folders().flatMap(\.subscriptions)
        let exact = all.filter {
            String($0.id.rawValue) == wanted || $0.address.text == text || TextNormalizer.normalize($0.title) == wanted
        }
        if !exact.isEmpty { return exact }
        return all.filter {
            TextNormalizer.normalize($0.title).contains(wanted)
                || TextNormalizer.normalize($0.address.text).contains(wanted)
                || TextNormalizer.normalize($0.site?.text ?? "").contains(wanted)
        }
    }

    private func read(
        condition: String, values: [SQLValue], unread: [Int64: BoundedCount]
    ) throws -> [Subscription] {
        try transaction.all(
            """
            select c.id, c.title as origin_title, u.title as own_title, s.kind, c.address, c.site_address, c.description, c.icon_id,
              u.folder_id, f.title as folder_title, u.is_followed, c.full_text_choice,
              \(ChannelHealth.columns)
            from subscription u join channel c on c.id = u.channel_id join source s on s.id = c.source_id
            join folder f on f.id = u.folder_id
            where u.reader_id = ?\(condition)
            """, [.number(reader)] + values, { decode($0, unread: unread) }
        ).compactMap(\.self).map { (key: TextNormalizer.sortKey($0.title), subscription: $0) }.sorted {
            ($0.key, $0.subscription.id.rawValue) < ($1.key, $1.subscription.id.rawValue)
        }.map(\.subscription)
    }

    private func decode(_ row: SQLRow, unread: [Int64: BoundedCount]) -> Subscription? {
        guard let address = WebAddress(row.text("address")) else { return nil }
        let id = row.number("id")
        let ownTitle = row.optionalText("own_title")
        let section = SectionID(rawValue: row.number("folder_id"))
        return Subscription(
            id: ChannelID(rawValue: id), title: ownTitle ?? row.text("origin_title"), ownTitle: ownTitle,
            kind: SourceKind(rawValue: row.text("kind")), address: address,
            site: row.optionalText("site_address").flatMap { WebAddress($0) },
            description: row.optionalText("description"),
            icon: row.optionalNumber("icon_id").map { PictureID(rawValue: $0) }, section: section,
            sectionTitle: section == .other ? nil : row.text("folder_title"), unread: unread[id] ?? .zero,
            health: ChannelHealth(row, now: now),
            isFollowed: row.bool("is_followed"),
            fullText: FullTextChoice(rawValue: row.text("full_text_choice")) ?? .automatic)
    }
}
