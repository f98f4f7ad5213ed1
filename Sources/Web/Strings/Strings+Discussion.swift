import Foundation
import Library
import News
import Untrusted

extension Strings {
    static let comments = "Comments"
    static let noComments = "No comments yet."
    static let onlyTop = "Collapse replies"
    static let allLevels = "Expand replies"
    static let nextNew = "Next new comment"
    static let refreshComments = "Refresh comments"
    static let loadComments = "Load comments"
    static let findInThread = "Find in the comments"
    static let commentMenu = "This comment"
    static let parent = "Go to parent"
    static let nextComment = "Next comment"
    static let byAuthor = "Author of the post"
    static let byAuthorMark = "OP"
    static let newMark = "new"
    static let closed = "Comments are closed."
    static let discussionProblems = "Problems in its discussions"
    static let backToStory = "To the story"
    static let poll = "Poll"

    static func comments(_ count: Int) -> String { Plural.comment.counted(count) }
    static func points(_ count: Int) -> String { Plural.point.counted(count) }
    static func votes(_ count: Int) -> String { Plural.vote.counted(count) }
    static func answers(_ count: Int) -> String { Plural.reply.counted(count) }
    static func newComments(_ count: Int) -> String { "\(count) new" }
    static func level(_ depth: Int) -> String { "level \(depth + 1)" }
    static func loadingComments(from host: String) -> String { "Loading the comments from \(host)…" }
    static func commentsKept(from host: String) -> String { "From \(host), fetched" }
    static func commentsNotHere(_ host: String) -> String { "The comments of \(host) have not been loaded yet." }
    static func commentsMissing(_ count: Int, _ host: String) -> String {
        "\(host) counts \(Plural.comment.counted(count, "more")) than it sent."
    }
    static func pingbacks(_ count: Int) -> String {
        count == 1 ? "1 of them a pingback" : "\(count) of them pingbacks"
    }
    static let commentsUnchanged = "These are the comments loaded before."

    static func moderationState(_ state: FetchedComment.ModerationState) -> String? {
        switch state {
        case .shown: nil
        case .deleted: "deleted"
        case .dead: "dead: hidden by the site’s rules"
        case .flagged: "flagged: hidden after reports by readers"
        case .pending: "waiting for approval"
        }
    }
    static let pingback = "another site’s link"
    static let nobody = "Unknown author"
    static func commentMenu(of author: String?) -> String { "More about the comment by \(author ?? nobody)" }
    static func comment(by author: String?, on title: String) -> String { "\(author ?? nobody) on \(title)" }
    static let votedDown = "voted down"
    static let newAccount = "new account"

    /// Returns the site's mark before a story's title; nil without one.
    static func storyState(_ state: FetchedComment.ModerationState) -> String? {
        switch state {
        case .dead: "[dead]"
        case .flagged: "[flagged]"
        case .shown, .deleted, .pending: nil
        }
    }

    static let deletedText = "This comment was deleted."

    static func commentsOutcome(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .fetched(let new):
            new == 0 ? "The comments are up to date" : Plural.comment.counted(new, "more")
        case .unchanged, .upToDate: "The comments are up to date"
        case .inProgress: "The comments are being loaded"
        case .tooSoon, .deferred: "Checked less than a minute ago"
        case .backingOff: "The site asked us to wait"
        case .unavailable: "This story has no comments here"
        case .failed: "The comments could not be fetched"
        }
    }

    static func percentage(_ count: Int, of total: Double) -> String {
        guard total > 0 else { return "" }
        return "\(Int(saturating: min(max(0, Double(count) * 100 / total), 100).rounded())) %"
    }
}

// MARK: - Profiles and discussions elsewhere

extension Strings {
    static let karma = "Karma"
    static let joined = "Member since"
    static let commentedOn = "On"
    /// The word after the author's name.
    static let commentedOnAfterName = "on"
    static func aboutPerson(_ name: String) -> String { "About \(name)" }
    static func nothingByAuthor(_ name: String) -> String { "Nothing by \(name) is known here." }
    static func profileNotFetched(_ host: String) -> String { "Nothing has been loaded from \(host) yet." }
    static func fetchProfile(_ name: String, at host: String) -> String { "Load the profile of \(name) from \(host)" }
    static func profileTab(_ tab: ProfileTab) -> String {
        switch tab {
        case .about: "About"
        case .stories: "Submissions"
        case .comments: "Comments"
        }
    }

    static let findDiscussions = "Find discussions elsewhere"
    static func discussedOn(_ count: Int?, on title: String) -> String {
        count.map { "\(comments($0)) on \(title)" } ?? "Discussed on \(title)"
    }
    static let findDiscussionsSetting =
        "Look for discussions of stories that I open, on Hacker News and other sites, which then learn their addresses"
}
