import Foundation
import Markup
import News

/// Writes what pages outside gave, and lets go of what is too much.
struct OutsideRecords {
    let session: Session
    let bounds: OutsideBounds

    /// A page with a text.
    func write(_ page: Int64, _ prepared: PreparedOutside, _ answer: PageAnswer, now: Date) throws {
        try clear(page)
        let text = prepared.text
        try session.run(
            """
            update outside_page set found_at = ?, title = ?, site = ?, byline = ?, published_at = ?, language = ?,
              is_rtl = ?, words = ?, size = ?, is_cut_short = ?, remark = null where id = ?
            """,
            [
                .words(text.address.text), .words(text.title), .words(text.siteName), .words(text.byline),
                .instant(text.publishedAt), .words(text.language), .flag(text.direction == .rtl),
                .number(prepared.words), .number(prepared.size), .flag(text.isCutShort), .number(page),
            ])
        try writePieces(page, prepared.pieces)
        let records = PictureRecords(session: session)
        for (position, picture) in text.pictures.prefix(PreparedStory.mostPictures).enumerated() {
            let id = try records.id(of: picture.address, width: picture.width, height: picture.height)
            try session.run(
                """
                insert into outside_picture (page_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(page), .number(position), .number(id), .words(picture.alt), .words(picture.caption),
                    .words(picture.credit),
                ])
        }
        try settle(page, answer, now: now)
    }

    private func writePieces(_ page: Int64, _ pieces: [String]) throws {
        for (number, html) in pieces.enumerated() {
            try session.run(
                "insert into outside_piece (page_id, piece, html) values (?, ?, ?)",
                [.number(page), .number(number), .words(html)])
        }
    }

    /// A page without a text to show.
    func write(_ page: Int64, title: String?, remark: String, _ answer: PageAnswer, now: Date) throws {
        try clear(page)
        try session.run(
            """
            update outside_page set title = ?, remark = ?, found_at = null, site = null, byline = null,
              published_at = null, words = 0, size = 0, is_cut_short = 0 where id = ?
            """, [.words(title), .words(remark), .number(page)])
        try settle(page, answer, now: now)
    }

    /// When it came, and until when it need not be asked again; all there is to write when it is unchanged.
    func settle(_ page: Int64, _ answer: PageAnswer, now: Date) throws {
        try session.run(
            """
            update outside_page set claimed_until = 0, fetched_at = ?, fresh_until = ?, memory = ?, rules = ?,
              is_passing = ?, error = null, http_status = null, why = null, seen_at = ? where id = ?
            """,
            [
                .instant(now), .instant(bounds.freshUntil(now, seconds: answer.freshSeconds)),
                .bytes(answer.memory?.bytes), .number(FullTextReading.rules), .flag(!answer.mayBeKept),
                .instant(now), .number(page),
            ])
    }

    /// What was had before stays.
    func fail(_ page: Int64, _ error: SourceError, now: Date) throws {
        try session.run(
            """
            update outside_page set claimed_until = 0, error = ?, http_status = ?, why = ?, seen_at = ? where id = ?
            """,
            [
                .words(error.code), .number(Outcome.failed(error).status), .words(error.sentence), .instant(now),
                .number(page),
            ])
    }

    /// The whole text of a story whose own page this is, as it was fetched before: nobody is asked twice.
    func borrow(_ page: Int64, _ address: WebAddress, from story: Int64, now: Date) throws -> Bool {
        let known = try session.first(
            """
            select s.title, f.byline, s.published_at, s.language, s.direction, f.address, f.html, f.words, f.fetched_at
            from full_text f join story s on s.id = f.story_id
            where f.story_id = ? and s.link = ? and f.html is not null and f.rules = ? and f.fetched_at > ?
            """,
            [
                .number(story), .words(address.text), .number(FullTextReading.rules),
                .instant(now.addingTimeInterval(-Double(bounds.usualFreshness.milliseconds) / 1000)),
            ]
        ) { row in
            (
                title: row.words(), byline: row.optionalWords(), published: row.optionalInstant(),
                language: row.optionalWords(), direction: row.words(), found: row.optionalWords(), html: row.words(),
                words: row.int(),
                fetched: row.instant()
            )
        }
        guard let known else { return false }
        let body = SafeHTML(restoring: known.html)
        try session.run(
            """
            update outside_page set found_at = ?, title = ?, byline = ?, published_at = ?, language = ?, is_rtl = ?,
              words = ?, size = ?, fetched_at = ?, fresh_until = ?, rules = ?, error = null, seen_at = ? where id = ?
            """,
            [
                .words(known.found), .words(known.title), .words(known.byline), .instant(known.published),
                .words(known.language), .flag(known.direction == "rtl"), .number(known.words),
                .number(known.html.utf8.count), .instant(known.fetched),
                .instant(bounds.freshUntil(known.fetched, seconds: nil)), .number(FullTextReading.rules),
                .instant(now), .number(page),
            ])
        try writePieces(page, OutsidePieces.of(body))
        try session.run(
            """
            insert into outside_picture (page_id, position, picture_id, alt, caption, credit)
            select cast(? as bigint), position, picture_id, alt, caption, credit from full_text_picture where story_id = ?
            """, [.number(page), .number(story)])
        return true
    }

    // MARK: Letting go

    private func clear(_ page: Int64) throws {
        let pictures = try session.all(
            "select picture_id from outside_picture where page_id = ?", [.number(page)], { $0.number() })
        for table in ["outside_piece", "outside_picture"] {
            try session.run("delete from \(table) where page_id = ?", [.number(page)])
        }
        for picture in Set(pictures).sorted() { try PictureRecords(session: session).letGo(picture) }
    }

    private func letGo(_ page: Int64) throws {
        try clear(page)
        try session.run("delete from outside_page where id = ?", [.number(page)])
    }

    /// Everything that was opened from a story goes with it.
    func letGo(story: Int64) throws {
        for page in try session.all(
            "select id from outside_page where story_id = ?", [.number(story)], { $0.number() })
        { try letGo(page) }
    }

    /// Keeps within bounds: what was seen last stays, before it what belongs to a saved story; what its origin wants kept
    /// nowhere stays only while it is read.
    func bound(now: Date, sparing newest: Int64) throws {
        let passed = now.addingTimeInterval(-Double(bounds.passing.milliseconds) / 1000)
        for page in try session.all(
            "select id from outside_page where is_passing = 1 and fetched_at <= ? and claimed_until <= ?",
            [.instant(passed), .instant(now)], { $0.number() })
        { try letGo(page) }
        let held = try session.all(
            """
            select o.id, o.size, case when o.id = ? then 2 when exists (
              select 1 from mark k where k.story_id = o.story_id and k.kind = 3 and k.value = 1) then 1 else 0 end as kept
            from outside_page o order by kept desc, o.seen_at desc, o.id desc
            """, [.number(newest)]
        ) { (page: $0.number(), size: $0.int()) }
        var bytes = 0
        for (place, page) in held.enumerated() {
            bytes += page.size
            if page.page != newest, place >= bounds.pages || bytes > bounds.bytes { try letGo(page.page) }
        }
    }
}
