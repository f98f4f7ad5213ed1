import Foundation
import Markup
import News

/// Writes whole texts, and keeps what lists and search show of a story in step with them.
struct FullTextRecords {
    let session: Session

    /// A whole text `f` stands in for what the channel gave of a story `s` only when it is longer.
    static let isUsed = "f.plain is not null and f.words > s.words"

    func write(_ story: Int64, _ full: PreparedFullText, now: Date) throws {
        try CrashSuspects(session: session).clear(.fullText, story)
        try StoryIndex(session: session).change(story) {
            try session.run(
                """
                update full_text set claimed_until = 0, again_at = null, failures = 0, error = null, http_status = null,
                  why = null, fetched_at = ?, address = ?, byline = ?, dek = ?, html = ?, plain = ?, words = ?, rules = ?
                where story_id = ?
                """, [.instant(now), .words(full.text.address.text)] + values(full) + [.number(story)])
            try session.run("delete from full_text_page where story_id = ?", [.number(story)])
            for (part, page) in full.pages.enumerated() {
                try session.run(
                    "insert into full_text_page (story_id, part, address, packed, size) values (?, ?, ?, ?, ?)",
                    [
                        .number(story), .number(part), .words(page.address.text), .bytes(page.packed.bytes),
                        .number(page.packed.size),
                    ])
            }
            try writePictures(story, full.text.pictures)
            try settle(story)
        }
    }

    /// The same pages read by newer rules; only if nobody has written since they were read.
    func rewrite(_ story: Int64, _ full: PreparedFullText, since rules: Int64) throws {
        let isSame = try session.number(
            "select 1 from full_text where story_id = ? and rules = ?", [.number(story), .number(rules)])
        guard isSame != nil else { return }
        try StoryIndex(session: session).change(story) {
            try session.run(
                "update full_text set byline = ?, dek = ?, html = ?, plain = ?, words = ?, rules = ? where story_id = ?",
                values(full) + [.number(story)])
            try writePictures(story, full.text.pictures)
            try settle(story)
        }
    }

    private func values(_ full: PreparedFullText) -> [SQLValue] {
        [
            .words(full.text.byline), .words(full.dek), .words(full.text.body.text), .words(full.text.text),
            .number(full.words), .number(full.rules),
        ]
    }

    private func writePictures(_ story: Int64, _ pictures: [PictureMention]) throws {
        try session.run("delete from full_text_picture where story_id = ?", [.number(story)])
        let records = PictureRecords(session: session)
        for (position, picture) in pictures.prefix(PreparedStory.mostPictures).enumerated() {
            let id = try records.id(of: picture.address, width: picture.width, height: picture.height)
            try session.run(
                """
                insert into full_text_picture (story_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(story), .number(position), .number(id), .words(picture.alt), .words(picture.caption),
                    .words(picture.credit),
                ])
        }
    }

    /// What was not had, and when it is asked for again by itself.
    func fail(_ story: Int64, _ error: SourceError, failures: Int, again: Date?) throws {
        try CrashSuspects(session: session).clear(.fullText, story)
        try session.run(
            """
            update full_text set claimed_until = 0, again_at = ?, failures = ?, error = ?, http_status = ?,
              why = ? where story_id = ?
            """,
            [
                .instant(again), .number(failures), .words(error.code), .number(Outcome.failed(error).status),
                .words(error.sentence),
                .number(story),
            ])
    }

    /// Gives a story's row what only its page knows: a teaser and a picture, where the channel gave none of its own.
    /// Called after every change of either.
    func settle(_ story: Int64) throws {
        let known = try session.first(
            """
            select f.dek, s.dek, t.plain, s.picture_count from full_text f
            join story s on s.id = f.story_id join story_text t on t.story_id = f.story_id
            where f.story_id = ? and \(Self.isUsed)
            """, [.number(story)]
        ) { (found: $0.optionalWords(), given: $0.optionalWords(), text: $0.words(), pictures: $0.int()) }
        guard let known else { return }
        if let found = known.found, Self.isMadeOf(known.text, known.given) {
            try session.run("update story set dek = ? where id = ?", [.words(found), .number(story)])
        }
        guard known.pictures == 0 else { return }
        let lent = try session.run(
            """
            insert into story_picture (story_id, position, picture_id, alt, caption, credit)
            select story_id, position, picture_id, alt, caption, credit from full_text_picture
            where story_id = ? and position = 0
            on conflict (story_id, position) do nothing
            """, [.number(story)])
        if lent > 0 { try session.run("update story set picture_count = 1 where id = ?", [.number(story)]) }
    }

    /// Whether a teaser is only the beginning of the text that the channel gave.
    private static func isMadeOf(_ text: String, _ dek: String?) -> Bool {
        guard let dek, !dek.isEmpty else { return true }
        return text.lazy.filter(\.isLetter).prefix(40).elementsEqual(dek.lazy.filter(\.isLetter).prefix(40))
    }

    /// Lets everything of a story's whole text go; the pictures it leaves behind are returned.
    func letGo(_ story: Int64) throws -> [Int64] {
        let pictures = try session.all(
            "select picture_id from full_text_picture where story_id = ?", [.number(story)], { $0.number() })
        for table in ["full_text_page", "full_text_picture", "full_text"] {
            try session.run("delete from \(table) where story_id = ?", [.number(story)])
        }
        return pictures
    }
}

extension SourceError {
    /// The sentence of an answer that could not be read; nil where the case says enough.
    var sentence: String? {
        switch self {
        case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
        default: nil
        }
    }
}
