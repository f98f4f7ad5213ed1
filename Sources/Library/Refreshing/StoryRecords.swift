import Foundation
import Markup
import News

/// Writes the rows of one story.
struct StoryRecords {
    let session: Session

    /// Returns the story's id.
    func insert(_ prepared: PreparedStory, source: Int64, now: Date) throws -> Int64 {
        let story = try session.insert(
            """
            insert into story (source_id, key, shown_at, published_at, arrived_at, digest, title, dek, byline, link,
              external_link, updated_at, language, direction, topics, words, picture_count, has_audio, has_video,
              enclosures, discussion, comment_count, link_key, title_key,
              is_elsewhere, is_featured)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(source), .words(prepared.story.key), .number(prepared.shownAt),
                .instant(prepared.story.publishedAt), .instant(now),
            ] + values(prepared, updatedAt: prepared.story.updatedAt))
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasTalk { try StoryTalk(session: session).note(prepared.story, of: story) }
        return story
    }

    /// Everything but what places the story: source, key, publication and arrival stay.
    func update(_ story: Int64, _ prepared: PreparedStory, now: Date) throws {
        try session.run(
            """
            update story set digest = ?, title = ?, dek = ?, byline = ?, link = ?, external_link = ?, updated_at = ?,
              language = ?, direction = ?, topics = ?, words = ?, picture_count = ?, has_audio = ?, has_video = ?,
              enclosures = ?, discussion = ?, comment_count = coalesce(?, comment_count), link_key = ?, title_key = ?,
              is_elsewhere = ?, is_featured = ? where id = ?
            """, values(prepared, updatedAt: prepared.story.updatedAt ?? now) + [.number(story)])
        try session.run("delete from story_text where story_id = ?", [.number(story)])
        try session.run("delete from story_original where story_id = ?", [.number(story)])
        try session.run("delete from story_picture where story_id = ?", [.number(story)])
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasTalk { try StoryTalk(session: session).note(prepared.story, of: story) }
    }

    private func values(_ prepared: PreparedStory, updatedAt: Date?) throws -> [SQLValue] {
        let story = prepared.story
        return [
            .number(prepared.digest), .words(story.title), .words(prepared.teaser), .words(story.byline),
            .words(story.link?.text), .words(story.externalLink?.text), .instant(updatedAt), .words(story.language),
            .words(story.direction.rawValue), .words(story.topics.isEmpty ? "[]" : try JSONText.write(story.topics)),
            .number(prepared.words), .number(story.pictures.count), .flag(story.enclosures.contains(where: \.isAudio)),
            .flag(story.enclosures.contains(where: \.isVideo)),
            .words(story.enclosures.isEmpty ? "[]" : try JSONText.write(story.enclosures)),
            .words(story.discussion?.text), .number(story.commentCount), .number(prepared.linkKey),
            .number(prepared.titleKey), .flag(story.isToldElsewhere), .flag(story.isFeatured),
        ]
    }

    private func writeText(_ story: Int64, _ prepared: PreparedStory) throws {
        try session.run(
            "insert into story_text (story_id, html, plain, rules) values (?, ?, ?, ?)",
            [
                .number(story), .words(prepared.story.body.text), .words(prepared.story.text),
                .number(CleaningRules.version),
            ])
        guard prepared.original.size > 0 else { return }
        try session.run(
            "insert into story_original (story_id, packed, size, base) values (?, ?, ?, ?)",
            [
                .number(story), .bytes(prepared.original.bytes), .number(prepared.original.size),
                .words(prepared.story.base?.text),
            ])
    }

    /// The lead picture stands at position 0, which nothing else takes.
    private func writePictures(_ story: Int64, _ arriving: ArrivingStory) throws {
        let records = PictureRecords(session: session)
        for (place, picture) in arriving.pictures.enumerated() {
            let position = arriving.hasLeadPicture ? place : place + 1
            let id = try records.id(of: picture.address, width: picture.width, height: picture.height)
            try records.note(picture.renditions, of: id)
            try session.run(
                """
                insert into story_picture (story_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(story), .number(position), .number(id), .words(picture.alt), .words(picture.caption),
                    .words(picture.credit),
                ])
        }
    }
}
