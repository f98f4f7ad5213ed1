import Foundation
import Markup
import News
import Untrusted

/// Cleans what channels gave again, from the bytes that were kept.
struct StoryCleaning: RuleWork {
    /// A story as older rules left it.
    struct Old: Sendable {
        var story: Int64
        var rules: Int64
        var html: String
        /// Nil when it was not kept, or cannot be unpacked: the text stays as it is.
        var original: String?
        var base: WebAddress?
    }

    func batch(of size: Int, in house: House) async throws(LibraryError) -> Int {
        let old = try await house.store.read { try Self.old($0, limit: size) }
        guard !old.isEmpty else { return 0 }
        let fresh = old.map { story in (story, story.original.map { Cleaner(base: story.base).clean($0) }) }
        try await house.store.write(.refetchable) { session in
            for (story, cleaned) in fresh { try Self.write(story, cleaned, session) }
        }
        return old.count
    }

    /// Of the newest rules the newest stories: those were cleaned last when an earlier run was ended.
    private static func old(_ session: Session, limit: Int) throws -> [Old] {
        try session.all(
            """
            select t.story_id, t.rules, t.html, o.packed, o.size, o.base
            from story_text t left join story_original o on o.story_id = t.story_id
            where t.rules < ? order by t.rules desc, t.story_id desc limit ?
            """, [.number(CleaningRules.version), .number(limit)]
        ) { row in
            let (story, rules, html) = (row.number(), row.number(), row.words())
            let (bytes, size, base) = (row.optionalBytes(), row.int(), row.optionalWords())
            return Old(
                story: story, rules: rules, html: html, original: bytes.flatMap { unpacked($0, size) },
                base: base.flatMap { WebAddress($0) })
        }
    }

    private static func unpacked(_ bytes: [UInt8], _ size: Int) -> String? {
        // Damaged: there is nothing better than the text as it was.
        do { return try Packed(bytes: bytes, size: size).text() } catch { return nil }
    }

    /// Writes a text unless its channel has brought another since it was read.
    private static func write(_ old: Old, _ cleaned: Cleaned?, _ session: Session) throws {
        guard let cleaned, cleaned.html.text != old.html else {
            try session.run(
                "update story_text set rules = ? where story_id = ? and rules = ?",
                [.number(CleaningRules.version), .number(old.story), .number(old.rules)])
            return
        }
        let isSame = try session.number(
            "select 1 from story_text where story_id = ? and rules = ?", [.number(old.story), .number(old.rules)])
        guard isSame != nil else { return }
        try StoryIndex(session: session).change(old.story) {
            try session.run(
                "update story_text set html = ?, plain = ?, rules = ? where story_id = ?",
                [
                    .words(cleaned.html.text), .words(cleaned.text), .number(CleaningRules.version),
                    .number(old.story),
                ])
            let pictures = try pictures(old, cleaned, session)
            try session.run(
                "update story set words = ?, picture_count = ?, dek = case when dek = ? then ? else dek end where id = ?",
                [
                    .number(Likeness.wordCount(cleaned.text)), .number(pictures),
                    .words(Excerpt.of(SafeHTML(restoring: old.html))), .words(Excerpt.of(cleaned.html)),
                    .number(old.story),
                ])
            try FullTextRecords(session: session).settle(old.story)
        }
    }

    private struct Shown {
        var address: String
        var values: [SQLValue]
    }

    /// Pictures that only the old text had go, those that only the new one has come, and those that the channel named
    /// beside its text stay. Returns how many there are.
    private static func pictures(_ old: Old, _ cleaned: Cleaned, _ session: Session) throws -> Int {
        let before = SafeHTML(restoring: old.html).pictureAddresses
        let after = Set(cleaned.pictures.map(\.address.text))
        let known = try session.all(
            """
            select p.address, sp.picture_id, sp.alt, sp.caption, sp.credit from story_picture sp
            join picture p on p.id = sp.picture_id where sp.story_id = ? order by sp.position
            """, [.number(old.story)]
        ) {
            Shown(
                address: $0.words(),
                values: [
                    .number($0.number()), .words($0.optionalWords()), .words($0.optionalWords()),
                    .words($0.optionalWords()),
                ])
        }
        guard before != after else { return known.count }
        let addresses = Set(known.map(\.address))
        let kept = known.filter { !before.contains($0.address) || after.contains($0.address) }
        let records = PictureRecords(session: session)
        let new = try cleaned.pictures.filter { !addresses.contains($0.address.text) }.map { picture in
            let id = try records.id(of: picture.address, width: picture.width, height: picture.height)
            return Shown(
                address: picture.address.text,
                values: [.number(id), .words(picture.alt), .words(picture.caption), .words(picture.credit)])
        }
        // Without a lead picture the first place stays free.
        let first = try session.number(
            "select min(position) from story_picture where story_id = ?", [.number(old.story)])
        try session.run("delete from story_picture where story_id = ?", [.number(old.story)])
        let all = Array((kept + new).prefix(PreparedStory.mostPictures))
        for (position, picture) in all.enumerated() {
            try session.run(
                """
                insert into story_picture (story_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [.number(old.story), .number(position + (UntrustedInteger(first ?? 0).int(clampedTo: 0...1)))]
                    + picture.values)
        }
        return all.count
    }
}
