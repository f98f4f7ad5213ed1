import Foundation
import Markup
import News
import URLs

struct LinkedPageStore {
    let transaction: Transaction
    let policy: LinkedPagePolicy

    func write(_ page: Int64, _ prepared: PreparedLinkedPage, _ response: ArticleResponse, now: Date) throws {
        try deleteContent(page)
        let text = prepared.text
        try transaction.run(
            """
            update linked_page set found_at = ?, title = ?, site = ?, byline = ?, published_at = ?, language = ?,
              is_rtl = ?, words = ?, size = ?, is_cut_short = ?, remark = null where id = ?
            """,
            [
                .text(text.address.text), .text(text.title), .text(text.siteName), .text(text.byline),
                .date(text.publishedAt), .text(text.language), .bool(text.direction == .rtl),
                .number(prepared.wordCount), .number(prepared.size), .bool(text.isTruncated), .number(page),
            ])
        try writeParts(page, prepared.parts)
        let pictureWriter = PictureWriter(transaction: transaction)
        for (position, picture) in text.pictures.prefix(PreparedStory.maxPictures).enumerated() {
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            try transaction.run(
                """
                insert into linked_page_picture (page_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(page), .number(position), .number(id), .text(picture.alt), .text(picture.caption),
                    .text(picture.credit),
                ])
        }
        try recordFetched(page, response, now: now)
    }

    private func writeParts(_ page: Int64, _ parts: [String]) throws {
        for (number, html) in parts.enumerated() {
            try transaction.run(
                "insert into linked_page_part (page_id, piece, html) values (?, ?, ?)",
                [.number(page), .number(number), .text(html)])
        }
    }

    /// Stores a page without text.
    func write(_ page: Int64, title: String?, remark: String, _ response: ArticleResponse, now: Date) throws {
        try deleteContent(page)
        try transaction.run(
            """
            update linked_page set title = ?, remark = ?, found_at = null, site = null, byline = null,
              published_at = null, words = 0, size = 0, is_cut_short = 0 where id = ?
            """, [.text(title), .text(remark), .number(page)])
        try recordFetched(page, response, now: now)
    }

    func recordFetched(_ page: Int64, _ response: ArticleResponse, now: Date) throws {
        try transaction.run(
            """
            update linked_page set claimed_until = 0, fetched_at = ?, fresh_until = ?, memory = ?, rules = ?,
              is_passing = ?, error = null, http_status = null, why = null, seen_at = ? where id = ?
            """,
            [
                .date(now), .date(policy.freshUntil(now, seconds: response.freshSeconds)),
                .bytes(response.sourceState?.bytes), .number(FullTextAssembler.rulesVersion),
                .bool(!response.isStorable),
                .date(now), .number(page),
            ])
    }

    func recordFailure(_ page: Int64, _ error: SourceError, now: Date) throws {
        try transaction.run(
            """
            update linked_page set claimed_until = 0, error = ?, http_status = ?, why = ?, seen_at = ? where id = ?
            """,
            [
                .text(error.code), .number(RefreshOutcome.failed(error).status), .text(error.detail), .date(now),
                .number(page),
            ])
    }

    private struct StoredFullText {
        var title: String
        var byline: String?
        var publishedAt: Date?
        var language: String?
        var isRightToLeft: Bool
        var address: String?
        var html: String
        var wordCount: Int
        var fetchedAt: Date
    }

    /// Copies the story's full text if this is its own page, to save a request.
    func copyFullText(_ page: Int64, _ address: WebAddress, from story: Int64, now: Date) throws -> Bool {
        guard let source = try currentFullText(of: story, page: address, now: now) else { return false }
        let body = SafeHTML(restoring: source.html)
        try transaction.run(
            """
            update linked_page set found_at = ?, title = ?, byline = ?, published_at = ?, language = ?, is_rtl = ?,
              words = ?, size = ?, fetched_at = ?, fresh_until = ?, rules = ?, error = null, seen_at = ? where id = ?
            """,
            [
                .text(source.address), .text(source.title), .text(source.byline), .date(source.publishedAt),
                .text(source.language), .bool(source.isRightToLeft), .number(source.wordCount),
                .number(source.html.utf8.count), .date(source.fetchedAt),
                .date(policy.freshUntil(source.fetchedAt, seconds: nil)), .number(FullTextAssembler.rulesVersion),
                .date(now), .number(page),
            ])
        try writeParts(page, PageSplitter.split(body))
        try transaction.run(
            """
            insert into linked_page_picture (page_id, position, picture_id, alt, caption, credit)
            select cast(? as bigint), position, picture_id, alt, caption, credit from full_text_picture where story_id = ?
            """, [.number(page), .number(story)])
        return true
    }

    /// By the current rules, and fresh.
    private func currentFullText(of story: Int64, page address: WebAddress, now: Date) throws -> StoredFullText? {
        try transaction.first(
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
            StoredFullText(
                title: row.text(), byline: row.optionalText(), publishedAt: row.optionalDate(),
                language: row.optionalText(), isRightToLeft: row.text() == "rtl", address: row.optionalText(),
                html: row.text(), wordCount: row.int(), fetchedAt: row.date())
        }
    }

    // MARK: Retention

    private func deleteContent(_ page: Int64) throws {
        let pictures = try transaction.all(
            "select picture_id from linked_page_picture where page_id = ?", [.number(page)], { $0.number() })
        for table in ["linked_page_part", "linked_page_picture"] {
            try transaction.run("delete from \(table) where page_id = ?", [.number(page)])
        }
        for picture in Set(pictures).sorted() { try PictureWriter(transaction: transaction).deleteIfUnused(picture) }
    }

    private func delete(_ page: Int64) throws {
        try deleteContent(page)
        try transaction.run("delete from linked_page where id = ?", [.number(page)])
    }

    func delete(story: Int64) throws {
        for page in try transaction.all(
            "select id from linked_page where story_id = ?", [.number(story)], { $0.number() })
        { try delete(page) }
    }

    /// Keeps pages of saved stories first, then recently viewed ones. Deletes `no-store` pages after `noStoreLifetime`.
    func prune(now: Date, keeping newest: Int64) throws {
        let cutoff = now.addingTimeInterval(-Double(policy.noStoreLifetime.milliseconds) / 1000)
        for page in try transaction.all(
            "select id from linked_page where is_passing = 1 and fetched_at <= ? and claimed_until <= ?",
            [.date(cutoff), .date(now)], { $0.number() })
        { try delete(page) }
        let pages = try transaction.all(
            """
            select o.id, o.size, case when o.id = ? then 2 when exists (
              select 1 from mark k where k.story_id = o.story_id and k.kind = 3 and k.value = 1) then 1 else 0 end as kept
            from linked_page o order by kept desc, o.seen_at desc, o.id desc
            """, [.number(newest)]
        ) { (page: $0.number(), size: $0.int()) }
        var bytes = 0
        for (index, page) in pages.enumerated() {
            bytes += page.size
            if page.page != newest, index >= policy.maxPages || bytes > policy.maxBytes { try delete(page.page) }
        }
    }
}

/// Prepared outside the transaction, to keep it short.
struct PreparedLinkedPage: Sendable {
    var text: FullText
    var wordCount: Int
    var parts: [String]
    var size: Int
    /// Where the page may be the story's own.
    var fullText: PreparedFullText?

    init(_ text: FullText, forStory isForStory: Bool) throws(LibraryError) {
        self.text = text
        wordCount = StorySimilarity.wordCount(text.text)
        parts = PageSplitter.split(text.body)
        size = text.body.text.utf8.count
        fullText = isForStory && !text.isTruncated ? try PreparedFullText(text) : nil
    }
}
