import Foundation
import Library
import News
import Untrusted

/// The state that a composer shows again after its form was sent, and that is not part of a draft.
struct ComposerState: Sendable {
    enum Notice: Sendable {
        case fault(DraftValidationError)
        /// The Library's message about rejected input.
        case rejected(String)
        /// The draft that another device saved in the meantime.
        case conflict(Draft)
    }

    /// The name and address of a guest.
    var author: GuestAuthor?
    var notice: Notice?
    /// The typed text, if it differs from the draft.
    var typed: Draft?
}

extension Draft.Target {
    /// The code in forms: `c12`, `c12.34` (a reply), `e12.34`, `s5`.
    var code: String {
        switch self {
        case .comment(let story, let parent): "c\(story.rawValue)" + (parent.map { ".\($0.rawValue)" } ?? "")
        case .edit(let story, let comment): "e\(story.rawValue).\(comment.rawValue)"
        case .submission(let source): "s\(source)"
        }
    }

    init?(code: String) {
        let ids = code.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map {
            UntrustedInteger($0)?.id
        }
        switch (code.first, ids.count, ids.first ?? nil, ids.last ?? nil) {
        case ("c", 1, let story?, _): self = .comment(StoryID(rawValue: story), parent: nil)
        case ("c", 2, let story?, let parent?):
            self = .comment(StoryID(rawValue: story), parent: CommentID(rawValue: parent))
        case ("e", 2, let story?, let comment?):
            self = .edit(StoryID(rawValue: story), CommentID(rawValue: comment))
        case ("s", 1, let source?, _): self = .submission(source)
        default: return nil
        }
    }
}

/// A form's token, by which the same form sent twice acts once.
enum FormToken {
    static func make() -> String { UUID().uuidString }
}
