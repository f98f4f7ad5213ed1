import Foundation
import Markup
import News
import URLs

/// The store of linked pages and their retention.
struct LinkedPageStore {
    let transaction: Transaction
    let policy: LinkedPagePolicy

    func write(_ page: Int64, _ prepared: PreparedLinkedPage) throws {
        try deleteContent(page)
        let text = prepared.text
        try transaction.update(
            "linked_page",
            set: [
                "resolved_address": .text(text.address.text), "title": .text(text.title),
                "site_name": .text(text.siteName),
                "byline": .text(text.byline), "published_at": .date(text.publishedAt),
                "language": .text(text.language), "is_right_to_left": .bool(text.direction == .rtl),
                "word_count": .number(prepared.wordCount), "size": .number(prepared.size),
                "is_truncated": .bool(text.isTruncated), "diagnostic": .null,
            ], where: "id = ?", [.number(page)])
        try writeParts(page, prepared.parts)
        let pictureWriter = PictureWriter(transaction: transaction)
        for (position, picture) in text.pictures.prefix(PreparedStory.maxPictures).enumerated() {
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            try transaction.insert(
                into: "linked_page_picture",
                [
                    "page_id": .number(page), "position": .number(position), "picture_id": .number(id),
                    "alt": .text(picture.alt), "caption": .text(picture.caption), "credit": .text(picture.credit),
                ])
        }
    }

    private func writeParts(_ page: Int64, _ parts: [String]) throws {
        for (number, html) in parts.enumerated() {
            try transaction.run(
                "insert into linked_page_part (page_id, part, html) values (?, ?, ?)",
                [.number(page), .number(number), .text(html)])
        }
    }

    /// Stores a page without text.
    func write(_ page: Int64, title: String?, cause: FailureCause) throws {
        try deleteContent(page)
        try transaction.run(
            """
            update linked_page set title = ?, diagnostic = ?, resolved_address = null, site_name = null, byline = null,
              published_at = null, word_count = 0, size = 0, is_truncated = 0 where id = ?
            """, [.text(title), .text(try JSONColumn.encode(cause)), .number(page)])
    }

    func recordFetched(_ page: Int64, isStorable: Bool, at now: Date) throws {
        try transaction.run(
            "update linked_page set fetched_at = ?, rules_version = ?, is_no_store = ?, last_opened_at = ? where id = ?",
            [.date(now), .number(FullTextAssembler.rulesVersion), .bool(!isStorable), .date(now), .number(page)])
    }

    func recordViewed(_ page: Int64, at now: Date) throws {
        try transaction.run("update linked_page set last_opened_at = ? where id = ?", [.date(now), .number(page)])
    }

    // MARK: Leasing

    /// Leases a page, or copies the full text if the page's story already has it.
    func acquire(
        _ address: WebAddress, for story: Int64?, reason: RefreshReason, _ leases: FetchLeaseStore
    ) throws -> FetchLeaseStore.LeaseResult<LinkedPageService.Request> {
        try transaction.run(
            "insert into linked_page (address, last_opened_at) values (?, ?) on conflict (address) do nothing",
            [.text(address.text), .date(leases.now)])
        let stored = try transaction.first(
            "select id, fetched_at, rules_version from linked_page where address = ?", [.text(address.text)]
        ) { row in
            (
                page: row.number("id"), isFetched: row.optionalNumber("fetched_at") != nil,
                isCurrent: row.int("rules_version") == FullTextAssembler.rulesVersion
            )
        }
        guard let stored else { throw LibraryError.notThere }
        if let story { try link(stored.page, to: story) }
        if !stored.isFetched, let story, try copyFullText(stored.page, address, from: story, now: leases.now) {
            return .skipped(.upToDate)
        }
        let isStored = stored.isFetched && stored.isCurrent
        return try leases.acquire(
            .linkedPage(stored.page), host: address.hostKey, isStored: isStored, reason: reason
        ) { state in
            LinkedPageService.Request(
                page: stored.page, address: address, story: story, sourceState: isStored ? state.sourceState : nil)
        }
    }

