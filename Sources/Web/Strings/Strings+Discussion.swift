import Foundation
import Library
import News
import Untrusted

extension Strings {
    static let comments = "Comments"
    static let noComments = "No comments yet."
    static let onlyTop = "Top level"
    static let allLevels = "All replies"
    static let nextNew = "Next new comment"
    static let refreshComments = "Fetch again"
    static let loadComments = "Load the comments"
    static let findInThread = "Find in the comments"
    static let commentMenu = "This comment"
    static let parent = "Go to parent"
    static let nextComment = "Next comment"
    static let byAuthor = "Author of the post"
    static let byAuthorMark = "OP"
    static let newMark = "new"
    static let closed = "Closed: nobody can comment any more."
    static let parseWarnings = "What was odd in the answer"
    static let backToStory = "To the story"
    static let poll = "Poll"

    static func comments(_ count: Int) -> String { count == 1 ? "1 comment" : "\(count) comments" }
    static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }
    static func votes(_ count: Int) -> String { count == 1 ? "1 vote" : "\(count) votes" }
    static func answers(_ count: Int) -> String { count == 1 ? "1 reply" : "\(count) replies" }
    static func newComments(_ count: Int) -> String { "\(count) new" }
    static func level(_ depth: Int) -> String { "level \(depth + 1)" }
    static func loadingComments(from host: String) -> String { "Asking \(host) for the comments…" }
    static func commentsKept(from host: String) -> String { "From \(host), fetched" }
    static func commentsNotHere(_ host: String) -> String { "The comments of \(host) are not here yet." }
    static func commentsMissing(_ count: Int, _ host: String) -> String {
        "\(host) counts \(count == 1 ? "one comment" : "\(count) comments") more than it gave."
    }
    static func pingbacks(_ count: Int) -> String {
        count == 1 ? "1 of them a pingback" : "\(count) of them pingbacks"
    }
    static let commentsUnchanged = "These are the comments as they were."

    static func moderationState(_ state: FetchedComment.ModerationState) -> String? {
        switch state {
        case .shown: nil
        case .deleted: "deleted"
        case .dead: "dead: hidden by the site’s rules"
        case .flagged: "flagged: hidden as many readers asked for it"
        case .pending: "waits for approval"
        }
    }
    static let pingback = "another site’s link"
    static let nobody = "Somebody"
    static func commentMenu(of author: String?) -> String { "More about the comment by \(author ?? nobody)" }
    static func comment(by author: String?, on title: String) -> String { "\(author ?? nobody) on \(title)" }
    static let votedDown = "voted down"
    static let newAccount = "new account"

    /// As the site marks a story's title.
    static func storyState(_ state: FetchedComment.ModerationState) -> String? {
        switch state {
        case .dead: "[dead]"
        case .flagged: "[flagged]"
        case .shown, .deleted, .pending: nil
        }
    }

    static let deletedText = "This comment was taken back."

    static func commentsFailure(_ failure: FetchFailure, at host: String, until: Date?, _ time: TimeFormatter) -> String
    {
        switch failure.code {
        case .notThere: return "\(host) has no comments for this story any more (404)."
        case .gone: return "\(host) has taken this story’s comments away for good (410)."
        case .signInNeeded: return "\(host) shows these comments only after a sign-in."
        case .refused where isServerError(failure.status):
            return "\(serverError(host, failure.status)) Try again later."
        case .refused:
            return "\(host) refused to give the comments\(failure.status.map { " (\($0))" } ?? ""). Try again later."
        case .busy:
            return
                "\(host) asked us to wait\(until.map { " until \(time.until($0))" } ?? ""). Its comments come after that."
        case .unreadable: return failure.cause?.message ?? "\(host) answered, and its comments could not be read."
        default: return unreached(failure, host)
        }
    }

    static func commentsOutcome(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .fetched(let new):
            new == 0 ? "The comments are current" : "\(new) more \(new == 1 ? "comment" : "comments")"
        case .unchanged, .upToDate: "The comments are current"
        case .inProgress: "The comments are on their way"
        case .tooSoon, .deferred: "Asked less than a minute ago"
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
    static func aboutPerson(_ name: String) -> String { "What there is of \(name)" }
    static func nothingByAuthor(_ name: String) -> String { "Nothing by \(name) is there." }
    static func profileNotFetched(_ host: String) -> String { "\(host) was not asked yet." }
    static func fetchProfile(_ name: String, at host: String) -> String { "Ask \(host) about \(name)" }
    static func profileTab(_ tab: ProfileTab) -> String {
        switch tab {
        case .about: "About"
        case .stories: "Submissions"
        case .comments: "Comments"
        }
    }

    static func profileFailure(_ error: SourceError, _ name: String, at host: String, _ time: TimeFormatter) -> String {
        switch error {
        case .notThere, .gone: "\(host) knows nobody called \(name), or tells nothing of them."
        case .refused(let status, _) where isServerError(status): "\(serverError(host, status)) Try again later."
        case .refused(let status, _): "\(host) refused to tell of \(name) (\(status)). Try again later."
        case .busy(let until): "\(host) asked us to wait until \(time.until(until))."
        case .signInNeeded: "\(host) tells of people only after a sign-in."
        case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause): cause.message
        }
    }

    static let findDiscussions = "Look for discussions elsewhere"
    static func discussedOn(_ count: Int?, on title: String) -> String {
        count.map { "\(comments($0)) on \(title)" } ?? "Discussed on \(title)"
    }
    static let findDiscussionsSetting =
        "Ask Hacker News and the like whether a story I open is discussed there; they learn its address"
}
