import Foundation
import Markup
public import News

/// Where else the page that a story tells of is discussed. Asking tells an origin what somebody reads, so that faces ask only
/// for readers who allow it. What was found is kept with the story for a day.
public struct MentionDesk: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog

    /// How long an answer is not asked for again.
    private static let freshness: TimeInterval = 86_400
    /// How long a claim holds when the process that made it dies.
    private static let claimed: TimeInterval = 120
    /// How long an origin that failed is not asked again.
    private static let retried: TimeInterval = 600
    /// So many discussions of one story are named.
    private static let most = 3

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// Where a story is discussed elsewhere, as far as that is known.
    public struct Facts: Sendable {
        /// The stories of other sources that point to the same page, the most discussed first.
        public var found: [Mention]
        /// An origin may be asked, and was not today.
        public var isDue: Bool
    }

    /// A story of another source that points to the same page.
    public struct Mention: Sendable {
        public var row: StoryRow
        public var source: StorySource
    }

    private struct Place: Sendable {
        var source: StorySource
        var ability: MentionAbility
        var page: WebAddress
    }

    /// What is known.
    public func facts(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Facts {
        let due = try await places(story)
        let now = library.house.now()
        return try await library.house.store.read { session in
            let reading = StoryReading(session: session, reader: reader.rawValue, now: now)
            let rows = StoryRows(session: session, reader: reader.rawValue, now: now)
            let kept = try session.all(
                "select found from story_mention where story_id = ? order by source_id", [.number(story.rawValue)],
                { $0.words() })
            let ids: [Int64] = kept.flatMap { text -> [Int64] in JSONText.list(text) }
            let found = try ids.compactMap { id -> Mention? in
                guard id != story.rawValue, let place = try reading.candidate(id, preferring: nil),
                    let row = try rows.row(of: id, in: place.channel, group: place.group),
                    let source = try StorySource.of(story: id, session)
                else { return nil }
                return Mention(row: row, source: source)
            }
            let ordered = found.sorted { $0.row.commentCount ?? 0 > $1.row.commentCount ?? 0 }
            return Facts(found: Array(ordered.prefix(Self.most)), isDue: !due.isEmpty)
        }
    }

    /// Asks every origin that can be asked and was not today, one after the other.
    /// - Returns: whether anything was asked.
    @discardableResult
    public func ask(about story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        var hasAsked = false
        for place in try await places(story) {
            guard try await claim(story, place.source) else { continue }
            hasAsked = true
            do {
                let answer = try await place.ability.stories(about: place.page)
                let rows = try await FoundStories(house: library.house, source: place.source)
                    .keep(Array(answer.prefix(Self.most)), for: reader)
                try await record(rows.map(\.id.rawValue), error: nil, story, place.source)
            } catch let error as SourceError {
                try await record(nil, error: error.code, story, place.source)
            } catch { throw LibraryError(error) }
        }
        return hasAsked
    }

    /// Whether nobody else asks, or has asked today. `asked_at` is put so that it is a day old when the claim ends: should
    /// nothing come of it, not even an error, the story is not silent for longer.
    private func claim(_ story: StoryID, _ source: StorySource) async throws(LibraryError) -> Bool {
        let now = library.house.now()
        return try await library.house.store.write(.refetchable) { session in
            try session.run(
                """
                insert into story_mention (story_id, source_id, asked_at) values (?, ?, ?)
                on conflict (story_id, source_id) do update set asked_at = excluded.asked_at
                  where story_mention.asked_at <= ?
                """,
                [
                    .number(story.rawValue), .number(source.id),
                    .instant(now.addingTimeInterval(Self.claimed - Self.freshness)),
                    .instant(now.addingTimeInterval(-Self.freshness)),
                ]) > 0
        }
    }

    private func record(
        _ found: [Int64]?, error: String?, _ story: StoryID, _ source: StorySource
    ) async throws(LibraryError) {
        let now = library.house.now()
        let askedAt = error == nil ? now : now.addingTimeInterval(Self.retried - Self.freshness)
        _ = try await library.house.change(.refetchable) { session in
            try session.run(
                """
                update story_mention set found = coalesce(?, found), error = ?, asked_at = ?
                where story_id = ? and source_id = ?
                """,
                [
                    .words(try found.map { try JSONText.write($0) }), .words(error), .instant(askedAt),
                    .number(story.rawValue), .number(source.id),
                ])
        }
    }

    /// The origins other than the story's own that can be asked about its page.
    private func places(_ story: StoryID) async throws(LibraryError) -> [Place] {
        let before = library.house.now().addingTimeInterval(-Self.freshness)
        let (page, sources) = try await library.house.store.read { session in
            let page =
                try session.first(
                    "select coalesce(external_link, link) from story where id = ? and purged_at is null",
                    [.number(story.rawValue)]
                ) { $0.optionalWords().flatMap { WebAddress($0) } } ?? nil
            let sources = try session.all(
                """
                select s.id, s.kind, s.address
                from source s join (select min(id) as first from source group by kind) k on k.first = s.id
                where s.id <> (select source_id from story where id = ?) and not exists (
                  select 1 from story_mention m where m.story_id = ? and m.source_id = s.id and m.asked_at > ?)
                order by s.id
                """, [.number(story.rawValue), .number(story.rawValue), .instant(before)]
            ) { row in StorySource.read(&row) }
            return (page, sources.compactMap(\.self))
        }
        guard let page else { return [] }
        return sources.compactMap { source in
            guard let ability = catalog.source(of: source.kind, at: source.site)?.mentions else { return nil }
            return Place(source: source, ability: ability, page: page)
        }
    }
}
