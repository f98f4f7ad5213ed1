import Foundation
import Markup
import News
import Packs
import URLs
import Untrusted

/// A job that sanitises stories again from stored originals.
struct StoryResanitizeJob: ResanitizeJob {
    struct OutdatedStory: Sendable {
        var story: Int64
        var rulesVersion: Int64
        var html: String
        var plain: String
        /// The stored original; nil if none is stored or it is damaged, so that the text stays.
        var original: String?
        var base: WebAddress?
    }

    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int {
        let old = try await context.database.read { try Self.outdated($0, limit: size) }
        guard !old.isEmpty else { return 0 }
        let fresh = old.map { story in (story, story.original.map { HTMLSanitizer(base: story.base).sanitize($0) }) }
        try await context.database.write(.refetchable) { transaction in
            for (story, cleaned) in fresh { try Self.write(story, cleaned, transaction) }
        }
        return old.count
    }

    /// Returns outdated stories, the newest first. Stories with newer rules precede, because an interrupted job of an
    /// earlier version processed the newest stories first.
    private static func outdated(_ transaction: Transaction, limit: Int) throws -> [OutdatedStory] {
        try transaction.all(
            """
            select t.story_id, t.rules_version, t.html, t.plain_text, o.compressed_html, o.uncompressed_size, o.base_address
            from story_text t left join story_original o on o.story_id = t.story_id
            where t.rules_version < ? order by t.rules_version desc, t.story_id desc limit ?
            """, [.number(SanitizerRules.version), .number(limit)]
        ) { row in
            OutdatedStory(
                story: row.number("story_id"), rulesVersion: row.number("rules_version"), html: row.text("html"),
                plain: row.text("plain_text"),
                original: row.optionalBytes("compressed_html").flatMap {
                    decompressed($0, row.int("uncompressed_size"))
                },
                base: row.optionalText("base_address").flatMap { WebAddress($0) })
        }
    }

    private static func decompressed(_ bytes: [UInt8], _ size: Int) -> String? {
        // If the stored original is damaged, the text stays.
        do { return try CompressedText(bytes: bytes, size: size).decompressed() } catch { return nil }
    }

    /// Writes the new text, unless a refresh has replaced the story meanwhile.
    private static func write(_ old: OutdatedStory, _ cleaned: SanitizedContent?, _ transaction: Transaction) throws {
        guard let cleaned, cleaned.html.text != old.html || cleaned.text != old.plain else {
            try transaction.run(
                "update story_text set rules_version = ? where story_id = ? and rules_version = ?",
                [.number(SanitizerRules.version), .number(old.story), .number(old.rulesVersion)])
            return
        }
        let isSame = try transaction.exists(
            "select 1 from story_text where story_id = ? and rules_version = ?",
            [.number(old.story), .number(old.rulesVersion)])
        guard isSame else { return }
        try StorySearchIndex(transaction: transaction).update(old.story) {
            try transaction.run(
                "update story_text set html = ?, plain_text = ?, rules_version = ? where story_id = ?",
                [
                    .text(cleaned.html.text), .text(cleaned.text), .number(SanitizerRules.version),
                    .number(old.story),
                ])
            let pictureCount = try updatePictures(old, cleaned, transaction)
            try transaction.run(
                """
                update story set word_count = ?, picture_count = ?, dek = case when dek = ? then ? else dek end
                where id = ?
                """,
                [
                    .number(StorySimilarity.wordCount(cleaned.text)), .number(pictureCount),
                    .text(Excerpt.make(from: SafeHTML(restoring: old.html))), .text(Excerpt.make(from: cleaned.html)),
                    .number(old.story),
                ])
            try FullTextWriter(transaction: transaction).applyToStory(old.story)
        }
    }

    private struct PictureRow {
        var address: String
        var picture: Int64
        var alt: String?
        var caption: String?
        var credit: String?
    }

    /// Replaces the pictures of the text; pictures that the feed names beside the text stay. Returns the number of
    /// pictures.
    private static func updatePictures(
        _ old: OutdatedStory, _ cleaned: SanitizedContent, _ transaction: Transaction
    ) throws -> Int {
        let before = SafeHTML(restoring: old.html).pictureAddresses
        let after = Set(cleaned.pictures.map(\.address.text))
        let known = try storedPictures(of: old.story, transaction)
        // The pictures of a pack are local files and need no fetch.
        guard before != after, old.base != PackAddress.base else { return known.count }
        let addresses = Set(known.map(\.address))
        let kept = known.filter { !before.contains($0.address) || after.contains($0.address) }
        let pictureWriter = PictureWriter(transaction: transaction)
        let new = try cleaned.pictures.filter { !addresses.contains($0.address.text) }.map { picture in
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            return PictureRow(
                address: picture.address.text, picture: id, alt: picture.alt, caption: picture.caption,
                credit: picture.credit)
        }
        let all = Array((kept + new).prefix(PreparedStory.maxPictures))
        try replacePictures(of: old.story, with: all, transaction)
        return all.count
    }

    private static func storedPictures(of story: Int64, _ transaction: Transaction) throws -> [PictureRow] {
        try transaction.all(
            """
            select p.address, sp.picture_id, sp.alt, sp.caption, sp.credit from story_picture sp
            join picture p on p.id = sp.picture_id where sp.story_id = ? order by sp.position
            """, [.number(story)]
        ) {
            PictureRow(
                address: $0.text("address"), picture: $0.number("picture_id"), alt: $0.optionalText("alt"),
                caption: $0.optionalText("caption"), credit: $0.optionalText("credit"))
        }
    }

    private static func replacePictures(
        of story: Int64, with pictures: [PictureRow], _ transaction: Transaction
    ) throws {
        // Position 0 is reserved for a lead picture.
        let first = UntrustedInteger(
            try transaction.number("select min(position) from story_picture where story_id = ?", [.number(story)]) ?? 0)
        try transaction.run("delete from story_picture where story_id = ?", [.number(story)])
        for (position, picture) in pictures.enumerated() {
            try transaction.insert(
                into: "story_picture",
                [
                    "story_id": .number(story), "position": .number(position + first.int(clampedTo: 0...1)),
                    "picture_id": .number(picture.picture), "alt": .text(picture.alt),
                    "caption": .text(picture.caption), "credit": .text(picture.credit),
                ])
        }
    }
}
