import Foundation
import News

/// The mute rules and muted stories in the database.
struct MuteStore {
    let transaction: Transaction

    struct Record: Sendable, Codable {
        var id: Int64
        var reader: Int64
        var rule: MuteRule
        var madeAt: Int64
        var until: Int64
        var sweptTo: Int64
    }

    private static let columns =
        "id, reader_id, kind, words, channel_id, matches_text, created_at, expires_at, applied_down_to_story_id"

    private static func record(_ row: SQLRow) -> Record {
        let rule = MuteRule(
            kind: MuteKind(rawValue: row.text("kind")) ?? .words, words: row.text("words"),
            channel: row.optionalNumber("channel_id").map { ChannelID(rawValue: $0) }, inText: row.bool("matches_text"))
        return Record(
            id: row.number("id"), reader: row.number("reader_id"), rule: rule, madeAt: row.number("created_at"),
            until: row.number("expires_at"), sweptTo: row.number("applied_down_to_story_id"))
    }

    func all(of reader: Int64) throws -> [Record] {
        try transaction.all(
            "select \(Self.columns) from mute where reader_id = ? order by id desc", [.number(reader)], Self.record)
    }

    func one(_ id: Int64, of reader: Int64) throws -> Record? {
        try transaction.first(
            "select \(Self.columns) from mute where id = ? and reader_id = ?", [.number(id), .number(reader)],
            Self.record)
    }

    /// Returns the rules of all readers that apply to single stories, which excludes those of feeds.
    func storyRules() throws -> [Record] {
        try transaction.all("select \(Self.columns) from mute where channel_id is null order by id", [], Self.record)
    }

    func nextUnswept() throws -> Record? {
        try transaction.first(
            "select \(Self.columns) from mute where applied_down_to_story_id > 0 order by applied_down_to_story_id desc limit 1",
            [],
            Self.record)
    }

    func expired(at now: Date) throws -> [Record] {
        try transaction.all("select \(Self.columns) from mute where expires_at <= ?", [.date(now)], Self.record)
    }

    /// Inserts a rule (ID 0) or replaces one. All stories must be checked again afterwards.
    func save(_ record: Record) throws -> Int64 {
        let highest = try transaction.number("select max(id) from story") ?? 0
        let values: SQLAssignments = [
            "reader_id": .number(record.reader), "kind": .text(record.rule.kind.rawValue),
            "words": .text(record.rule.words), "channel_id": .number(record.rule.channel?.rawValue),
            "matches_text": .bool(record.rule.inText), "created_at": .number(record.madeAt),
            "expires_at": .number(record.until),
            "applied_down_to_story_id": .number(record.rule.kind == .feed ? 0 : highest + 1),
        ]
        var id = record.id
        if id == 0 {
            id = try transaction.insertReturningID(into: "mute", values)
        } else {
            try remove(id)
            try transaction.insert(into: "mute", ["id": .number(id)] + values)
        }
        try updateTopics(of: record)
        return id
    }

    func remove(_ id: Int64) throws {
        let known = try transaction.first("select \(Self.columns) from mute where id = ?", [.number(id)], Self.record)
        try transaction.run("delete from muted_story where mute_id = ?", [.number(id)])
        try transaction.run("delete from mute where id = ?", [.number(id)])
        if let known { try updateTopics(of: known) }
    }

    /// Updates the topics' stories, because topics do not list stories of muted feeds.
    private func updateTopics(of record: Record) throws {
        guard let channel = record.rule.channel?.rawValue else { return }
        try TopicMatchWriter(transaction, reader: record.reader).applyToStories(of: channel)
    }

    func hide(_ story: Int64, by record: Record) throws {
        try transaction.run(
            """
            insert into muted_story (reader_id, story_id, mute_id) values (?, ?, ?)
            on conflict (reader_id, story_id, mute_id) do nothing
            """, [.number(record.reader), .number(story), .number(record.id)])
    }

    func hiddenCount(by record: Record, limit: Int) throws -> Int {
        if let channel = record.rule.channel {
            return try transaction.count(
                "select count(*) from (select 1 from channel_story where channel_id = ? limit ?) as counted",
                [.number(channel.rawValue), .number(limit)])
        }
        return try transaction.count(
            """
            select count(*) from (
              select 1 from muted_story x where x.mute_id = ? and exists (
                select 1 from channel_story cs join subscription u on u.channel_id = cs.channel_id
                where u.reader_id = x.reader_id and cs.story_id = x.story_id) limit ?) as counted
            """, [.number(record.id), .number(limit)])
    }

    /// Returns the rules that hide stories, by story. A rule for a story precedes that for its channel.
    func reasons(of refs: [StoryReference], for reader: Int64) throws -> [Int64: MuteRule] {
        let rules = try transaction.all(
            "select \(Self.columns) from mute where reader_id = ?", [.number(reader)], Self.record)
        guard !rules.isEmpty else { return [:] }
        let list = SQLList(refs.map(\.story))
        let muted = try transaction.all(
            """
            select story_id, min(mute_id) as mute_id from muted_story
            where reader_id = ? and story_id in \(list.sql) group by story_id
            """, [.number(reader)] + list.arguments
        ) { ($0.number("story_id"), $0.number("mute_id")) }
        let ruleOfStory = Dictionary(muted, uniquingKeysWith: { first, _ in first })
        var reasons: [Int64: MuteRule] = [:]
        for ref in refs {
            let ofStory = rules.first { $0.id == ruleOfStory[ref.story] }
            reasons[ref.story] = (ofStory ?? rules.first { $0.rule.channel?.rawValue == ref.channel })?.rule
        }
        return reasons
    }
}
