import Foundation
import News
import Packs
import URLs

/// Reads what an installed pack has besides its pages.
struct InstalledPackQuery {
    let transaction: Transaction
    let source: Int64

    func pack(root: PackPageSummary, for reader: Int64) throws -> InstalledPack? {
        let pack = try transaction.first(
            """
            select p.identity, p.version, p.title, p.languages, p.licence, p.credits, p.address, p.part_digests, p.page_count,
              p.photograph_count, p.place_count, p.installed_at,
              case when p.base_map is null then 0 else 1 end as has_base_map,
              c.replaced_version, c.new_pages, c.changed_pages, c.removed_pages
            from pack p left join pack_change c on c.source_id = p.source_id where p.source_id = ?
            """, [.number(source)]
        ) { row in
            try Self.manifest(row).map { manifest in
                InstalledPack(
                    manifest: manifest, installedAt: row.date("installed_at"), root: root,
                    pageCount: row.int("page_count"), photographCount: row.int("photograph_count"),
                    placeCount: row.int("place_count"), hasBaseMap: row.bool("has_base_map"),
                    lostFavourites: try lostFavourites(of: reader), changes: Self.changes(row))
            }
        }
        return pack ?? nil
    }

    private static func changes(_ row: SQLRow) -> PackChanges? {
        row.optionalText("replaced_version").flatMap { PackVersion($0) }.map { replaced in
            PackChanges(
                replaced: replaced, newPages: row.int("new_pages"), changedPages: row.int("changed_pages"),
                removedPages: row.int("removed_pages"))
        }
    }

    /// Returns the manifest; nil if no version is installed.
    func manifest() throws -> PackManifest? {
        try transaction.first(
            """
            select identity, version, title, languages, licence, credits, address, part_digests from pack where source_id = ?
            """, [.number(source)], Self.manifest) ?? nil
    }

    /// Returns the manifest; nil for a version that this program cannot read.
    private static func manifest(_ row: SQLRow) -> PackManifest? {
        guard let version = PackVersion(row.text("version")) else { return nil }
        let manifest = PackManifest(
            identity: row.text("identity"), version: version, title: row.text("title"),
            languages: row.text("languages").split(separator: " ").map(String.init),
            licence: row.optionalText("licence"), credits: row.text("credits").split(separator: "\n").map(String.init),
            address: row.optionalText("address").flatMap { WebAddress($0) })
        let parts = row.text("part_digests").split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (name: String(words.first ?? ""), sha256: String(words.last ?? ""))
        }
        return manifest.withParts(parts)
    }

    /// Returns the reader's saved stories of the source that are no longer pages, newest first.
    func lostFavourites(of reader: Int64) throws -> [OrphanedFavourite] {
        try transaction.all(
            """
            select s.title, m.at from mark m join story s on s.id = m.story_id
            where m.reader_id = ? and m.kind = \(MarkKind.saved.databaseValue) and m.is_set = 1 and s.source_id = ?
              and not exists (select 1 from pack_page p where p.story_id = s.id)
            order by m.at desc, m.story_id desc
            """, [.number(reader), .number(source)]
        ) { OrphanedFavourite(title: $0.text("title"), markedAt: $0.date("at")) }
    }

    func photographs(from first: Int, limit: Int) throws -> PackPhotoList {
        // Positions count from 0 without a gap.
        let range = "p.source_id = ? and p.position >= ? and p.position < ?"
        let arguments: [SQLValue] = [
            .number(source), .number(first), .number(first.addingReportingOverflow(limit).partialValue),
        ]
        var photographs = try transaction.all(
            """
            select p.name, p.position, p.caption, p.credit from pack_photograph p where \(range) order by p.position
            """, arguments, Self.decodePhoto)
        let rows = try transaction.all(
            """
            select f.photograph_name, f.rendition, f.media_sha256 from pack_photograph p
            join pack_photograph_file f on f.source_id = p.source_id and f.photograph_name = p.name where \(range)
            """, arguments
        ) {
            (
                $0.text("photograph_name"), PackRendition(rawValue: $0.text("rendition")),
                PackMediumID($0.text("media_sha256"))
            )
        }
        var files: [String: PackPicture] = [:]
        for case (let name, let rendition?, let medium?) in rows {
            files[name, default: PackPicture()].files[rendition] = medium
        }
        for index in photographs.indices {
            photographs[index].picture = files[photographs[index].name] ?? PackPicture()
        }
        return PackPhotoList(photographs: photographs, count: try photographCount())
    }

    private func photographCount() throws -> Int {
        try transaction.count("select count(*) from pack_photograph where source_id = ?", [.number(source)])
    }

    func photograph(named name: String) throws -> PackPhotoDetails? {
        let found = try transaction.first(
            "select name, position, caption, credit from pack_photograph where source_id = ? and name = ?",
            [.number(source), .text(name)], Self.decodePhoto)
        guard var photograph = found else { return nil }
        let files = try transaction.all(
            "select rendition, media_sha256 from pack_photograph_file where source_id = ? and photograph_name = ?",
            [.number(source), .text(name)]
        ) { (PackRendition(rawValue: $0.text("rendition")), PackMediumID($0.text("media_sha256"))) }
        for case (let rendition?, let medium?) in files { photograph.picture.files[rendition] = medium }
        func neighbour(_ position: Int) throws -> String? {
            try transaction.text(
                "select name from pack_photograph where source_id = ? and position = ?",
                [.number(source), .number(position)])
        }
        return PackPhotoDetails(
            photograph: photograph, index: photograph.position,
            count: try photographCount(),
            previous: try neighbour(photograph.position - 1), next: try neighbour(photograph.position + 1))
    }

    private static func decodePhoto(_ row: SQLRow) -> PackPhoto {
        PackPhoto(
            name: row.text("name"), position: row.int("position"), caption: row.text("caption"),
            credit: row.optionalText("credit"))
    }

    func baseMap() throws -> PackBaseMap? {
        let stored = try transaction.first(
            "select base_map, base_map_size from pack where source_id = ?", [.number(source)]
        ) { row in
            row.optionalBytes("base_map").map { CompressedText(bytes: $0, size: row.int("base_map_size")) }
        }
        guard let text = try stored?.map({ try $0.decompressed() }) else { return nil }
        // A map may come from a backup that somebody made by hand; an invalid one counts as none, and pins are drawn on
        // a plain ground.
        let map: PackBaseMap? = JSONColumn.decodeIfReadable(text)
        return map.flatMap { $0.problems().isEmpty ? $0 : nil }
    }

    func medium(_ id: PackMediumID) throws -> PackMedium? {
        try transaction.first(
            "select sha256, type, size from pack_medium where source_id = ? and sha256 = ?",
            [.number(source), .text(id.hex)], Self.decodeMedium) ?? nil
    }

    func contents() throws -> PackContents? {
        guard let installed = try InstalledPackVersion.find(source, transaction) else { return nil }
        return PackContents(
            version: installed.version, digest: installed.digest,
            slugs: try transaction.texts(
                "select slug from pack_page where source_id = ? order by tree_order", [.number(source)]),
            photographs: try transaction.texts(
                "select name from pack_photograph where source_id = ? order by position", [.number(source)]),
            media: try transaction.all(
                "select sha256, type, size from pack_medium where source_id = ? order by sha256", [.number(source)],
                Self.decodeMedium
            ).compactMap(\.self))
    }

    static func decodeMedium(_ row: SQLRow) -> PackMedium? {
        guard let id = PackMediumID(row.text("sha256")), let type = PackMediaType(rawValue: row.text("type")) else {
            return nil
        }
        return PackMedium(id: id, type: type, size: row.int("size"))
    }
}
