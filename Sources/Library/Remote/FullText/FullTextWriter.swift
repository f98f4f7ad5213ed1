import Foundation
import Markup
import News
import URLs

/// A writer for full texts, which also updates list fields and the search index.
struct FullTextWriter {
    let transaction: Transaction

    /// An SQL condition: the full text `f` is longer than the feed's text of the story `s`, and so replaces it.
    static let isUsedSQL = "f.plain_text is not null and f.word_count > s.word_count"

    func write(_ story: Int64, _ full: PreparedFullText, now: Date) throws {
        try StorySearchIndex(transaction: transaction).update(story) {
            try transaction.run(
                """
                insert into full_text (story_id, fetched_at, address) values (?, ?, ?)
                on conflict (story_id) do update set fetched_at = excluded.fetched_at, address = excluded.address
                """, [.number(story), .date(now), .text(full.text.address.text)])
            try transaction.run("delete from full_text_page where story_id = ?", [.number(story)])
            for (part, page) in full.pages.enumerated() {
                try transaction.insert(
                    into: "full_text_page",
                    [
                        "story_id": .number(story), "part": .number(part), "address": .text(page.address.text),
                        "compressed_html": .bytes(page.compressed.bytes),
                        "uncompressed_size": .number(page.compressed.size),
                    ])
            }
            try writeText(story, full)
        }
    }

    /// Replaces a text that was made by older rules, unless the text has changed meanwhile.
    func rewrite(_ story: Int64, _ full: PreparedFullText, since rules: Int64) throws {
        let isSame = try transaction.exists(
            "select 1 from full_text where story_id = ? and rules_version = ?", [.number(story), .number(rules)])
        guard isSame else { return }
        try StorySearchIndex(transaction: transaction).update(story) { try writeText(story, full) }
    }

    private func writeText(_ story: Int64, _ full: PreparedFullText) throws {
        try transaction.update(
            "full_text",
            set: [
                "byline": .text(full.text.byline), "dek": .text(full.dek), "html": .text(full.text.body.text),
                "plain_text": .text(full.text.text), "word_count": .number(full.wordCount),
                "rules_version": .number(full.rulesVersion),
            ], where: "story_id = ?", [.number(story)])
        try writePictures(story, full.text.pictures)
        try applyToStory(story)
        try SavedPageWriter.apply(full.text, to: story, transaction)
    }

    private func writePictures(_ story: Int64, _ pictures: [PictureReference]) throws {
        try transaction.run("delete from full_text_picture where story_id = ?", [.number(story)])
        let pictureWriter = PictureWriter(transaction: transaction)
        for (position, picture) in pictures.prefix(PreparedStory.maxPictures).enumerated() {
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            try transaction.insert(
                into: "full_text_picture",
                [
                    "story_id": .number(story), "position": .number(position), "picture_id": .number(id),
                    "alt": .text(picture.alt), "caption": .text(picture.caption), "credit": .text(picture.credit),
                ])
        }
    }

    /// Copies the summary and lead picture of the full text where the feed has none. Must follow every change of either
    /// text.
    func applyToStory(_ story: Int64) throws {
        let known = try transaction.first(
            """
            select f.dek as full_dek, s.dek, t.plain_text, s.picture_count from full_text f
            join story s on s.id = f.story_id join story_text t on t.story_id = f.story_id
            where f.story_id = ? and \(Self.isUsedSQL)
            """, [.number(story)]
        ) { row in
            (
                found: row.optionalText("full_dek"), given: row.optionalText("dek"), text: row.text("plain_text"),
                pictures: row.int("picture_count")
            )
        }
        guard let known else { return }
        if let found = known.found, Self.isDerived(known.text, known.given) {
            try transaction.run("update story set dek = ? where id = ?", [.text(found), .number(story)])
        }
        guard known.pictures == 0 else { return }
        let inserted = try transaction.run(
            """
            insert into story_picture (story_id, position, picture_id, alt, caption, credit, added_from_full_text_at)
            select p.story_id, p.position, p.picture_id, p.alt, p.caption, p.credit, f.fetched_at
            from full_text_picture p join full_text f on f.story_id = p.story_id
            where p.story_id = ? and p.position = 0
            on conflict (story_id, position) do nothing
            """, [.number(story)])
        if inserted > 0 { try transaction.run("update story set picture_count = 1 where id = ?", [.number(story)]) }
    }

    /// Returns true if the summary is only the beginning of the text.
    private static func isDerived(_ text: String, _ dek: String?) -> Bool {
        guard let dek, !dek.isEmpty else { return true }
        return text.lazy.filter(\.isLetter).prefix(40).elementsEqual(dek.lazy.filter(\.isLetter).prefix(40))
    }

    /// Deletes the full text of a story.
    /// - Returns: The IDs of its pictures.
    func delete(_ story: Int64) throws -> [Int64] {
        try FetchLeaseStore.delete([.fullText], story, transaction)
        let pictures = try transaction.numbers(
            "select picture_id from full_text_picture where story_id = ?", [.number(story)])
        for table in ["full_text_page", "full_text_picture", "full_text"] {
            try transaction.run("delete from \(table) where story_id = ?", [.number(story)])
        }
        return pictures
    }
}

/// A full text that is compressed and counted outside the transaction, to keep the transaction short.
struct PreparedFullText: Sendable {
    struct Page: Sendable {
        var address: WebAddress
        var compressed: CompressedText
    }

    var text: FullText
    var dek: String?
    var wordCount: Int
    var pages: [Page]
    var rulesVersion: Int

    init(_ text: FullText) throws(LibraryError) {
        self.text = text
        dek = Excerpt.make(from: text.body)
        wordCount = StorySimilarity.wordCount(text.text)
        rulesVersion = FullTextAssembler.rulesVersion
        var pages: [Page] = []
        for part in text.parts { pages.append(Page(address: part.address, compressed: try CompressedText(part.html))) }
        self.pages = pages
    }
}
