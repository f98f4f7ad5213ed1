import Foundation
import Markup
import News
import URLs

struct StoryWriter {
    let transaction: Transaction

    func insert(_ prepared: PreparedStory, source: Int64, now: Date) throws -> Int64 {
        let story = prepared.story
        let id = try transaction.insertReturningID(
            into: "story",
            [
                "source_id": .number(source), "key": .text(story.key), "shown_at": .number(prepared.shownAt),
                "published_at": .date(story.publishedAt), "arrived_at": .date(now),
                "comment_count": .number(story.commentCount),
            ] + content(of: prepared))
        try writeParts(id, prepared)
        return id
    }

    /// Updates all but source, key, publication and arrival.
    func update(_ id: Int64, _ prepared: PreparedStory, commentCount: Int?) throws {
        try transaction.update(
            "story",
            set: ["comment_count": .number(commentCount)] + content(of: prepared), where: "id = ?", [.number(id)])
        try transaction.run("delete from story_text where story_id = ?", [.number(id)])
        try transaction.run("delete from story_original where story_id = ?", [.number(id)])
        try transaction.run("delete from story_picture where story_id = ?", [.number(id)])
        try writeParts(id, prepared)
    }

    private func content(of prepared: PreparedStory) throws -> SQLAssignments {
        let story = prepared.story
        return [
            "digest": .number(prepared.digest), "title": .text(story.title), "dek": .text(prepared.summary),
            "byline": .text(story.byline), "link": .text(story.link?.text),
            "external_link": .text(story.externalLink?.text), "language": .text(story.language),
            "direction": .text(story.direction.rawValue), "topics": .text(try jsonList(story.topics)),
            "words": .number(prepared.wordCount), "picture_count": .number(story.pictures.count),
            "has_audio": .bool(story.enclosures.contains(where: \.isAudio)),
            "has_video": .bool(story.enclosures.contains(where: \.isVideo)),
            "enclosures": .text(try jsonList(story.enclosures)), "discussion": .text(story.discussionLink?.text),
            "link_key": .number(prepared.linkKey), "title_key": .number(prepared.titleKey),
            "is_elsewhere": .bool(story.isHostedElsewhere), "is_featured": .bool(story.isFeatured),
        ]
    }

    private func jsonList(_ list: [some Encodable]) throws -> String {
        try list.isEmpty ? "[]" : JSONColumn.encode(list)
    }

    /// Text, pictures and engagement.
    private func writeParts(_ story: Int64, _ prepared: PreparedStory) throws {
        try writeText(story, prepared)
        try writePictures(story, prepared.story)
        if prepared.hasEngagement { try EngagementWriter(transaction: transaction).update(prepared.story, of: story) }
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
            try transaction.insert(
                into: "story_picture",
                [
                    "story_id": .number(story), "position": .number(position), "picture_id": .number(id),
                    "alt": .text(picture.alt), "caption": .text(picture.caption), "credit": .text(picture.credit),
                ])
        }
    }
}
