import Foundation
import Markup
import News

/// Reads one story whole, with its neighbours.
struct StoryReading {
    let session: Session
    let reader: Int64
    let now: Date
    /// Shows what the channel gave also where there is a whole text.
    var isAsGiven = false

    private struct Record {
        var body: SafeHTML
        var text: String
        var publishedAt: Date?
        var updatedAt: Date?
        var topics: [String]
        var enclosures: [Enclosure]
        var externalLink: WebAddress?
        var discussion: WebAddress?
        var commentCount: Int?
        var site: WebAddress?
    }

    func facts(of story: Int64, in list: StoryList?) throws -> StoryFacts {
        guard let candidate = try candidate(story, preferring: list) else { throw LibraryError.notThere }
        let rows = StoryRows(session: session, reader: reader, now: now)
        guard var row = try rows.row(of: story, in: candidate.channel, group: candidate.group),
            let record = try record(of: story, channel: candidate.channel)
        else { throw LibraryError.notThere }
        let given = CutShort.Sample(
            title: row.title, html: record.body.text, text: record.text, words: row.words,
            // What leads to its own discussion is a posting: its page is what people say, not a story.
            hasPage: row.link != nil && row.link != record.site && row.link != record.discussion,
            isRecording: row.hasAudio || row.hasVideo)
        let standing = FullTextStanding(session: session, now: now)
        let whole = try standing.whole(of: story, given: given, row: row, isAsGiven: isAsGiven)
        row.words = whole.text?.words ?? row.words
        row.byline = row.byline ?? whole.text?.byline
        row.mutedBy = try MuteRecords(session: session).reason(story, in: candidate.channel, for: reader)
        let neighbours = Neighbours(session: session, reader: reader)
        let (next, previous) = try list.map { try neighbours.around(candidate, in: $0) } ?? (nil, nil)
        var facts = StoryFacts(
            row: row, body: whole.text?.body ?? record.body, fullText: whole.facts, publishedAt: record.publishedAt,
            updatedAt: record.updatedAt,
            topics: record.topics, pictures: try pictures(of: story, whole.text != nil), enclosures: record.enclosures,
            externalLink: record.externalLink, discussion: record.discussion, commentCount: record.commentCount,
            also: try candidate.group.map { try rows.also(group: $0, than: story, in: candidate.channel) } ?? [],
            next: try next.flatMap { try rows.row(of: $0.story, in: $0.channel, group: $0.group) },
            previous: try previous.flatMap { try rows.row(of: $0.story, in: $0.channel, group: $0.group) },
            channelSite: record.site)
        facts.source = try StorySource.of(story: story, session)
        facts.poll = row.kind == .poll ? try poll(story) : []
        if facts.next == nil, let list, Lists.mayGoOn(list) {
            facts.goesOn = try OlderPages.goesOn(list, reader: reader, session)
        }
        return facts
    }

    /// The story through the channel of the list it was opened from, else a followed one, else any.
    func candidate(_ story: Int64, preferring list: StoryList?) throws -> Candidate? {
        let wanted: Int64? = if case .channel(let id)? = list { id.rawValue } else { nil }
        let scope = try list.map { try Scope($0, session) } ?? .anywhere
        return try session.first(
            """
            select cs.channel_id, cs.shown_at, g.group_id
            from channel_story cs left join story_group g on g.story_id = cs.story_id
            left join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where cs.story_id = ?
            order by case when cs.channel_id = ? then 0 when u.channel_id is not null\(scope.condition) then 1
              when u.is_followed = 1 then 2 when u.channel_id is not null then 3 else 4 end, cs.channel_id limit 1
            """, [.number(reader), .number(story), .number(wanted ?? -1)] + scope.value
        ) { Candidate(story: story, channel: $0.number(), shownAt: $0.number(), group: $0.optionalNumber()) }
    }

    private func record(of story: Int64, channel: Int64) throws -> Record? {
        try session.first(
            """
            select t.html, t.plain, s.published_at, s.updated_at, s.topics, s.enclosures, s.external_link,
              s.discussion, s.comment_count, c.site
            from story s join story_text t on t.story_id = s.id join channel c on c.id = ?
            where s.id = ? and s.purged_at is null
            """, [.number(channel), .number(story)]
        ) { row in
            Record(
                body: SafeHTML(restoring: row.words()), text: row.words(), publishedAt: row.optionalInstant(),
                updatedAt: row.optionalInstant(), topics: JSONText.list(row.words()),
                enclosures: JSONText.list(row.words()), externalLink: row.optionalWords().flatMap { WebAddress($0) },
                discussion: row.optionalWords().flatMap { WebAddress($0) }, commentCount: row.optionalInt(),
                site: row.optionalWords().flatMap { WebAddress($0) })
        }
    }

    private func poll(_ story: Int64) throws -> [PollOption] {
        try session.first("select poll from story where id = ?", [.number(story)]) { JSONText.list($0.words()) } ?? []
    }

    private func pictures(of story: Int64, _ isWhole: Bool) throws -> [PictureFact] {
        func facts(_ table: String) throws -> [PictureFact] {
            try session.all(
                """
                select p.id, p.address, p.width, p.height, p.colour, sp.alt, sp.caption, sp.credit, p.failed_until
                from \(table) sp join picture p on p.id = sp.picture_id where sp.story_id = ? order by sp.position
                """, [.number(story)], { PictureFact(&$0, now: now) }
            ).compactMap(\.self)
        }
        return try facts("story_picture") + (isWhole ? facts("full_text_picture") : [])
    }
}
