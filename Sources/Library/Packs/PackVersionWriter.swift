import Foundation
import News
import Packs
import URLs

/// Replaces the installed version of a pack by another within a transaction, so that readers see the old one or the new
/// one.
struct PackVersionWriter {
    let transaction: Transaction
    let now: Date
    let source: Int64
    let media: PackMediaStore

    struct Result: Sendable {
        var installation: PackInstallation
        /// The number of new, changed and removed pages.
        var changedPages = 0
    }

    /// Installs a version unless the installed one is to be kept.
    /// - Parameter reader: the reader who gets the favourites that the pack brings; nil for nobody.
    /// - Throws: `.busy` if media have been removed since they were stored.
    func install(_ prepared: PreparedPack, allowsDowngrade: Bool, for reader: Int64?) throws -> Result {
        let before = try InstalledPackVersion.find(source, transaction)
        if let kept = before?.reason(toKeepInsteadOf: prepared.manifest, allowsDowngrade: allowsDowngrade) {
            return Result(installation: kept)
        }
        try upsert(prepared)
        // The check follows the first write, as only from then on no other process can remove media.
        guard media.hasAll(prepared.pack.media) else { throw LibraryError.busy }
        let channels = PackChannelStore(transaction: transaction, now: now)
        try channels.recordInstallation(titled: prepared.manifest.title, in: source)
        try channels.subscribeReaders(to: source)
        // The replaced version is not stored if this is the first one.
        var changes = PackChanges(replaced: before?.version ?? prepared.manifest.version)
        try writePages(prepared, channels: try channels.channels(of: source), counting: &changes)
        try record(changes, isFirst: before == nil)
        try writePictures(of: prepared.pack)
        if let reader {
            try PackFavouriteWriter(transaction: transaction, now: now, source: source, reader: reader)
                .add(prepared.pack.favourites)
        }
        return Result(
            installation: .installed(prepared.manifest.version, replaced: before?.version), changedPages: changes.count)
    }

    private func upsert(_ prepared: PreparedPack) throws {
        let manifest = prepared.manifest
        try transaction.insert(
            into: "pack",
            [
                "source_id": .number(source), "identity": .text(manifest.identity),
                "version": .text(manifest.version.description), "digest": .text(manifest.digest),
                "part_digests": .text(manifest.parts.map { "\($0.name) \($0.sha256)" }.joined(separator: "\n")),
                "title": .text(manifest.title), "languages": .text(manifest.languages.joined(separator: " ")),
                "licence": .text(manifest.licence), "credits": .text(manifest.credits.joined(separator: "\n")),
                "address": .text(manifest.address?.text), "base_map": .bytes(prepared.baseMap?.bytes),
                "base_map_size": .number(prepared.baseMap?.size ?? 0), "page_count": .number(prepared.pages.count),
                "photograph_count": .number(prepared.pack.photographs.count),
                "place_count": .number(prepared.pages.count { $0.place != nil }), "installed_at": .date(now),
            ],
            onConflict: """
                (source_id) do update set identity = excluded.identity, version = excluded.version,
                  digest = excluded.digest, part_digests = excluded.part_digests,
                  title = excluded.title, languages = excluded.languages, licence = excluded.licence, credits = excluded.credits,
                  address = excluded.address, base_map = excluded.base_map, base_map_size = excluded.base_map_size,
                  page_count = excluded.page_count, photograph_count = excluded.photograph_count,
                  place_count = excluded.place_count, installed_at = excluded.installed_at
                """)
    }

    // MARK: - Pages

    private func writePages(
        _ prepared: PreparedPack, channels: [Int64], counting changes: inout PackChanges
    ) throws {
        let writer = PackStoryWriter(transaction: transaction, now: now, source: source, channels: channels)
        let known = try writer.known()
        let matches = prepared.matches(known)
        let matched = Set(matches.values.map(\.story))
        try clear(["pack_page"])
        try ArrivalLog(transaction: transaction, now: now).record()
        for removed in known where removed.isInstalled && !matched.contains(removed.story) {
            try writer.remove(removed)
            changes.removedPages += 1
        }
        try writer.freeKeys(of: known, for: matches, slugs: Set(prepared.pages.map(\.page.slug)))
        for (order, page) in prepared.pages.enumerated() {
            let story: Int64
            if let before = matches[page.page.slug] {
                story = before.story
                let isChanged = try writer.update(before, to: page.story)
                if !before.isInstalled { changes.newPages += 1 } else if isChanged { changes.changedPages += 1 }
            } else {
                story = try writer.insert(page.story)
                changes.newPages += 1
            }
            try insert(page, story: story, order: order)
        }
    }

