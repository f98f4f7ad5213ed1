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
    /// Of items written by hand.
    var storedHTML = ""
    /// By a member, or in reply to one.
    var isWritten = false
    /// As a member typed it.
    var typedText = ""
    /// Of a generated comment.
    var commentSeed: CommentSeed?
    var score = 0
    var pointsPerHour = 0.0
    var parent = 0
    /// A comment's story.
    var story = 0
    /// In the site's order.
    var kids: [Int] = []
    var parts: [Int] = []
    var visibility = Visibility.shown
    /// 0 to 9.
    var fadeLevel = 0

    /// Texts are generated on demand.
    struct CommentSeed: Sendable {
        var seed: UInt64
        var topic: String
        var isReply: Bool
    }

    /// HTML as the site writes it.
    var text: String {
        guard let commentSeed else { return storedHTML }
        var made = CommunityCommentGenerator(rng: SeededRandom(seed: commentSeed.seed), topic: commentSeed.topic)
        return CommunityTextFormatter.html(made.makeComment(isReply: commentSeed.isReply))
    }

    /// Seconds since 1970.
    var time: Int { Int(at.timeIntervalSince1970) }
    var isStory: Bool { kind == .story || kind == .job || kind == .poll }
}

struct CommunityUser: Sendable {
    var name: String
    var joinedAt: Date
    var karma: Int
    /// HTML.
    var about: String
}
