internal import Foundation

/// A story, comment, job, poll or poll option.
struct CommunityItem: Sendable {
    enum Kind: String, Sendable {
        case story, comment, job, poll, pollopt
    }

    enum Visibility: Sendable {
        case shown, deleted, dead, flagged
    }

    var id = 0
    var kind: Kind
    var by: String
    var at: Date
    var title = ""
    var url: String?
    /// The HTML of an item written by hand.
    var storedHTML = ""
    /// True if the item is by a member, or in reply to one.
    var isWritten = false
    /// The text as a member typed it.
    var typedText = ""
    /// The seed of a generated comment; nil for other items.
    var commentSeed: CommentSeed?
    var score = 0
    var pointsPerHour = 0.0
    var parent = 0
    /// The ID of a comment's story.
    var story = 0
    /// The IDs of the replies in the site's order.
    var kids: [Int] = []
    var parts: [Int] = []
    var visibility = Visibility.shown
    /// The degree of fading, from 0 to 9.
    var fadeLevel = 0

    /// The data from which a comment's text is generated on demand.
    struct CommentSeed: Sendable {
        var seed: UInt64
        var topic: String
        var isReply: Bool
    }

    /// The text in the site's HTML.
    var text: String {
        guard let commentSeed else { return storedHTML }
        var made = CommunityCommentGenerator(rng: SeededRandom(seed: commentSeed.seed), topic: commentSeed.topic)
        return CommunityTextFormatter.html(made.makeComment(isReply: commentSeed.isReply))
    }

    /// The creation time in seconds since 1970.
    var time: Int { Int(at.timeIntervalSince1970) }
    var isStory: Bool { kind == .story || kind == .job || kind == .poll }
}

struct CommunityUser: Sendable {
    var name: String
    var joinedAt: Date
    var karma: Int
    /// The member's text about themselves as HTML.
    var about: String
}
