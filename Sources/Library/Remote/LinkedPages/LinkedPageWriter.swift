import Foundation
import Markup
import News

/// Writes what pages outside gave, and lets go of what is too much.
struct LinkedPageWriter {
    let transaction: Transaction
    let policy: LinkedPagePolicy

    /// A page with a text.
    func write(_ page: Int64, _ prepared: PreparedLinkedPage, _ answer: ArticleResponse, now: Date) throws {
        try deleteContent(page)
        let text = prepared.text
        try transaction.run(
            """
            update outside_page set found_at = ?, title = ?, site = ?, byline = ?, published_at = ?, language = ?,
              is_rtl = ?, words = ?, size = ?, is_cut_short = ?, remark = null where id = ?
            """,
            [
                .text(text.address.text), .text(text.title), .text(text.siteName), .text(text.byline),
                .date(text.publishedAt), .text(text.language), .bool(text.direction == .rtl),
                .number(prepared.wordCount), .number(prepared.size), .bool(text.isTruncated), .number(page),
            ])
        try writeParts(page, prepared.parts)
        let records = PictureWriter(transaction: transaction)
        for (position, picture) in text.pictures.prefix(PreparedStory.maxPictures).enumerated() {
            let id = try records.id(of: picture.address, width: picture.width, height: picture.height)
            try transaction.run(
                """
                insert into outside_picture (page_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(page), .number(position), .number(id), .text(picture.alt), .text(picture.caption),
                    .text(picture.credit),
                ])
        }
        try recordFetched(page, answer, now: now)
    }

    private func writeParts(_ page: Int64, _ pieces: [String]) throws {
        for (number, html) in pieces.enumerated() {
            try transaction.run(
                "insert into outside_piece (page_id, piece, html) values (?, ?, ?)",
                [.number(page), .number(number), .text(html)])
        }
    }

    /// A page without a text to show.
    func write(_ page: Int64, title: String?, remark: String, _ answer: ArticleResponse, now: Date) throws {
        try deleteContent(page)
        try transaction.run(
            """
            update outside_page set title = ?, remark = ?, found_at = null, site = null, byline = null,
              published_at = null, words = 0, size = 0, is_cut_short = 0 where id = ?
            """, [.text(title), .text(remark), .number(page)])
        try recordFetched(page, answer, now: now)
    }

    /// When it came, and until when it need not be asked again; all there is to write when it is unchanged.
    func recordFetched(_ page: Int64, _ answer: ArticleResponse, now: Date) throws {
        try transaction.run(
            """
            update outside_page set claimed_until = 0, fetched_at = ?, fresh_until = ?, memory = ?, rules = ?,
              is_passing = ?, error = null, http_status = null, why = null, seen_at = ? where id = ?
            """,
            [
                .date(now), .date(policy.freshUntil(now, seconds: answer.freshSeconds)),
                .bytes(answer.sourceState?.bytes), .number(FullTextAssembler.rulesVersion), .bool(!answer.isStorable),
                .date(now), .number(page),
            ])
    }

    /// What was had before stays.
    func recordFailure(_ page: Int64, _ error: SourceError, now: Date) throws {
        try transaction.run(
            """
            update outside_page set claimed_until = 0, error = ?, http_status = ?, why = ?, seen_at = ? where id = ?
            """,
            [
                .text(error.code), .number(RefreshOutcome.failed(error).status), .text(error.detail), .date(now),
                .number(page),
            ])
    }

    /// The whole text of a story whose own page this is, as it was fetched before: nobody is asked twice.
    func copyFullText(_ page: Int64, _ address: WebAddress, from story: Int64, now: Date) throws -> Bool {
        let known = try transaction.first(
            """
            select s.title, f.byline, s.published_at, s.language, s.direction, f.address, f.html, f.words, f.fetched_at
            from full_text f join story s on s.id = f.story_id
            where f.story_id = ? and s.link = ? and f.html is not null and f.rules = ? and f.fetched_at > ?
            """,
            [
                .number(story), .text(address.text), .number(FullTextAssembler.rulesVersion),
                .date(now.addingTimeInterval(-Double(policy.defaultFreshness.milliseconds) / 1000)),
            ]
        ) { row in
            (
                title: row.text(), byline: row.optionalText(), published: row.optionalDate(),
                language: row.optionalText(), direction: row.text(), found: row.optionalText(), html: row.text(),
                words: row.int(),
                fetched: row.date()
            )
        }
        guard let known else { return false }
        let body = SafeHTML(restoring: known.html)
        try transaction.run(
            """
            update outside_page set found_at = ?, title = ?, byline = ?, published_at = ?, language = ?, is_rtl = ?,
              words = ?, size = ?, fetched_at = ?, fresh_until = ?, rules = ?, error = null, seen_at = ? where id = ?
            """,
            [
                .text(known.found), .text(known.title), .text(known.byline), .date(known.published),
                .text(known.language), .bool(known.direction == "rtl"), .number(known.words),
                .number(known.html.utf8.count), .date(known.fetched),
                .date(policy.freshUntil(known.fetched, seconds: nil)), .number(FullTextAssembler.rulesVersion),
                .date(now), .number(page),
            ])
        try writeParts(page, PageSplitter.split(body))
        try transaction.run(
            """
            insert into outside_picture (page_id, position, picture_id, alt, caption, credit)
            select cast(? as bigint), position, picture_id, alt, caption, credit from full_text_picture where story_id = ?
            """, [.number(page), .number(story)])
        return true
    }

    // MARK: Letting go

    private func deleteContent(_ page: Int64) throws {
        let pictures = try transaction.all(
            "select picture_id from outside_picture where page_id = ?", [.number(page)], { $0.number() })
        for table in ["outside_piece", "outside_picture"] {
            try transaction.run("delete from \(table) where page_id = ?", [.number(page)])
        }
        for picture in Set(pictures).sorted() { try PictureWriter(transaction: transaction).deleteIfUnused(picture) }
    }

    private func delete(_ page: Int64) throws {
        try deleteContent(page)
        try transaction.run("delete from outside_page where id = ?", [.number(page)])
    }

    /// Everything that was opened from a story goes with it.
    func delete(story: Int64) throws {
        for page in try transaction.all(
            "select id from outside_page where story_id = ?", [.number(story)], { $0.number() })
        { try delete(page) }
    }

    /// Keeps within bounds: what was seen last stays, before it what belongs to a saved story; what its origin wants kept
    /// nowhere stays only while it is read.
    func prune(now: Date, sparing newest: Int64) throws {
        let passed = now.addingTimeInterval(-Double(policy.noStoreLifetime.milliseconds) / 1000)
        for page in try transaction.all(
            "select id from outside_page where is_passing = 1 and fetched_at <= ? and claimed_until <= ?",
            [.date(passed), .date(now)], { $0.number() })
        { try delete(page) }
        let held = try transaction.all(
            """
            select o.id, o.size, case when o.id = ? then 2 when exists (
              select 1 from mark k where k.story_id = o.story_id and k.kind = 3 and k.value = 1) then 1 else 0 end as kept
            from outside_page o order by kept desc, o.seen_at desc, o.id desc
            """, [.number(newest)]
        ) { (page: $0.number(), size: $0.int()) }
        var bytes = 0
        for (place, page) in held.enumerated() {
            bytes += page.size
            if page.page != newest, place >= policy.maxPages || bytes > policy.maxBytes { try delete(page.page) }
        }
    }
}

/// A page's text made ready outside the transaction, so that the database is held briefly.
struct PreparedLinkedPage: Sendable {
    var text: FullText
    var wordCount: Int
    var parts: [String]
    var size: Int
    /// The same as a story's whole text, where the page may be a story's own.
    var fullText: PreparedFullText?

    init(_ text: FullText, forStory isForStory: Bool) throws(LibraryError) {
        self.text = text
        wordCount = StorySimilarity.wordCount(text.text)
        parts = PageSplitter.split(text.body)
        size = text.body.text.utf8.count
        fullText = isForStory && !text.isTruncated ? try PreparedFullText(text) : nil
    }
}
