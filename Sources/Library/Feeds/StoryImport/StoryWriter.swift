import Foundation
import Markup
import News
import URLs

struct StoryWriter {
    let transaction: Transaction

    func insert(_ prepared: PreparedStory, source: Int64, now: Date) throws -> Int64 {
        let story = try transaction.insert(
            """
            insert into story (source_id, key, shown_at, published_at, arrived_at, digest, title, dek, byline, link,
              external_link, updated_at, language, direction, topics, words, picture_count, has_audio, has_video,
              enclosures, discussion, comment_count, link_key, title_key,
              is_elsewhere, is_featured)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .number(source), .text(prepared.story.key), .number(prepared.shownAt),
                .date(prepared.story.publishedAt), .date(now),
            ] + values(prepared, updatedAt: prepared.story.updatedAt))
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasEngagement { try EngagementWriter(transaction: transaction).update(prepared.story, of: story) }
        return story
    }

    /// Updates all but source, key, publication and arrival.
    func update(_ story: Int64, _ prepared: PreparedStory, now: Date) throws {
        try transaction.run(
            """
            update story set digest = ?, title = ?, dek = ?, byline = ?, link = ?, external_link = ?, updated_at = ?,
              language = ?, direction = ?, topics = ?, words = ?, picture_count = ?, has_audio = ?, has_video = ?,
              enclosures = ?, discussion = ?, comment_count = coalesce(?, comment_count), link_key = ?, title_key = ?,
              is_elsewhere = ?, is_featured = ? where id = ?
            """, values(prepared, updatedAt: prepared.story.updatedAt ?? now) + [.number(story)])
        try transaction.run("delete from story_text where story_id = ?", [.number(story)])
        try transaction.run("delete from story_original where story_id = ?", [.number(story)])
        try transaction.run("delete from story_picture where story_id = ?", [.number(story)])
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasEngagement { try EngagementWriter(transaction: transaction).update(prepared.story, of: story) }
    }

    private func values(_ prepared: PreparedStory, updatedAt: Date?) throws -> [SQLValue] {
        let story = prepared.story
        return [
            .number(prepared.digest), .text(story.title), .text(prepared.summary), .text(story.byline),
            .text(story.link?.text), .text(story.externalLink?.text), .date(updatedAt), .text(story.language),
            .text(story.direction.rawValue), .text(story.topics.isEmpty ? "[]" : try JSONColumn.encode(story.topics)),
            .number(prepared.wordCount), .number(story.pictures.count),
            .bool(story.enclosures.contains(where: \.isAudio)),
            .bool(story.enclosures.contains(where: \.isVideo)),
            .text(story.enclosures.isEmpty ? "[]" : try JSONColumn.encode(story.enclosures)),
            .text(story.discussionLink?.text), .number(story.commentCount), .number(prepared.linkKey),
            .number(prepared.titleKey), .bool(story.isHostedElsewhere), .bool(story.isFeatured),
        ]
    }

    private func writeText(_ story: Int64, _ prepared: PreparedStory) throws {
        try transaction.run(
            "insert into story_text (story_id, html, plain, rules) values (?, ?, ?, ?)",
            [
                .number(story), .text(prepared.story.body.text), .text(prepared.story.text),
                .number(SanitizerRules.version),
            ])
        guard prepared.original.size > 0 else { return }
        try transaction.run(
            "insert into story_original (story_id, packed, size, base) values (?, ?, ?, ?)",
            [
                .number(story), .bytes(prepared.original.bytes), .number(prepared.original.size),
                .text(prepared.story.base?.text),
            ])
    }

    /// Position 0 is for the lead picture.
    private func writePictures(_ story: Int64, _ fetched: FetchedStory) throws {
        let pictureWriter = PictureWriter(transaction: transaction)
        for (index, picture) in fetched.pictures.enumerated() {
            let position = fetched.hasLeadPicture ? index : index + 1
            let id = try pictureWriter.id(of: picture.address, width: picture.width, height: picture.height)
            try pictureWriter.saveRenditions(picture.renditions, of: id)
            try transaction.run(
                """
                insert into story_picture (story_id, position, picture_id, alt, caption, credit)
                values (?, ?, ?, ?, ?, ?)
                """,
                [
                    .number(story), .number(position), .number(id), .text(picture.alt), .text(picture.caption),
                    .text(picture.credit),
                ])
        }
    }
}
