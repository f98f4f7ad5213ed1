import Foundation
import Library
import Markup
import News

/// The texts of the composer, and of drafts and sent items.
extension Strings {
    static let reply = "Reply"
    static let addComment = "Add a comment"
    static let editComment = "Edit comment"
    static let submitStory = "Submit a story"
    static let outbox = "Drafts and sent"
    static let drafts = "Drafts"
    static let sentItems = "Sent"
    static let noDraftsOrSent = "Nothing is written here that waits or was sent."

    static func composerTitle(_ target: Draft.Target, answered: String?) -> String {
        switch target {
        case .comment(_, nil): addComment
        case .comment: reply(to: answered)
        case .edit: editComment
        case .submission: submitStory
        }
    }

    static func reply(to author: String?) -> String { "Reply to \(author ?? nobody)" }

    // MARK: Fields

    static let commentField = "Comment"
    static let textField = "Text"
    static let titleField = "Title"
    static let linkField = "Link"
    static let nameField = "Name"
    static let emailField = "E-mail address (not shown)"
    static let siteField = "Web site (optional)"
    static let rememberMe = "Remember me on this server"
    static func allowCookies(_ host: String) -> String { "Let \(host) remember me too" }
    static func signsAs(_ name: String) -> String { "You sign as \(name), remembered on this server." }
    static let forgetMe = "Forget me"
    static let forgotten = "Forgotten"
    static func writesAs(_ name: String, at host: String) -> String { "As \(name) at \(host)." }
    static func writesSignedOut(_ host: String) -> String {
        "You are not signed in to \(host). What you write is kept, and sent once you have signed in."
    }
    static func submissionRule(_ host: String) -> String { "\(host) takes a link, a text, or both." }

    static let post = "Post"
    static let preview = "Preview"
    static let saveDraft = "Keep as a draft"
    static let discardDraft = "Discard"
    static let confirmDiscard = "Discard what is written here? It cannot be brought back."
    static let discarded = "Discarded"
    static let formatting = "Formatting"
    static func atMost(_ limit: Int, _ unit: PostingRules.LengthUnit) -> String { "At most \(limit) \(unit.rawValue)" }
    static func answering(_ author: String?) -> String { "\(author ?? nobody) wrote" }

    static func formattingRules(_ markup: CommentMarkup) -> [String] {
        switch markup {
        case .hackerNews:
            [
                "A blank line begins a new paragraph.", "*Text between asterisks* is italic.",
                "Lines indented by two spaces, after a blank line, are code.",
                "Addresses become links; put one in < and > if it ends in a sign.",
            ]
        case .wordPress:
            [
                "A blank line begins a new paragraph; single line breaks stay.",
                "Allowed: <a href=\"\">, <b>, <strong>, <i>, <em>, <code>, <blockquote cite=\"\">, <q>, <s>, <abbr>, <cite>.",
                "Many sites hold back comments with several links.",
            ]
        }
    }

    // MARK: Drafts

    static func draftSaved(_ date: Date?, _ time: TimeFormatter) -> String {
        date.map { "Draft kept at \(time.clock($0))" } ?? "Draft kept"
    }
    static let draftConflict =
        "Another device changed this draft meanwhile. Yours is in the field, and is kept in its place when you go on; the "
        + "other one says:"
    static let textIsFixed = "The text stays as it was sent until it is known what became of it."
    static let otherWordsKept =
        "Nothing was sent: this is not the text that was sent before, which may have arrived. It is kept here."
    static let useOtherDraft = "Take the other one"
    static let draftOfComment = "Comment"
    static let draftOfSubmission = "A story to submit"

    // MARK: What cannot be sent

    static func takesNothing(_ host: String) -> String { "\(host) takes nothing from here." }
    static func answeredIsGone(_ host: String) -> String { "The comment that this is about is no longer at \(host)." }
    static func commentsClosed(_ host: String) -> String { "\(host) takes no more comments on this story." }
}
