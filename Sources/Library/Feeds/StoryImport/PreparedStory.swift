import Foundation
import Markup
import News
import URLs

/// A story that is compressed, hashed and normalised before the transaction, to keep the transaction short.
struct PreparedStory: Sendable {
    var story: FetchedStory
    /// A hash that detects changes, except of dates and counts.
    var contentHash: Int64
    var original: CompressedText
    var indexEntry: StorySearchIndex.Entry
    var shownAt: Int64
    var wordCount: Int
    var linkKey: Int64?
    var titleKey: Int64?

    /// The origin's summary, else the beginning of the story.
    var summary: String? {
        if let dek = story.dek, !dek.isEmpty { return dek }
        return Excerpt.make(from: story.body)
    }

    /// True if the story has points, a kind or a poll, which are stored apart; a comment count alone does not suffice.
    var hasEngagement: Bool { story.points != nil || story.kind != .story || !story.pollOptions.isEmpty }

    /// The maximum number of pictures stored per story.
    static let maxPictures = 100

    init(_ story: FetchedStory, now: Date) throws(LibraryError) {
        var story = story
        story.pictures = Array(story.pictures.prefix(Self.maxPictures))
        self.story = story
        contentHash = Self.contentHash(of: story)
        original = try CompressedText(story.original)
        indexEntry = StorySearchIndex.Entry(title: story.title, byline: story.byline, plain: story.text)
        let published = story.publishedAt.map(\.milliseconds) ?? 0
        // The date is at most the arrival; dates before 1970 count as missing.
        shownAt = published > 0 ? min(published, now.milliseconds) : now.milliseconds
        wordCount = StorySimilarity.wordCount(story.text)
        linkKey = story.link.flatMap { StorySimilarity.canonicalLink($0) }.map { FNVHash.hash($0) }
        titleKey = StorySimilarity.titleKey(story.title)
    }

    /// Sorts stories by date; at equal dates, the first of a response is the newest.
    static func newestFirst(_ stories: [PreparedStory]) -> [PreparedStory] {
        stories.enumerated().sorted { ($1.element.shownAt, $0.offset) < ($0.element.shownAt, $1.offset) }.map(\.element)
    }

    /// Hashes the original text, so that new sanitiser rules change no story.
    private static func contentHash(of story: FetchedStory) -> Int64 {
        var hash = FNVHash()
        hash.add(story.title)
        for part in [story.link?.text, story.externalLink?.text, story.byline, story.dek, story.discussionLink?.text] {
            hash.add(part ?? "")
        }
        hash.add(story.original.isEmpty ? story.body.text : story.original)
        for tag in story.tags { hash.add(tag) }
        for enclosure in story.enclosures { hash.add(enclosure.address.text) }
        let inBody = story.pictures.isEmpty ? [] : story.body.pictureAddresses
        for picture in story.pictures where !inBody.contains(picture.address.text) { hash.add(picture.address.text) }
        // These values are added only if they are not the defaults, so that the stored digests of other stories stay
        // valid.
        if story.isExternal || story.isFeatured || !story.hasLeadPicture {
            hash.add("\(story.isExternal) \(story.isFeatured) \(story.hasLeadPicture)")
        }
        for picture in story.pictures where !picture.renditions.isEmpty {
            for part in [picture.alt, picture.caption, picture.credit] { hash.add(part ?? "") }
            for rendition in picture.renditions { hash.add(rendition.address.text) }
        }
        return hash.value
    }
}

extension PreparedStory {
    /// Returns the columns of the story, except those that identify and date it, and its counts.
    func contentColumns() throws -> SQLAssignments {
        [
            "content_hash": .number(contentHash), "title": .text(story.title), "dek": .text(summary),
            "byline": .text(story.byline), "link": .text(story.link?.text),
            "external_link": .text(story.externalLink?.text), "language": .text(story.language),
            "direction": .text(story.direction.rawValue), "tags": .text(try jsonList(story.tags)),
            "word_count": .number(wordCount), "picture_count": .number(story.pictures.count),
            "has_audio": .bool(story.enclosures.contains(where: \.isAudio)),
            "has_video": .bool(story.enclosures.contains(where: \.isVideo)),
            "enclosures": .text(try jsonList(story.enclosures)), "discussion_link": .text(story.discussionLink?.text),
            "link_hash": .number(linkKey), "title_hash": .number(titleKey),
            "is_external": .bool(story.isExternal), "is_featured": .bool(story.isFeatured),
        ]
    }

    private func jsonList(_ list: [some Encodable]) throws -> String {
        try list.isEmpty ? "[]" : JSONColumn.encode(list)
    }
}
