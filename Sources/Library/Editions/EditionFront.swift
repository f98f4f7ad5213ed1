import Foundation
import News

/// Lays out the front page of an edition other than `mine`: its sections in their order, each with its newest stories. A
/// story that lies in two sections stands in both, as each of them is a list of its own.
struct EditionFront {
    let session: Session
    let reader: Int64
    let now: Date
    let edition: EditionID
    /// Rows of one section.
    let size: Int
    /// Stories of honour beside the sections.
    var honoured = 0

    func page() throws -> FrontPage {
        let rows = StoryRows(session: session, reader: reader, now: now)
        let counts = try UnreadCounts(session: session, reader: reader)
        let sections = try EditionFront.sections(of: edition, session).map { section in
            let scope = Scope.section(section.id)
            var seen = SeenStories()
            var listing = try Listing(session, reader: reader, scope: scope)
            let top = try listing.take(size + 1, seen: &seen)
            return FrontSection(
                id: SectionID(rawValue: section.id), title: section.title, unread: try counts.count(in: scope),
                rows: try rows.rows(of: Array(top.prefix(size))), hasMore: top.count > size, key: section.key)
        }
        var front = FrontPage(
            sections: sections, oldestShownAt: sections.flatMap(\.rows).map(\.shownAt).min(),
            unread: try counts.count(in: .edition(edition)),
            through: try Arrivals(session: session, reader: reader).highest().map { StoryID(rawValue: $0) },
            hasSubscriptions: true)
        front.featured = try rows.rows(of: featured())
        return front
    }

    /// The newest stories of honour that are told here, each once.
    private func featured() throws -> [Candidate] {
        guard honoured > 0 else { return [] }
        let scope = Scope.edition(edition)
        // A story may lie in two sections.
        let found = try session.all(
            """
            select s.id, cs.channel_id, cs.shown_at, g.group_id
            from story s join channel_story cs on cs.story_id = s.id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            left join story_group g on g.story_id = s.id
            where s.is_featured = 1 and s.is_elsewhere = 0 and s.purged_at is null\(scope.condition) \(StoryMutes.condition("s.id", reader: "u.reader_id"))
            order by s.shown_at desc limit ?
            """, [.number(reader)] + scope.value + [.number(honoured * 4)]
        ) {
            Candidate(
                story: $0.number(), channel: $0.number(), shownAt: $0.number(), group: $0.optionalNumber())
        }
        var seen = SeenStories()
        return Array(found.filter { seen.admits($0) }.prefix(honoured))
    }

    /// The sections that are shown, in order.
    static func sections(
        of edition: EditionID, _ session: Session
    ) throws -> [(id: Int64, key: String, title: String)] {
        try session.all(
            "select id, path, title from folder where edition = ? and is_listed = 1 order by position",
            [.words(edition.rawValue)]
        ) { (id: $0.number(), key: $0.words(), title: $0.words()) }
    }
}
