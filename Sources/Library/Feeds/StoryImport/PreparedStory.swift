import Foundation
import Markup
import News

/// A story made ready outside the transaction: packed, hashed and folded, so that the database is held briefly.
struct PreparedStory: Sendable {
    var story: FetchedStory
    /// Tells a changed story from the same one; dates and counts are left out.
    var digest: Int64
    var original: CompressedText
    var indexEntry: StorySearchIndex.Entry
    var shownAt: Int64
    var wordCount: Int
    var linkKey: Int64?
    var titleKey: Int64?

    /// What stands below a title: the origin's teaser, else the beginning of the text itself, without captions.
    var summary: String? {
        if let dek = story.dek, !dek.isEmpty { return dek }
        return Excerpt.make(story.body)
    }

    /// Whether its community says more of it than how many comments there are.
    var hasEngagement: Bool { story.points != nil || story.kind != .story || !story.pollOptions.isEmpty }

    /// More pictures than these are not kept of one story.
    static let maxPictures = 100

    init(_ story: FetchedStory, now: Date) throws(LibraryError) {
        var story = story
        story.pictures = Array(story.pictures.prefix(Self.maxPictures))
        self.story = story
        digest = Self.digest(of: story)
        original = try CompressedText(story.original)
        indexEntry = StorySearchIndex.Entry(title: story.title, byline: story.byline, plain: story.text)
        let published = story.publishedAt.map(\.milliseconds) ?? 0
        // Publication, never later than arrival; what claims to be from before 1970 gives no date at all.
        shownAt = published > 0 ? min(published, now.milliseconds) : now.milliseconds
        wordCount = StorySimilarity.wordCount(story.text)
        linkKey = story.link.flatMap { StorySimilarity.canonicalLink($0) }.map { FNVHash.hash($0) }
        titleKey = StorySimilarity.titleKey(story.title)
    }

    /// Of what the origin wrote, not of what cleaning made of it: newer rules are no change of the story.
    private static func digest(of story: FetchedStory) -> Int64 {
        var print = FNVHash()
        print.add(story.title)
        for part in [story.link?.text, story.externalLink?.text, story.byline, story.dek, story.discussionLink?.text] {
            print.add(part ?? "")
        }
        print.add(story.original.isEmpty ? story.body.text : story.original)
        for topic in story.topics { print.add(topic) }
        for enclosure in story.enclosures { print.add(enclosure.address.text) }
        let inside = story.pictures.isEmpty ? [] : story.body.pictureAddresses
        for picture in story.pictures where !inside.contains(picture.address.text) { print.add(picture.address.text) }
        // What only some kinds of origin say; without it the value is what it always was.
        if story.isHostedElsewhere || story.isFeatured || !story.hasLeadPicture {
            print.add("\(story.isHostedElsewhere) \(story.isFeatured) \(story.hasLeadPicture)")
        }
        for picture in story.pictures where !picture.renditions.isEmpty {
            for part in [picture.alt, picture.caption, picture.credit] { print.add(part ?? "") }
            for rendition in picture.renditions { print.add(rendition.address.text) }
        }
        return print.value
    }
}
