import Foundation
import News
import URLs

/// The editions and their sections in the database.
struct EditionStore {
    let transaction: Transaction
    let now: Date

    struct SectionDraft {
        var key: String
        var title: String
        var channels: [ChannelAddress]
        /// True for an offered channel, which takes the section's title.
        var isSingleChannel = false
    }

    /// Inserts or updates an edition and its listed sections. Offered sections stay as the last response defined them.
    func save(_ edition: Edition) throws {
        var directory: Int64?
        switch edition.sections {
        case .folders: return
        case .offered(let directoryAddress, _):
            directory = try ChannelWriter(transaction: transaction).findOrCreate(
                at: directoryAddress, title: edition.title)
        case .listed(let sections):
            try self.replaceSections(
                sections.map { SectionDraft(key: $0.key, title: $0.title, channels: $0.channels) }, of: edition.id)
            if let pack = edition.pack { try PackChannelStore(transaction: transaction, now: now).listPages(of: pack) }
        }
        try transaction.run(
            """
            insert into edition (id, directory_channel_id, kept_back_kinds) values (?, ?, ?)
            on conflict (id) do update set directory_channel_id = excluded.directory_channel_id,
              kept_back_kinds = excluded.kept_back_kinds
            """,
            [
                .text(edition.id.rawValue), .number(directory),
                .number(HeadlineKind.bits(edition.options.keptBack)),
            ])
    }

    /// Replaces the sections that all readers have, in the given order. The key of a section preserves its ID and thus
    /// its URL; a removed section is unlisted, and gets the same ID if it returns.
    func replaceSections(_ sections: [SectionDraft], of edition: EditionID) throws {
        let known = try transaction.all(
            "select id, path from folder where edition = ? and reader_id is null", [.text(edition.rawValue)]
        ) {
            (id: $0.number("id"), key: $0.text("path"))
        }
        var ids = Dictionary(known.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
        for (position, section) in sections.enumerated() {
            let id = try upsertSection(
                section, at: position, known: ids.removeValue(forKey: section.key), of: edition)
            try setChannels(section.channels, ofSection: id, title: section.isSingleChannel ? section.title : nil)
        }
        for removed in ids.values.sorted() {
            try transaction.run("update folder set is_listed = 0 where id = ?", [.number(removed)])
            try transaction.run("delete from section_channel where section_id = ?", [.number(removed)])
        }
    }

    private func upsertSection(_ section: SectionDraft, at position: Int, known: Int64?, of edition: EditionID) throws
        -> Int64
    {
        guard let known else {
            return try transaction.insertReturningID(
                into: "folder",
                [
                    "reader_id": .null, "title": .text(section.title), "path": .text(section.key),
                    "position": .number(position), "edition": .text(edition.rawValue),
                ])
        }
        try transaction.run(
            "update folder set title = ?, position = ?, is_listed = 1 where id = ?",
            [.text(section.title), .number(position), .number(known)])
        return known
    }

    /// Replaces the channels of a section. A channel already used under the same address is kept, even if it has moved.
    func setChannels(_ channels: [ChannelAddress], ofSection section: Int64, title: String? = nil) throws {
        let known = try transaction.all(
            "select channel_id, address from section_channel where section_id = ?", [.number(section)]
        ) { (channel: $0.number("channel_id"), address: $0.text("address")) }
        let byAddress = Dictionary(known.map { ($0.address, $0.channel) }, uniquingKeysWith: { first, _ in first })
        var wanted: [(channel: Int64, address: String)] = []
        for channelAddress in channels {
            let address = channelAddress.address.withoutFragment.text
            let channel =
                try byAddress[address]
                ?? ChannelWriter(transaction: transaction).findOrCreate(at: channelAddress)
            if let title {
                try transaction.run("update channel set title = ? where id = ?", [.text(title), .number(channel)])
            }
            if !wanted.contains(where: { $0.channel == channel }) { wanted.append((channel, address)) }
        }
        try transaction.run("delete from section_channel where section_id = ?", [.number(section)])
        for (position, item) in wanted.enumerated() {
            try transaction.run(
                "insert into section_channel (section_id, channel_id, position, address) values (?, ?, ?, ?)",
                [.number(section), .number(item.channel), .number(position), .text(item.address)])
        }
    }

    /// Removes editions whose files are gone; their sections keep their IDs.
    func removeEditions(except kept: Set<EditionID>) throws {
        for id in try transaction.texts("select id from edition").map(EditionID.init(rawValue:))
        where !kept.contains(id) {
            try replaceSections([], of: id)
            try TopicWriter(transaction: transaction, now: now).removeTopics(of: id)
            try transaction.run("delete from edition where id = ?", [.text(id.rawValue)])
        }
    }

    func unscheduleUnusedChannels() throws {
        try transaction.run(
            "update channel set due_at = null where due_at is not null and \(ChannelWriter.isUnusedSQL)")
    }

    func directoryChannel(of edition: EditionID) throws -> Int64? {
        try transaction.number("select directory_channel_id from edition where id = ?", [.text(edition.rawValue)])
    }

    /// Returns the listed sections in order; the reader's own sections come last.
    func sections(of edition: EditionID, for reader: Int64) throws -> [(id: Int64, key: String, title: String)] {
        try transaction.all(
            """
            select id, path, title from folder
            where edition = ? and is_listed = 1 and (reader_id is null or reader_id = ?)
            order by case when reader_id is null then 0 else 1 end, position
            """, [.text(edition.rawValue), .number(reader)]
        ) { (id: $0.number("id"), key: $0.text("path"), title: $0.text("title")) }
    }

    /// Returns the channels that are fetched or have a pack's pages: of all sections with the directory first, or of
    /// one section.
    func channels(of edition: EditionID, section: Int64? = nil, for reader: Int64) throws -> [Int64] {
        let condition = section == nil ? "f.is_listed = 1" : "f.id = ?"
        let sectionChannels = try transaction.numbers(
            """
            select sc.channel_id from folder f join section_channel sc on sc.section_id = f.id
            join channel c on c.id = sc.channel_id
            where f.edition = ? and (f.reader_id is null or f.reader_id = ?) and (c.is_result_list = 0 or c.host = '\(PackChannelStore.unpublishedHost)')
              and \(condition)
            order by case when f.reader_id is null then 0 else 1 end, f.position, sc.position
            """, [.text(edition.rawValue), .number(reader)] + (section.map { [.number($0)] } ?? []))
        if section != nil { return sectionChannels }
        var seen: Set<Int64> = []
        return try (directoryChannel(of: edition).map { [$0] } ?? [])
            + sectionChannels.filter { seen.insert($0).inserted }
    }

    /// Subscribes the reader to channels without following them, and makes unscheduled channels due at once.
    func subscribe(_ channels: [Int64], reader: Int64) throws {
        for channel in channels {
            let added = try transaction.run(
                """
                insert into subscription (reader_id, channel_id, newest_at, followed_at, is_followed, read_through)
                select cast(? as bigint), id, newest_at, cast(? as bigint), 0, \(PackChannelStore.readThroughSQL)
                from channel where id = ?
                on conflict (reader_id, channel_id) do nothing
                """, [.number(reader), .date(now), .number(channel)])
            if added == 1 { try TopicMatchWriter(transaction, reader: reader).applyToStories(of: channel) }
            let isUnscheduled = try transaction.exists(
                """
                select 1 from channel where id = ? and due_at is null
                  and state <> '\(ChannelHealthState.gone.rawValue)'
                """, [.number(channel)])
            if isUnscheduled {
                try ChannelWriter(transaction: transaction).schedule(channel, at: now, for: .viewed)
            }
        }
    }
}
