import Foundation
import News

/// A writer that inserts stories into the channels of the topics that they match: when they arrive, when they change,
/// and when a reader follows a topic. Only stories of a reader's own channels are examined, because other stories may
/// be another reader's secret. Stories of muted feeds are excluded.
struct TopicMatchWriter {
    let transaction: Transaction
    private let topics: [MatchedTopic]

    private struct MatchedTopic {
        var reader: Int64
        var channel: Int64
        var matcher: TopicMatcher
    }

    /// The numbers of stored stories that a new topic examines: of those found by the search index, and of the newest
    /// ones.
    private static let maxFound = 1000
    private static let maxNewest = 200

    /// Reads the topics to match.
    /// - Parameters:
    ///   - reader: the reader whose topics are matched; nil for all readers.
    ///   - section: the section of the only topic to match; nil for all topics.
    init(_ transaction: Transaction, reader: Int64? = nil, section: Int64? = nil) throws {
        self.transaction = transaction
        topics = try transaction.all(
            """
            select reader_id, channel_id, subject from topic
            where channel_id is not null and (? = 0 or reader_id = ?) and (? = 0 or section_id = ?) order by id
            """,
            [.bool(reader != nil), .number(reader ?? 0), .bool(section != nil), .number(section ?? 0)]
        ) { row -> MatchedTopic? in
            let subject: TopicSubject? = JSONColumn.decodeIfReadable(row.text("subject"))
            return subject.flatMap { TopicMatcher($0) }.map {
                MatchedTopic(reader: row.number("reader_id"), channel: row.number("channel_id"), matcher: $0)
            }
        }.compactMap(\.self)
    }

    /// Updates the topics of a story that is new, in a further channel, or changed.
    func apply(_ story: Int64) throws {
        guard !topics.isEmpty else { return }
        let readers = Set(try self.readers(of: story))
        let concerned = topics.filter { readers.contains($0.reader) }
        guard !concerned.isEmpty,
            let candidate = try StoryMatchCandidate.find(story, transaction, withText: true)
        else { return }
        let texts = TopicMatcher.Texts(candidate)
        for topic in concerned {
            if topic.matcher.matches(texts) { try add(story, to: topic) } else { try remove(story, from: topic) }
        }
    }

    /// Updates the topics of a channel's stories. The channel is new to a reader (with stories that were fetched for
    /// another), or was muted or unmuted.
    func applyToStories(of channel: Int64) throws {
        guard !topics.isEmpty else { return }
        let stories = try transaction.numbers(
            "select story_id from channel_story where channel_id = ? order by shown_at desc, story_id desc limit ?",
            [.number(channel), .number(Self.maxFound)])
        for story in stories {
            let readers = Set(try self.readers(of: story))
            for topic in topics where !readers.contains(topic.reader) { try remove(story, from: topic) }
            try apply(story)
        }
    }

    /// Adds stored stories to a new topic: those with matches in title or text, by the search index, and matches among
    /// the newest summaries, which the index does not contain.
    func applyToStoredStories() throws {
        for topic in topics {
            let found = try StorySearchIndex(transaction: transaction).stories(
                withAnyOf: topic.matcher.phrases, of: topic.reader, limit: Self.maxFound)
            let newest = try StoryMatchCandidate.newest(
                transaction, below: .max, size: Self.maxNewest, withText: false
            ).map(\.id)
            for story in Set(found + newest).sorted() { try apply(story) }
        }
    }

    /// Returns the readers with an unmuted channel that contains the story.
    private func readers(of story: Int64) throws -> [Int64] {
        try transaction.numbers(
            """
            select distinct u.reader_id from channel_story cs
            join channel c on c.id = cs.channel_id and c.is_result_list = 0
            join subscription u on u.channel_id = cs.channel_id where cs.story_id = ?\(MuteSQL.feedCondition)
            """, [.number(story)])
    }

    private func add(_ story: Int64, to topic: MatchedTopic) throws {
        let added = try transaction.run(
            """
            insert into channel_story (channel_id, story_id, shown_at)
            select cast(? as bigint), id, shown_at from story where id = ?
            on conflict (channel_id, story_id) do nothing
            """, [.number(topic.channel), .number(story)])
        guard added == 1 else { return }
        if try isReadElsewhere(story, topic.reader) {
            try MarkWriter(transaction, reader: topic.reader, now: .distantPast).write(.read, story, true, at: 0)
        }
        try ChannelWriter(transaction: transaction).updateNewestStory(of: topic.channel)
    }

    private func remove(_ story: Int64, from topic: MatchedTopic) throws {
        let removed = try transaction.run(
            "delete from channel_story where channel_id = ? and story_id = ?",
            [.number(topic.channel), .number(story)])
        if removed == 1 { try ChannelWriter(transaction: transaction).updateNewestStory(of: topic.channel) }
    }

    /// Returns true if the story is read in another channel of the reader without a mark; marks apply to all channels.
    private func isReadElsewhere(_ story: Int64, _ reader: Int64) throws -> Bool {
        try transaction.exists(
            """
            select 1 from channel_story cs join subscription u on u.channel_id = cs.channel_id
            where cs.story_id = ? and u.reader_id = ? and u.read_through >= cs.story_id and not exists (
              select 1 from mark m
              where m.reader_id = u.reader_id and m.kind = \(MarkKind.read.databaseValue) and m.story_id = cs.story_id)
            """, [.number(story), .number(reader)])
    }
}
