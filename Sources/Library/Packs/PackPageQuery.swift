import Foundation
import Markup
import News
import Packs
import URLs

/// Reads the pages of an installed pack, by indexes.
struct PackPageQuery {
    let transaction: Transaction
    let source: Int64
    let reader: Int64

    /// A list of pages; `p` is the page, `m` the reader's favourite.
    private struct Selection {
        var tables: String
        var arguments: [SQLValue]
        var order: String
    }

    /// Of all pages.
    private func pages(
        where condition: String, _ arguments: [SQLValue] = [], order: String = "p.tree_order"
    ) -> Selection {
        Selection(
            tables: """
                pack_page p left join mark m on m.reader_id = ? and m.kind = \(MarkKind.saved.databaseValue)
                  and m.story_id = p.story_id and m.value = 1 where p.source_id = ? and \(condition)
                """,
            arguments: [.number(reader), .number(source)] + arguments, order: order)
    }

    /// In the order of the index `mark_saved`, which `cross join` has read first.
    private var favouritePages: Selection {
        Selection(
            tables: """
                mark m cross join pack_page p where m.reader_id = ? and m.kind = \(MarkKind.saved.databaseValue)
                  and m.value = 1 and p.story_id = m.story_id and p.source_id = ?
                """,
            arguments: [.number(reader), .number(source)], order: "m.at desc, m.story_id desc")
    }

    // MARK: - Lists

    func root() throws -> PackPageSummary? { try first(pages(where: "p.tree_order = 0")) }

    func page(_ slug: String) throws -> PackPageSummary? { try first(pages(where: "p.slug = ?", [.text(slug)])) }

    func page(titled title: String) throws -> PackPageSummary? {
        try first(pages(where: "p.title = ?", [.text(title)]))
    }

    func children(of slug: String) throws -> [PackPageSummary] {
        try summaries(pages(where: "p.parent = ?", [.text(slug)], order: "p.position"))
    }

    func withPlace() throws -> [PackPageSummary] { try summaries(pages(where: "p.latitude is not null")) }

    func favourites() throws -> [PackPageSummary] { try summaries(favouritePages) }

    private func first(_ selection: Selection) throws -> PackPageSummary? {
        try summaries(selection, limit: 1).first
    }

    private func summaries(_ selection: Selection, limit: Int = Self.maxPages) throws -> [PackPageSummary] {
        var pages = try transaction.all(
            """
            select p.slug, p.story_id, p.title, p.kind, p.colour, p.ground, p.child_count, m.at as favourite_at,
              p.latitude, p.longitude
            from \(selection.tables) order by \(selection.order) limit ?
            """, selection.arguments + [.number(limit)], Self.decode)
        for index in pages.indices { pages[index].picture = try pictures(of: pages[index].slug)[.picture] }
        return pages
    }

    /// Above every pack's.
    private static let maxPages = 1 << 20

    private static func decode(_ row: SQLRow) -> PackPageSummary {
        let slug = row.text("slug")
        var page = PackPageSummary(
            slug: slug, story: StoryID(rawValue: row.number("story_id")), title: row.text("title"),
            kind: PackPage.Kind(rawValue: row.text("kind")) ?? .basic,
            colour: row.optionalText("colour").flatMap { PackColour($0) }, ground: row.optionalInt("ground"),
            hasChildren: row.int("child_count") > 0, favouriteAt: row.optionalDate("favourite_at"))
        if let latitude = row.optionalInt("latitude"), let longitude = row.optionalInt("longitude") {
            page.place = PackPlace(page: slug, latitude: latitude, longitude: longitude)
        }
        return page
    }

    func pictures(of slug: String) throws -> [PackPage.Slot: PackPicture] {
        var pictures: [PackPage.Slot: PackPicture] = [:]
        let rows = try transaction.all(
            "select slot, rendition, media from pack_picture where source_id = ? and page = ?",
            [.number(source), .text(slug)]
        ) { ($0.text("slot"), PackRendition(rawValue: $0.text("rendition")), PackMediumID($0.text("media"))) }
        for case (let slot, let rendition?, let medium?) in rows {
            guard let slot = PackPage.Slot(rawValue: slot) else { continue }
            pictures[slot, default: PackPicture()].files[rendition] = medium
        }
        return pictures
    }

    // MARK: - One page

    private struct PageRecord {
        var text: SafeHTML
        var address: WebAddress?
        var parent: String?
        var position: Int
    }

    func details(of summary: PackPageSummary) throws -> PackPageDetails? {
        let record = try transaction.first(
            """
            select t.html, p.address, p.parent, p.position from pack_page p join story_text t on t.story_id = p.story_id
            where p.source_id = ? and p.slug = ?
            """, [.number(source), .text(summary.slug)]
        ) {
            PageRecord(
                text: SafeHTML(restoring: $0.text("html")),
                address: $0.optionalText("address").flatMap { WebAddress($0) }, parent: $0.optionalText("parent"),
                position: $0.int("position"))
        }
        guard let record else { return nil }
        let count = try record.parent.map { parent in
            try transaction.count(
                "select count(*) from pack_page where source_id = ? and parent = ?", [.number(source), .text(parent)])
        }
        return PackPageDetails(
            summary: summary, text: record.text, pictures: try pictures(of: summary.slug), address: record.address,
            path: try path(above: record.parent), children: try children(of: summary.slug),
            position: (index: record.position, count: count ?? 1), previous: try sibling(of: record, by: -1),
            next: try sibling(of: record, by: 1))
    }

    private func sibling(of record: PageRecord, by offset: Int) throws -> PackPageSummary? {
        guard let parent = record.parent else { return nil }
        return try first(
            pages(
                where: "p.parent = ? and p.position = ?", [.text(parent), .number(record.position + offset)],
                order: "p.position"))
    }

    /// From the root; ends at a page that came before, as a restored database may have a circle.
    private func path(above parent: String?) throws -> [PackPageSummary] {
        var path: [PackPageSummary] = []
        var seen: Set<String> = []
        var next = parent
        while let slug = next, seen.insert(slug).inserted, let page = try page(slug) {
            path.append(page)
            next = try transaction.text(
                "select parent from pack_page where source_id = ? and slug = ?", [.number(source), .text(slug)])
        }
        return path.reversed()
    }
}
