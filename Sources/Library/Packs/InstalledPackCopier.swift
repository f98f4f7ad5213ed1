import Foundation
import Markup
import Packs
import URLs

/// Makes a pack again of the rows of an installed one, so that it can be edited.
struct InstalledPackCopier {
    let transaction: Transaction
    let source: Int64

    /// Returns the pack; nil if none is installed. Positions count the siblings, and a colour or ground that equals the
    /// one above counts as inherited, as the rows do not tell them apart.
    func pack() throws -> Pack? {
        let query = InstalledPackQuery(transaction: transaction, source: source)
        guard let manifest = try query.manifest(), let contents = try query.contents() else { return nil }
        let rows = try rows()
        let bySlug = Dictionary(rows.map { ($0.page.slug, $0.page) }, uniquingKeysWith: { first, _ in first })
        let reader = PackPageQuery(transaction: transaction, source: source, reader: 0)
        let pages = try rows.map { row in
            var page = row.page
            let above = page.parent.flatMap { bySlug[$0] }
            if page.colour == above?.colour { page.colour = nil }
            if page.ground == above?.ground { page.ground = nil }
            page.pictures = try reader.pictures(of: page.slug)
            return page
        }
        return Pack(
            manifest: manifest, pages: pages,
            photographs: try query.photographs(from: 0, limit: Int(Int32.max)).photographs.map(Self.spaced),
            places: rows.compactMap(\.place), media: contents.media, baseMap: try query.baseMap())
    }

    private static func spaced(_ photograph: PackPhoto) -> PackPhoto {
        var photograph = photograph
        photograph.position = position(photograph.position)
        return photograph
    }

    /// Returns a position with room before and after it.
    private static func position(_ index: Int) -> Int { min((index + 1) * 10, 1_000_000) }

    private func rows() throws -> [(page: PackPage, place: PackPlace?)] {
        try transaction.all(
            """
            select p.slug, p.parent_slug, p.position, p.title, p.kind, p.colour, p.background_number, p.web_address,
              p.latitude, p.longitude, t.html
            from pack_page p left join story_text t on t.story_id = p.story_id where p.source_id = ?
            order by p.tree_order
            """, [.number(source)]
        ) { row in
            var page = PackPage(
                slug: row.text("slug"), parent: row.optionalText("parent_slug"),
                position: Self.position(row.int("position")), title: row.text("title"),
                kind: PackPage.Kind(rawValue: row.text("kind")) ?? .basic)
            page.colour = row.optionalText("colour").flatMap { PackColour($0) }
            page.ground = row.optionalInt("background_number")
            page.address = row.optionalText("web_address").flatMap { WebAddress($0) }
            let (latitude, longitude) = (row.optionalInt("latitude"), row.optionalInt("longitude"))
            page.text = SafeHTML(restoring: row.text("html"))
            let place = latitude.flatMap { latitude in
                longitude.map { PackPlace(page: page.slug, latitude: latitude, longitude: $0) }
            }
            return (page, place)
        }
    }
}
