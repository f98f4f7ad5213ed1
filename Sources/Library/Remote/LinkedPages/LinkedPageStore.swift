import Foundation
import Markup
import News
import URLs

/// Linked pages, and how long they are kept.
struct LinkedPageStore {
    let transaction: Transaction
    let policy: LinkedPagePolicy

    func write(_ page: Int64, _ prepared: PreparedLinkedPage) throws {
        try deleteContent(page)
        let text = prepared.text
        try transaction.update(
            "linked_page",
            set: [
                "found_at": .text(text.address.text), "title": .text(text.title), "site": .text(text.siteName),
                "byline": .text(text.byline), "published_at": .date(text.publishedAt),
                "language": .text(text.language), "is_rtl": .bool(text.direction == .rtl),
                "words": .number(prepared.wordCount), "size": .number(prepared.size),
                "is_cut_short": .bool(text.isTruncated), "remark": .null,
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
                "insert into linked_page_part (page_id, piece, html) values (?, ?, ?)",
                [.number(page), .number(number), .text(html)])
        }
    }

    /// Stores a page without text.
    func write(_ page: Int64, title: String?, cause: FailureCause) throws {
        try deleteContent(page)
        try transaction.run(
            """
            update linked_page set title = ?, remark = ?, found_at = null, site = null, byline = null,
              published_at = null, words = 0, size = 0, is_cut_short = 0 where id = ?
            """, [.text(title), .text(try JSONColumn.encode(cause)), .number(page)])
    }

    func recordFetched(_ page: Int64, isStorable: Bool, at now: Date) throws {
        try transaction.run(
            "update linked_page set fetched_at = ?, rules = ?, is_passing = ?, seen_at = ? where id = ?",
            [.date(now), .number(FullTextAssembler.rulesVersion), .bool(!isStorable), .date(now), .number(page)])
    }

    func recordViewed(_ page: Int64, at now: Date) throws {
        try transaction.run("update linked_page set seen_at = ? where id = ?", [.date(now), .number(page)])
    }

    // MARK: Leasing

    /// Leases a page, or copies the full text that its story has already.
    func acquire(
        _ address: WebAddress, for story: Int64?, reason: RefreshReason, _ leases: FetchLeaseStore
    ) throws -> FetchLeaseStore.LeaseResult<LinkedPageService.Request> {
        try transaction.run(
            "insert into linked_page (address, seen_at) values (?, ?) on conflict (address) do nothing",
            [.text(address.text), .date(leases.now)])
        let stored = try transaction.first(
            "select id, fetched_at, rules from linked_page where address = ?", [.text(address.text)]
        ) { row in
            (
                page: row.number("id"), isFetched: row.optionalNumber("fetched_at") != nil,
                isCurrent: row.int("rules") == FullTextAssembler.rulesVersion
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

    /// Copies the story's full text if this is its own page, to save a request.
    func copyFullText(_ page: Int64, _ address: WebAddress, from story: Int64, now: Date) throws -> Bool {
        guard let source = try currentFullText(of: story, page: address, now: now) else { return false }
        let body = SafeHTML(restoring: source.html)
        try transaction.update(
            "linked_page",
            set: [
                "found_at": .text(source.address), "title": .text(source.title), "byline": .text(source.byline),
                "published_at": .date(source.publishedAt), "language": .text(source.language),
                "is_rtl": .bool(source.isRightToLeft), "words": .number(source.wordCount),
                "size": .number(source.html.utf8.count), "fetched_at": .date(source.fetchedAt),
                "rules": .number(FullTextAssembler.rulesVersion), "seen_at": .date(now),
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
                .date(now.addingTimeInterval(-(policy.fetching.defaultFreshness ?? .zero).seconds)),
            ]
        ) { row in
            StoredFullText(
                title: row.text("title"), byline: row.optionalText("byline"),
                publishedAt: row.optionalDate("published_at"), language: row.optionalText("language"),
                isRightToLeft: row.text("direction") == TextDirection.rtl.rawValue,
                address: row.optionalText("address"), html: row.text("html"), wordCount: row.int("words"),
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

    /// Keeps pages of saved and ticked stories first, then recently viewed ones. Deletes `no-store` pages after `noStoreLifetime`.
    func prune(now: Date, keeping newest: Int64) throws {
        let cutoff = now.addingTimeInterval(-policy.noStoreLifetime.seconds)
        for page in try transaction.numbers(
            """
            select p.id from linked_page p where p.is_passing = 1 and p.fetched_at <= ? and not exists (
              select 1 from fetch_state f where f.kind = ? and f.id = p.id and f.claimed_until > ?)
            """, [.date(cutoff), .text(FetchTarget.Kind.linkedPage.rawValue), .date(now)])
        { try delete(page) }
        let pages = try transaction.all(
            """
            select o.id, o.size, case when o.id = ? then 2 when exists (
              select 1 from mark k where k.story_id = o.story_id
                and \(MarkKind.keptCondition("k"))) then 1 else 0 end as kept
            from linked_page o order by kept desc, o.seen_at desc, o.id desc
            """, [.number(newest)]
        ) { (id: $0.number("id"), size: $0.int("size")) }
        var bytes = 0
        for (index, page) in pages.enumerated() {
            bytes += page.size
            if page.id != newest, index >= policy.maxPages || bytes > policy.maxBytes { try delete(page.id) }
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
