internal import Foundation

/// One thing in the community: a story, a comment, a job, a poll or an answer of one.
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
    /// HTML as the site writes it, of what was written for this place.
    var storedHTML = ""
    /// How a comment comes about that was not.
    var commentSeed: CommentSeed?
    var score = 0
    /// Points that it still gains in an hour.
    var pointsPerHour = 0.0
    var parent = 0
    /// The story that a comment is under.
    var story = 0
    /// Answers in the site's ranking.
    var kids: [Int] = []
    var parts: [Int] = []
    var visibility = Visibility.shown
    /// How faint its text is: 0 for not at all, up to 9.
    var fadeLevel = 0

    /// What a remark is made of, whenever somebody asks for it.
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

/// Somebody in the community.
struct CommunityUser: Sendable {
    var name: String
    var joinedAt: Date
    var karma: Int
    /// HTML.
    var about: String
}
