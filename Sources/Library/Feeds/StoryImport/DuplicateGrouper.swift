import Foundation
import Markup
import News
import URLs

/// Groups a new story with its duplicates from other origins. The ID of a group is its lowest story ID.
struct DuplicateGrouper {
    let transaction: Transaction
    let now: Date

    /// The maximum time in milliseconds between two stories that are compared by title.
    private static let maxTimeDifference: Int64 = 3 * 86400 * 1000
    private static let maxCandidates = 20

    func assignGroup(_ story: Int64, _ prepared: PreparedStory, source: Int64, channel: Int64) throws {
        let byLink = try duplicatesByLink(story, prepared, source: source)
        let duplicates = byLink.isEmpty ? try duplicatesByTitle(story, prepared, source: source) : byLink
        guard !duplicates.isEmpty else { return }
        let group = try mergeGroups(story, with: duplicates)
        try propagateReadState(story, group: group, channel: channel)
    }

    private func duplicatesByLink(_ story: Int64, _ prepared: PreparedStory, source: Int64) throws -> [Int64] {
        guard let key = prepared.linkKey, let link = prepared.story.link else { return [] }
        let same = try transaction.all(
            """
            select id, source_id, link from story where link_hash = ? and id <> ? and purged_at is null
            order by id limit ?
            """, [.number(key), .number(story), .number(Self.maxCandidates)]
        ) {
            (
                id: $0.number("id"), source: $0.number("source_id"),
                link: $0.optionalText("link").flatMap { WebAddress($0) }
            )
        }
        // A link that a source uses several times identifies no story.
        let sources = same.map(\.source) + [source]
        guard Set(sources).count == sources.count else { return [] }
        let canonical = StorySimilarity.canonicalLink(link)
        return same.filter { $0.link.flatMap { StorySimilarity.canonicalLink($0) } == canonical }.map(\.id)
    }

    private func duplicatesByTitle(_ story: Int64, _ prepared: PreparedStory, source: Int64) throws -> [Int64] {
        guard let key = prepared.titleKey else { return [] }
        let candidates = try transaction.all(
            """
            select s.id, t.plain_text from story s join story_text t on t.story_id = s.id
            where s.title_hash = ? and s.id <> ? and s.source_id <> ? and s.shown_at between ? and ?
            order by s.id desc limit ?
            """,
            [
                .number(key), .number(story), .number(source), .number(prepared.shownAt - Self.maxTimeDifference),
                .number(prepared.shownAt + Self.maxTimeDifference), .number(Self.maxCandidates),
            ]
        ) { (id: $0.number("id"), plain: $0.text("plain_text")) }
        guard !candidates.isEmpty else { return [] }
        let words = TextNormalizer.words(prepared.story.text)
        return candidates.filter { StorySimilarity.isSameText(TextNormalizer.words($0.plain), words) }.map(\.id)
    }

    private func mergeGroups(_ story: Int64, with duplicates: [Int64]) throws -> Int64 {
        var members = Set(duplicates + [story])
        for duplicate in duplicates {
            members.formUnion(
                try transaction.numbers(
                    """
                    select other.story_id from story_group g join story_group other on other.group_id = g.group_id
                    where g.story_id = ?
                    """, [.number(duplicate)]))
        }
        let group = members.min() ?? story
        for member in members.sorted() {
            try transaction.run(
                """
                insert into story_group (story_id, group_id) values (?, ?)
                on conflict (story_id) do update set group_id = excluded.group_id
                """, [.number(member), .number(group)])
        }
        return group
    }

    /// Marks the story read for readers who have read a duplicate.
    private func propagateReadState(_ story: Int64, group: Int64, channel: Int64) throws {
        let readers = try transaction.numbers(
            "select reader_id from subscription where channel_id = ?", [.number(channel)])
        for reader in readers where try hasRead(group, otherThan: story, reader: reader) {
            try MarkWriter(transaction, reader: reader, now: now).write(.read, story, true)
        }
    }

    private func hasRead(_ group: Int64, otherThan story: Int64, reader: Int64) throws -> Bool {
        try transaction.count(
            """
            select count(*) from story_group g
            left join mark m on m.reader_id = ? and m.kind = \(MarkKind.read.databaseValue) and m.story_id = g.story_id
            where g.group_id = ? and g.story_id <> ? and coalesce(m.is_set, (
              select max(case when g.story_id <= u.read_through then 1 else 0 end) from channel_story cs
              join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id where cs.story_id = g.story_id
            ), 0) = 1
            """, [.number(reader), .number(group), .number(story), .number(reader)]) > 0
    }
}
