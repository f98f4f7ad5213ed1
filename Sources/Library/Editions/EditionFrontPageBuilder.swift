import Foundation
import News

/// Builds the front page of editions other than `mine`. Sections are separate lists, so a story may be in several.
struct EditionFrontPageBuilder {
    let transaction: Transaction
    let reader: Int64
    let now: Date
    let edition: EditionID
    let rowsPerSection: Int
    var featuredCount = 0

    func build() throws -> FrontPage {
        let rows = StoryRowQuery(transaction: transaction, reader: reader, now: now)
        let counts = try UnreadCountQuery(transaction: transaction, reader: reader)
        let sections = try EditionFrontPageBuilder.sections(of: edition, transaction).map { section in
            let scope = StoryScope.section(section.id)
            var seen = Deduplicator()
            var cursor = try MergedStoryCursor(transaction, reader: reader, scope: scope)
            let top = try cursor.take(rowsPerSection + 1, seen: &seen)
            return FrontPageSection(
                id: SectionID(rawValue: section.id), title: section.title, unread: try counts.count(in: scope),
                rows: try rows.rows(of: Array(top.prefix(rowsPerSection))), hasMore: top.count > rowsPerSection,
                key: section.key)
        }
        var front = FrontPage(
            sections: sections, oldestShownAt: sections.flatMap(\.rows).map(\.shownAt).min(),
            unread: try counts.count(in: .edition(edition)),
            asOf: try NewStoryCounts(transaction: transaction, reader: reader).highestStoryID().map {
                StoryID(rawValue: $0)
            },
            hasSubscriptions: true)
        front.featured = try rows.rows(of: featured())
        return front
    }

    /// With stored text, deduplicated.
    private func featured() throws -> [StoryRef] {
        guard featuredCount > 0 else { return [] }
        let scope = StoryScope.edition(edition)
        // A story may be in two sections.
        let found = try transaction.all(
            """
            select s.id, cs.channel_id, cs.shown_at, g.group_id
            from story s join channel_story cs on cs.story_id = s.id
            join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            left join story_group g on g.story_id = s.id
            where s.is_featured = 1 and s.is_elsewhere = 0 and s.purged_at is null\(scope.condition)
              \(MuteSQL.storyCondition("s.id", reader: "u.reader_id"))
            order by s.shown_at desc limit ?
            """, [.number(reader)] + scope.arguments + [.number(featuredCount * 4)]
        ) {
            StoryRef(
                story: $0.number("id"), channel: $0.number("channel_id"), shownAt: $0.number("shown_at"),
                group: $0.optionalNumber("group_id"))
        }
        var seen = Deduplicator()
        return Array(found.filter { seen.insert($0) }.prefix(featuredCount))
    }

    /// In order.
    static func sections(
        of edition: EditionID, _ transaction: Transaction
    ) throws -> [(id: Int64, key: String, title: String)] {
        try transaction.all(
            "select id, path, title from folder where edition = ? and is_listed = 1 order by position",
            [.text(edition.rawValue)]
        ) { (id: $0.number("id"), key: $0.text("path"), title: $0.text("title")) }
    }
}
