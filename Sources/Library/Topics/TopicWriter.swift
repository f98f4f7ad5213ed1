import Foundation
import News
import URLs

/// A writer that creates and removes topics with their sections and channels, in one transaction.
struct TopicWriter {
    let transaction: Transaction
    let now: Date

    private var store: TopicStore { TopicStore(transaction: transaction) }
    private var editions: EditionStore { EditionStore(transaction: transaction, now: now) }

    /// Follows a subject, or returns the topic that follows it already.
    /// - Parameter subject: a normalised subject.
    func follow(
        _ subject: TopicSubject, in edition: EditionID, for reader: Int64, _ channels: TopicChannelResolver
    ) throws -> TopicStore.Record {
        if let known = try store.find(subject.key, in: edition, of: reader) { return known }
        let others = try store.all(in: edition, of: reader)
        guard others.count < TopicService.maxTopics else {
            throw LibraryError.invalid(why: "You follow \(TopicService.maxTopics) topics already. Remove one first.")
        }
        let title = channels.title(of: subject)
        let section = try makeSection(for: subject, titled: title, in: edition, of: reader)
        let channel = TopicMatcher(subject) == nil ? nil : try makeMatchChannel(section, titled: title)
        let id = try transaction.insertReturningID(
            into: "topic",
            [
                "reader_id": .number(reader), "edition": .text(edition.rawValue),
                "subject": .text(try JSONColumn.encode(subject)), "subject_key": .text(subject.key),
                "section_id": .number(section), "channel_id": .number(channel), "created_at": .date(now),
            ])
        if let channel {
            try transaction.run(
                """
                insert into subscription (reader_id, channel_id, followed_at, is_followed) values (?, ?, ?, 0)
                """, [.number(reader), .number(channel), .date(now)])
            try TopicMatchWriter(transaction, reader: reader, section: section).applyToStoredStories()
        }
        try updateChannels(in: edition, of: reader, channels)
        return try store.one(id, of: reader)
    }

    /// Creates a section for a topic, as the reader's last in the edition.
    private func makeSection(
        for subject: TopicSubject, titled title: String, in edition: EditionID, of reader: Int64
    ) throws -> Int64 {
        let last = try transaction.number(
            "select max(position) from folder where edition = ? and reader_id = ?",
            [.text(edition.rawValue), .number(reader)])
        // The path begins with the separator, which no folder's path does, so that it differs from the paths of
        // folders; paths also differ among the sections of an edition.
        let path = "\(FolderWriter.separator)\(edition.rawValue)\(FolderWriter.separator)\(reader)"
        return try transaction.insertReturningID(
            into: "folder",
            [
                "reader_id": .number(reader), "title": .text(title),
                "path": .text(path + FolderWriter.separator + subject.key), "position": .number((last ?? -1) + 1),
                "edition": .text(edition.rawValue),
            ])
    }

    // MARK: The channel of what matches

    private static let matchKind = SourceKind(rawValue: "topic")
    /// The site of all match channels; no host can have this name (RFC 2606 §2).
    private static let matchSite = "https://topics.invalid/"

    /// Returns the address of a topic's match channel, which is never fetched.
    private static func matchAddress(_ section: Int64) throws -> ChannelAddress {
        guard let site = WebAddress(matchSite), let address = WebAddress("\(matchSite)\(section)") else {
            throw LibraryError.failed(why: "no address for section \(section)")
        }
        return ChannelAddress(kind: matchKind, site: site, address: address)
    }

    private func makeMatchChannel(_ section: Int64, titled title: String) throws -> Int64 {
        let channel = try ChannelWriter(transaction: transaction).findOrCreate(
            at: try Self.matchAddress(section), title: title)
        try transaction.run(
            "update channel set is_result_list = 1, state = '\(ChannelHealthState.paused.rawValue)' where id = ?",
            [.number(channel)])
        return channel
    }

