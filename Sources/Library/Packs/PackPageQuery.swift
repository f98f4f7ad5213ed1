import Foundation
import Markup
import News
import Packs
import URLs

/// Reads the pages of an installed pack through indexes.
struct PackPageQuery {
    let transaction: Transaction
    let source: Int64
    let reader: Int64

    /// A query for a list of pages; `p` is the page, `m` the reader's favourite.
    private struct Selection {
        var tables: String
        var arguments: [SQLValue]
        var order: String
    }

    /// Returns a query for pages that match a condition.
    private func pages(
        where condition: String, _ arguments: [SQLValue] = [], order: String = "p.tree_order"
    ) -> Selection {
        Selection(
            tables: """
                pack_page p left join mark m on m.reader_id = ? and m.kind = \(MarkKind.saved.databaseValue)
                  and m.story_id = p.story_id and m.is_set = 1 where p.source_id = ? and \(condition)
                """,
            arguments: [.number(reader), .number(source)] + arguments, order: order)
    }

    /// The favourites in the order of the index `mark_saved`, which `cross join` makes the database read first.
    private var favouritePages: Selection {
        Selection(
            tables: """
                mark m cross join pack_page p where m.reader_id = ? and m.kind = \(MarkKind.saved.databaseValue)
                  and m.is_set = 1 and p.story_id = m.story_id and p.source_id = ?
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
        try summaries(pages(where: "p.parent_slug = ?", [.text(slug)], order: "p.position"))
    }

    /// Returns as many children as `PackService.menuLength`, including the one at this position.
    private func children(of slug: String, count: Int, near position: Int) throws -> [PackPageSummary] {
        let length = PackService.menuLength
        let first = max(0, min(position - length / 2, count - length))
        return try summaries(
            pages(
                where: "p.parent_slug = ? and p.position >= ? and p.position < ?",
                [.text(slug), .number(first), .number(first + length)], order: "p.position"))
    }

    func withPlace() throws -> [PackPageSummary] { try summaries(pages(where: "p.latitude is not null")) }

    func favourites() throws -> [PackPageSummary] { try summaries(favouritePages) }

    private func first(_ selection: Selection) throws -> PackPageSummary? {
        try summaries(selection, limit: 1).first
    }

    private func summaries(_ selection: Selection, limit: Int = Self.maxPages) throws -> [PackPageSummary] {
        var pages = try transaction.all(
            """
            select p.slug, p.story_id, p.title, p.kind, p.colour, p.background_number, p.child_count, m.at as favourite_at,
              p.latitude, p.longitude
            from \(selection.tables) order by \(selection.order) limit ?
            """, selection.arguments + [.number(limit)], Self.decode)
        var pictures: [String: PackPicture] = [:]
        for start in stride(from: 0, to: pages.count, by: Self.maxSlugs) {
            try readPictures(of: pages.dropFirst(start).prefix(Self.maxSlugs).map(\.slug), into: &pictures)
        }
        for index in pages.indices { pages[index].picture = pictures[pages[index].slug] }
        return pages
    }

    /// The limit for unlimited queries, above the number of pages of every pack.
    private static let maxPages = 1 << 20
    /// The maximum number of slugs in one query.
    private static let maxSlugs = 400

    private func readPictures(of slugs: [String], into pictures: inout [String: PackPicture]) throws {
        let list = SQLList(slugs)
        let rows = try transaction.all(
            """
            select page_slug, rendition, media_sha256 from pack_picture where source_id = ? and page_slug in \(list.sql) and slot = ?
            """, [.number(source)] + list.arguments + [.text(PackPage.Slot.picture.rawValue)]
        ) {
            ($0.text("page_slug"), PackRendition(rawValue: $0.text("rendition")), PackMediumID($0.text("media_sha256")))
        }
        for case (let page, let rendition?, let medium?) in rows {
            pictures[page, default: PackPicture()].files[rendition] = medium
        }
    }

    private static func decode(_ row: SQLRow) -> PackPageSummary {
        let slug = row.text("slug")
        var page = PackPageSummary(
            slug: slug, story: StoryID(rawValue: row.number("story_id")), title: row.text("title"),
            kind: PackPage.Kind(rawValue: row.text("kind")) ?? .basic,
            colour: row.optionalText("colour").flatMap { PackColour($0) }, ground: row.optionalInt("background_number"),
            hasChildren: row.int("child_count") > 0, favouriteAt: row.optionalDate("favourite_at"))
        if let latitude = row.optionalInt("latitude"), let longitude = row.optionalInt("longitude") {
            page.place = PackPlace(page: slug, latitude: latitude, longitude: longitude)
        }
        return page
    }

    func pictures(of slug: String) throws -> [PackPage.Slot: PackPicture] {
        var pictures: [PackPage.Slot: PackPicture] = [:]
        let rows = try transaction.all(
            "select slot, rendition, media_sha256 from pack_picture where source_id = ? and page_slug = ?",
            [.number(source), .text(slug)]
        ) { ($0.text("slot"), PackRendition(rawValue: $0.text("rendition")), PackMediumID($0.text("media_sha256"))) }
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
        var childCount: Int
    }

    /// Returns a page with its text.
    /// - Parameter position: the position of a child, to read only the children around it; nil for all.
    func details(of summary: PackPageSummary, near position: Int? = nil) throws -> PackPageDetails? {
        let record = try transaction.first(
            """
            select t.html, p.web_address, p.parent_slug, p.position, p.child_count
            from pack_page p join story_text t on t.story_id = p.story_id where p.source_id = ? and p.slug = ?
            """, [.number(source), .text(summary.slug)]
        ) {
            PageRecord(
                text: SafeHTML(restoring: $0.text("html")),
                address: $0.optionalText("web_address").flatMap { WebAddress($0) },
                parent: $0.optionalText("parent_slug"),
                position: $0.int("position"), childCount: $0.int("child_count"))
        }
        guard let record else { return nil }
        let count = try record.parent.map { parent in
            try transaction.count(
                "select count(*) from pack_page where source_id = ? and parent_slug = ?",
                [.number(source), .text(parent)])
        }
        let children = try position.map {
            try self.children(of: summary.slug, count: record.childCount, near: $0)
        }
        return PackPageDetails(
            summary: summary, text: record.text, pictures: try pictures(of: summary.slug), address: record.address,
            path: try path(above: record.parent), children: try children ?? self.children(of: summary.slug),
            childCount: record.childCount, position: (index: record.position, count: count ?? 1),
            previous: try sibling(of: record, by: -1),
            next: try sibling(of: record, by: 1))
    }

    private func sibling(of record: PageRecord, by offset: Int) throws -> PackPageSummary? {
        guard let parent = record.parent else { return nil }
        return try first(
            pages(
                where: "p.parent_slug = ? and p.position = ?", [.text(parent), .number(record.position + offset)],
                order: "p.position"))
    }

    /// Returns the pages from the root. The path ends at a page that came before, as a restored database may have a
    /// circle.
    private func path(above parent: String?) throws -> [PackPageSummary] {
        var path: [PackPageSummary] = []
        var seen: Set<String> = []
        var next = parent
        while let slug = next, seen.insert(slug).inserted, let page = try page(slug) {
            path.append(page)
            next = try transaction.text(
                "select parent_slug from pack_page where source_id = ? and slug = ?", [.number(source), .text(slug)])
        }
        return path.reversed()
    }
}