    /// Ties the page's retention to the first story that opened it.
    private func link(_ page: Int64, to story: Int64) throws {
        try transaction.run(
            """
            update linked_page set story_id = ? where id = ? and story_id is null
              and exists (select 1 from story s where s.id = ? and s.purged_at is null)
            """, [.number(story), .number(page), .number(story)])
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

    /// Copies the story's full text if the page is the story's own, which saves a request.
    func copyFullText(_ page: Int64, _ address: WebAddress, from story: Int64, now: Date) throws -> Bool {
        guard let source = try currentFullText(of: story, page: address, now: now) else { return false }
        let body = SafeHTML(restoring: source.html)
        try transaction.update(
            "linked_page",
            set: [
                "resolved_address": .text(source.address), "title": .text(source.title), "byline": .text(source.byline),
                "published_at": .date(source.publishedAt), "language": .text(source.language),
                "is_right_to_left": .bool(source.isRightToLeft), "word_count": .number(source.wordCount),
                "size": .number(source.html.utf8.count), "fetched_at": .date(source.fetchedAt),
                "rules_version": .number(FullTextAssembler.rulesVersion), "last_opened_at": .date(now),
            ], where: "id = ?", [.number(page)])
        try writeParts(page, PageSplitter.split(body))
        try transaction.run(
            """
            insert into linked_page_picture (page_id, position, picture_id, alt, caption, credit)
            select cast(? as bigint), position, picture_id, alt, caption, credit from full_text_picture
            where story_id = ?
            """, [.number(page), .number(story)])
        try FetchLeaseStore.recordStored(
            .linkedPage(page), host: address.hostKey,
            freshUntil: policy.fetching.freshUntil(source.fetchedAt, seconds: nil), transaction)
        return true
    }

    /// Returns a story's full text if it is fresh and was made by the current rules.
    private func currentFullText(of story: Int64, page address: WebAddress, now: Date) throws -> StoredFullText? {
        try transaction.first(
            """
            select s.title, f.byline, s.published_at, s.language, s.direction, f.address, f.html, f.word_count, f.fetched_at
            from full_text f join story s on s.id = f.story_id
            where f.story_id = ? and s.link = ? and f.html is not null and f.rules_version = ? and f.fetched_at > ?
            """,
            [
                .number(story), .text(address.text), .number(FullTextAssembler.rulesVersion),
                .date(now.addingTimeInterval(-(policy.fetching.defaultFreshness ?? .zero).seconds)),
            ]
        ) { row in
            StoredFullText(
                title: row.text("title"), byline: row.optionalText("byline"),
                publishedAt: row.optionalDate("published_at"), language: row.optionalText("language"),
                isRightToLeft: row.text("direction") == TextDirection.rtl.rawValue,
                address: row.optionalText("address"), html: row.text("html"), wordCount: row.int("word_count"),
                fetchedAt: row.date("fetched_at"))
        }
    }

    // MARK: Retention

    private func deleteContent(_ page: Int64) throws {
        let pictures = try transaction.numbers(
            "select picture_id from linked_page_picture where page_id = ?", [.number(page)])
        for table in ["linked_page_part", "linked_page_picture"] {
            try transaction.run("delete from \(table) where page_id = ?", [.number(page)])
        }
        for picture in Set(pictures).sorted() { try PictureWriter(transaction: transaction).deleteIfUnused(picture) }
    }

    private func delete(_ page: Int64) throws {
        try deleteContent(page)
        try FetchLeaseStore.delete([.linkedPage], page, transaction)
        try transaction.run("delete from linked_page where id = ?", [.number(page)])
    }

    func delete(story: Int64) throws {
        for page in try transaction.numbers("select id from linked_page where story_id = ?", [.number(story)]) {
            try delete(page)
        }
    }

    /// Deletes pages beyond the limits, and `no-store` pages after `noStoreLifetime`. Keeps pages of saved and ticked
    /// stories first, then recently viewed ones.
    func prune(now: Date, keeping newest: Int64) throws {
        let cutoff = now.addingTimeInterval(-policy.noStoreLifetime.seconds)
        for page in try transaction.numbers(
            """
            select p.id from linked_page p where p.is_no_store = 1 and p.fetched_at <= ? and not exists (
              select 1 from fetch_state f where f.kind = ? and f.target_id = p.id and f.claimed_until > ?)
            """, [.date(cutoff), .text(FetchTarget.Kind.linkedPage.rawValue), .date(now)])
        { try delete(page) }
        let pages = try transaction.all(
            """
            select o.id, o.size, case when o.id = ? then 2 when exists (
              select 1 from mark k where k.story_id = o.story_id
                and \(MarkKind.keptCondition("k"))) then 1 else 0 end as kept
            from linked_page o order by kept desc, o.last_opened_at desc, o.id desc
            """, [.number(newest)]
        ) { (id: $0.number("id"), size: $0.int("size")) }
        var bytes = 0
        for (index, page) in pages.enumerated() {
            bytes += page.size
            if page.id != newest, index >= policy.maxPages || bytes > policy.maxBytes { try delete(page.id) }
        }
    }
}

/// A linked page that is prepared outside the transaction, to keep the transaction short.
struct PreparedLinkedPage: Sendable {
    var text: FullText
    var wordCount: Int
    var parts: [String]
    var size: Int
    /// The full text of the page, if the page may be the story's own.
    var fullText: PreparedFullText?

    init(_ text: FullText, forStory isForStory: Bool) throws(LibraryError) {
        self.text = text
        wordCount = StorySimilarity.wordCount(text.text)
        parts = PageSplitter.split(text.body)
        size = text.body.text.utf8.count
        fullText = isForStory && !text.isTruncated ? try PreparedFullText(text) : nil
    }
}