    private func removeMatchChannel(_ channel: Int64) throws {
        // Stories that are in no other channel move to a channel of their source, until they are purged there.
        try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select o.id, cs.story_id, cs.shown_at from channel_story cs join story s on s.id = cs.story_id
            join channel o on o.id =
              (select min(c.id) from channel c where c.source_id = s.source_id and c.is_result_list = 0)
            where cs.channel_id = ? and not exists (
              select 1 from channel_story other
              where other.story_id = cs.story_id and other.channel_id <> cs.channel_id)
            """, [.number(channel)])
        for table in ["channel_story", "section_channel", "subscription", "refresh_log", "mute"] {
            try transaction.run("delete from \(table) where channel_id = ?", [.number(channel)])
        }
        try transaction.run("delete from channel where id = ?", [.number(channel)])
    }

    // MARK: Removing

    func remove(_ topic: TopicStore.Record) throws {
        let channels = try sectionChannels(topic.section)
        try transaction.run("delete from section_channel where section_id = ?", [.number(topic.section)])
        try transaction.run("delete from topic where id = ?", [.number(topic.id)])
        try transaction.run("delete from folder where id = ?", [.number(topic.section)])
        if let channel = topic.channel { try removeMatchChannel(channel) }
        try removeSubscriptions(to: channels, of: topic.reader)
        try editions.unscheduleUnusedChannels()
    }

    /// Removes all topics of an edition that no longer has topics.
    func removeTopics(of edition: EditionID) throws {
        for reader in try store.readers(in: edition) {
            for topic in try store.all(in: edition, of: reader) { try remove(topic) }
        }
        try transaction.run("delete from default_headlines where edition = ?", [.text(edition.rawValue)])
    }

    private func sectionChannels(_ section: Int64) throws -> [Int64] {
        try transaction.numbers("select channel_id from section_channel where section_id = ?", [.number(section)])
    }

    /// Removes the reader's subscriptions to channels that no section shows to the reader any more, and that the reader
    /// does not follow.
    private func removeSubscriptions(to channels: [Int64], of reader: Int64) throws {
        for channel in channels {
            try transaction.run(
                """
                delete from subscription where reader_id = ? and channel_id = ? and is_followed = 0
                  and not \(SubscriptionWriter.isInEditionSQL)
                  and not exists (select 1 from edition e where e.directory_channel_id = subscription.channel_id)
                """, [.number(reader), .number(channel)])
        }
    }

    // MARK: Order

    /// Exchanges a topic with its neighbour; the first stays first when moved up, and the last stays last when moved
    /// down.
    func move(_ topic: TopicStore.Record, isUp: Bool) throws {
        var order = try store.all(in: topic.edition, of: topic.reader).map(\.section)
        guard let index = order.firstIndex(of: topic.section) else { throw LibraryError.notThere }
        let target = isUp ? index - 1 : index + 1
        guard order.indices.contains(target) else { return }
        order.swapAt(index, target)
        for (position, section) in order.enumerated() {
            try transaction.run(
                "update folder set position = ? where id = ?", [.number(position), .number(section)])
        }
    }

    // MARK: Channels

    func updateChannels(of edition: EditionID, _ channels: TopicChannelResolver) throws {
        for reader in try store.readers(in: edition) { try updateChannels(in: edition, of: reader, channels) }
    }

    private func updateChannels(in edition: EditionID, of reader: Int64, _ channels: TopicChannelResolver) throws {
        let topics = try store.all(in: edition, of: reader)
        let countries = topics.compactMap { if case .headlines(let country) = $0.subject { country } else { nil } }
        var former: [Int64] = []
        for topic in topics {
            guard let subject = topic.subject else { continue }
            former += try sectionChannels(topic.section)
            let matched = topic.channel == nil ? [] : [try Self.matchAddress(topic.section)]
            try editions.setChannels(
                channels.channels(of: subject, countries: Set(countries)) + matched, ofSection: topic.section)
            try transaction.run(
                "update folder set title = ? where id = ?",
                [.text(channels.title(of: subject)), .number(topic.section)])
            try editions.subscribe(
                try editions.channels(of: edition, section: topic.section, for: reader), reader: reader)
        }
        try removeSubscriptions(to: former, of: reader)
        try editions.unscheduleUnusedChannels()
    }
}
