import Foundation
import Markup
import News

/// Writes and reads what the database knows of editions: their sections, and the channels these draw on.
struct EditionStore {
    let transaction: Transaction
    let now: Date

    /// A section as it is to be.
    struct SectionDraft {
        var key: String
        var title: String
        var channels: [ChannelAddress]
        /// Whether it is one channel that a source offers, and so bears its title.
        var isSingleChannel = false
    }

    /// Brings an edition's rows in line with its file. The sections of one that a source offers are left as that source's
    /// last answer made them.
    func save(_ edition: Edition) throws {
        var directory: Int64?
        switch edition.sections {
        case .folders: return
        case .offered(let place, _):
            directory = try ChannelWriter(transaction: transaction, now: now).findOrCreate(
                of: place, title: edition.title)
        case .listed(let sections):
            try self.replaceSections(
                sections.map { SectionDraft(key: $0.key, title: $0.title, channels: $0.channels) }, of: edition.id)
        }
        try transaction.run(
            """
            insert into edition (id, directory_id) values (?, ?)
            on conflict (id) do update set directory_id = excluded.directory_id
            """, [.text(edition.id.rawValue), .number(directory)])
    }

    /// Makes these the edition's sections, in this order. One that is known by its key keeps its number and so its
    /// address; one that is no longer named is shown no more, and comes back with the same number.
    func replaceSections(_ sections: [SectionDraft], of edition: EditionID) throws {
        let known = try transaction.all(
            "select id, path from folder where edition = ?", [.text(edition.rawValue)],
            { (id: $0.number(), key: $0.text()) })
        var numbers = Dictionary(known.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
        for (position, section) in sections.enumerated() {
            let id = try upsertSection(
                section, at: position, known: numbers.removeValue(forKey: section.key), of: edition)
            try setChannels(section.channels, into: id, named: section.isSingleChannel ? section.title : nil)
        }
        for gone in numbers.values.sorted() {
            try transaction.run("update folder set is_listed = 0 where id = ?", [.number(gone)])
            try transaction.run("delete from section_channel where section_id = ?", [.number(gone)])
        }
    }

    private func upsertSection(_ section: SectionDraft, at position: Int, known: Int64?, of edition: EditionID) throws
        -> Int64
    {
        guard let known else {
            return try transaction.insert(
                "insert into folder (reader_id, title, path, position, edition) values (null, ?, ?, ?, ?)",
                [.text(section.title), .text(section.key), .number(position), .text(edition.rawValue)])
        }
        try transaction.run(
            "update folder set title = ?, position = ?, is_listed = 1 where id = ?",
            [.text(section.title), .number(position), .number(known)])
        return known
    }

    /// A channel that was drawn on under the same address stays, even where it has moved since.
    private func setChannels(_ channels: [ChannelAddress], into section: Int64, named title: String?) throws {
        let known = try transaction.all(
            "select channel_id, address from section_channel where section_id = ?", [.number(section)],
            { (channel: $0.number(), address: $0.text()) })
        let byAddress = Dictionary(known.map { ($0.address, $0.channel) }, uniquingKeysWith: { first, _ in first })
        var wanted: [(channel: Int64, address: String)] = []
        for place in channels {
            let address = place.address.withoutFragment.text
            let channel =
                try byAddress[address] ?? ChannelWriter(transaction: transaction, now: now).findOrCreate(of: place)
            if let title {
                try transaction.run("update channel set title = ? where id = ?", [.text(title), .number(channel)])
            }
            if !wanted.contains(where: { $0.channel == channel }) { wanted.append((channel, address)) }
        }
        try transaction.run("delete from section_channel where section_id = ?", [.number(section)])
        for (position, one) in wanted.enumerated() {
            try transaction.run(
                "insert into section_channel (section_id, channel_id, position, address) values (?, ?, ?, ?)",
                [.number(section), .number(one.channel), .number(position), .text(one.address)])
        }
    }

    /// Editions whose files are gone are shown no more; their sections keep their numbers.
    func removeEditions(allBut kept: Set<EditionID>) throws {
        for id in try transaction.all("select id from edition", [], { $0.text() })
        where !kept.contains(EditionID(rawValue: id)) {
            try replaceSections([], of: EditionID(rawValue: id))
            try transaction.run("delete from edition where id = ?", [.text(id)])
        }
    }

    /// Nobody asks for a channel that is followed by nobody and shown by no edition.
    func unscheduleUnusedChannels() throws {
        try transaction.run(
            """
            update channel set due_at = null where due_at is not null
              and not exists (select 1 from subscription u where u.channel_id = channel.id and u.is_followed = 1)
              and not exists (select 1 from section_channel sc where sc.channel_id = channel.id)
              and not exists (select 1 from edition e where e.directory_id = channel.id)
            """)
    }

    /// The channel that lists the others, where a source offers them.
    func directoryChannel(of edition: EditionID) throws -> Int64? {
        try transaction.number("select directory_id from edition where id = ?", [.text(edition.rawValue)])
    }

    /// Every channel of an edition, its directory first; or those of one of its sections.
    func channels(of edition: EditionID, section: Int64? = nil) throws -> [Int64] {
        if let section {
            return try transaction.all(
                "select channel_id from section_channel where section_id = ? order by position", [.number(section)],
                { $0.number() })
        }
        let drawn = try transaction.all(
            """
            select sc.channel_id from folder f join section_channel sc on sc.section_id = f.id
            where f.edition = ? and f.is_listed = 1 order by f.position, sc.position
            """, [.text(edition.rawValue)], { $0.number() })
        var seen: Set<Int64> = []
        return try (directoryChannel(of: edition).map { [$0] } ?? []) + drawn.filter { seen.insert($0).inserted }
    }

    /// From now on the reader reads these channels; those that nobody did until now are asked at once.
    func subscribe(_ channels: [Int64], reader: Int64) throws {
        for channel in channels {
            try transaction.run(
                """
                insert into subscription (reader_id, channel_id, newest_at, followed_at, is_followed)
                select cast(? as bigint), id, newest_at, cast(? as bigint), 0 from channel where id = ?
                on conflict (reader_id, channel_id) do nothing
                """, [.number(reader), .date(now), .number(channel)])
            let isAsleep = try transaction.number(
                "select 1 from channel where id = ? and due_at is null and state <> 'gone'", [.number(channel)])
            if isAsleep != nil {
                try ChannelWriter(transaction: transaction, now: now).schedule(channel, at: now, for: .viewed)
            }
        }
    }
}