    private func record(_ changes: PackChanges, isFirst: Bool) throws {
        try clear(["pack_change"])
        guard !isFirst else { return }
        try transaction.insert(
            into: "pack_change",
            [
                "source_id": .number(source), "replaced_version": .text(changes.replaced.description),
                "new_pages": .number(changes.newPages), "changed_pages": .number(changes.changedPages),
                "removed_pages": .number(changes.removedPages),
            ])
    }

    private func insert(_ page: PreparedPack.Page, story: Int64, order: Int) throws {
        try transaction.insert(
            into: "pack_page",
            [
                "source_id": .number(source), "slug": .text(page.page.slug), "story_id": .number(story),
                "parent_slug": .text(page.page.parent), "position": .number(page.position),
                "tree_order": .number(order),
                "child_count": .number(page.childCount), "title": .text(page.page.title),
                "kind": .text(page.page.kind.rawValue), "colour": .text(page.colour?.description),
                "background_number": .number(page.ground), "web_address": .text(page.page.address?.text),
                "latitude": .number(page.place?.latitude), "longitude": .number(page.place?.longitude),
            ])
    }

    // MARK: - Pictures

    private func writePictures(of pack: Pack) throws {
        try clear(["pack_picture", "pack_photograph_file", "pack_photograph", "pack_medium"])
        for page in pack.pages {
            for (slot, picture) in page.pictures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                for (rendition, medium) in Self.files(of: picture) {
                    try transaction.run(
                        "insert into pack_picture (source_id, page_slug, slot, rendition, media_sha256) values (?, ?, ?, ?, ?)",
                        [
                            .number(source), .text(page.slug), .text(slot.rawValue), .text(rendition.rawValue),
                            .text(medium.hex),
                        ])
                }
            }
        }
        for (position, photo) in pack.gallery.enumerated() { try insert(photo, at: position) }
        for medium in pack.media {
            try transaction.run(
                "insert into pack_medium (source_id, sha256, type, size) values (?, ?, ?, ?)",
                [.number(source), .text(medium.id.hex), .text(medium.type.rawValue), .number(medium.size)])
        }
    }

    private func insert(_ photo: PackPhoto, at position: Int) throws {
        try transaction.run(
            "insert into pack_photograph (source_id, name, position, caption, credit) values (?, ?, ?, ?, ?)",
            [.number(source), .text(photo.name), .number(position), .text(photo.caption), .text(photo.credit)])
        for (rendition, medium) in Self.files(of: photo.picture) {
            try transaction.run(
                "insert into pack_photograph_file (source_id, photograph_name, rendition, media_sha256) values (?, ?, ?, ?)",
                [.number(source), .text(photo.name), .text(rendition.rawValue), .text(medium.hex)])
        }
    }

    private static func files(of picture: PackPicture) -> [(PackRendition, PackMediumID)] {
        picture.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    private func clear(_ tables: [String]) throws {
        for table in tables { try transaction.run("delete from \(table) where source_id = ?", [.number(source)]) }
    }
}

/// The version of a pack that is installed.
struct InstalledPackVersion: Sendable {
    var version: PackVersion
    var digest: String

    static func find(_ source: Int64, _ transaction: Transaction) throws -> InstalledPackVersion? {
        try transaction.first("select version, digest from pack where source_id = ?", [.number(source)]) { row in
            PackVersion(row.text("version")).map { InstalledPackVersion(version: $0, digest: row.text("digest")) }
        } ?? nil
    }

    /// Returns the reason to keep this version; nil if the other is to be installed.
    func reason(toKeepInsteadOf other: PackManifest, allowsDowngrade: Bool) -> PackInstallation? {
        if other.digest == digest { return .unchanged(version) }
        return other.version > version || allowsDowngrade ? nil : .refused(other.version, installed: version)
    }
}
