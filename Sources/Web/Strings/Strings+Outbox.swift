import Foundation
import Library
import News
import URLs
import Untrusted

/// The texts about the results of sent items. The origin's own words are shown beside them.
extension Strings {
    static let waitingForApproval = "waiting for approval"
    static let ownComment = "You"
    static let lookForIt = "Look again"
    static let sendAgain = "Send again"
    static let removedEntry = "Removed"
    static let removeEntry = "Remove from this list"
    static let editAndSend = "Change it and send it again"
    static func openSent(_ host: String) -> String { "Open it at \(host)" }
    static let openInThread = "Open it here"
    static func inTheirWords(_ host: String) -> String { "In \(host)’s words:" }
    static let whatYouWrote = "What you wrote"

    static func actionName(_ action: RemoteAction) -> String {
        switch action {
        case .comment(let comment): comment.target.commentKey == nil ? "Comment" : "Reply"
        case .submit: "Submission"
        case .edit: "Edited comment"
        case .delete: "Deletion"
        case .vote(_, .up): "Vote up"
        case .vote(_, .down): "Vote down"
        case .vote(_, .none): "Vote taken back"
        case .favourite(_, let isOn): isOn ? "Added to favourites" : "Taken off favourites"
        case .hide(_, let isOn): isOn ? "Hidden" : "No longer hidden"
        case .flag(_, let isOn): isOn ? "Flagged" : "No longer flagged"
        case .updateProfile: "Changed profile"
        }
    }

    static func entryState(_ entry: OutboxEntry, at site: String, _ time: TimeFormatter) -> String {
        switch entry.state {
        case .sending: "On its way to \(site)."
        case .waitingForSignIn: "It waits until you have signed in to \(site), and is sent then."
        case .notArrived: "It did not arrive at \(site): it is not there. You can send it again."
        case .ended(let outcome): outcomeSentence(outcome, at: site, time)
        }
    }

    static func outcomeSentence(_ outcome: RemoteActionOutcome, at host: String, _ time: TimeFormatter) -> String {
        switch outcome {
        case .accepted: "Sent. \(host) has it."
        case .pending: "\(host) has it, and shows it to others once somebody there has approved it."
        case .possiblySpam:
            "\(host) took it, but named no comment: its spam guard may have taken it. It is still here, if it does not appear."
        case .notShown:
            "\(host) took it, but does not show it: it may be held back for approval, or a filter may have dropped it. "
                + "Your text is kept here."
        case .existing: "That link was submitted before. \(host) led to its story, which counts as a vote for it."
        case .refused(let refusal): refusalSentence(refusal, at: host, time)
        case .signInNeeded: "\(host) wants you to sign in first. It is sent then."
        case .unsent(let code, let cause, let retryAt): unsent(code, cause, retryAt, host, time)
        case .fateUnknown:
            "The connection to \(host) broke while it was sent, so it may or may not have arrived. Nothing is sent twice: "
                + "both buttons look first."
        }
    }

    private static func unsent(
        _ code: FailureCode, _ cause: FailureCause?, _ retryAt: Date?, _ host: String, _ time: TimeFormatter
    ) -> String {
        let failure = FetchFailure(code: code, cause: cause)
        let why =
            code == .crashed
            ? "Tidings stopped before it was sent."
            : self.failure(failure, of: .actionPage, at: host, until: retryAt.map(time.until))
        return "Not sent. \(why) What you wrote is kept."
    }

    static func refusalSentence(_ refusal: RemoteRefusal, at host: String, _ time: TimeFormatter) -> String {
        switch refusal.reason {
        case .nameOrEmailMissing: "\(host) wants a name and an e-mail address."
        case .invalidEmail: "\(host) does not take that e-mail address."
        case .emptyText: "\(host) found no text in it."
        case .nameTooLong: "The name is too long for \(host)."
        case .emailTooLong: "The e-mail address is too long for \(host)."
        case .urlTooLong: "The address of the web site is too long for \(host)."
        case .textTooLong: "The text is too long for \(host)."
        case .titleTooLong: "The title is too long for \(host)."
        case .duplicate: "\(host) has the same text from you already."
        case .tooQuick: tooQuick(refusal, host, time)
        case .closed: "\(host) takes no more comments on this story."
        case .membersOnly: "\(host) takes comments of its members only."
        case .draftPost: "This story is a draft at \(host), and takes no comments yet."
        case .parentNotApproved: "The comment that you answered is not approved at \(host) yet."
        case .notPublic: "\(host) answered with nothing: the story there is gone, protected or not public."
        case .notThere: "\(host) does not have it any more."
        case .storageFailed: "\(host) could not store it. Try again later."
        case .methodNotAllowed: "\(host) takes nothing at that address. It may have changed."
        case .expiredForm: "The form of \(host) was out of date, twice. Try again."
        case .invalidSubmission: "\(host) wants a link, a text, or both, and a link that is one."
        case .notOffered: "\(host) does not offer you this, or no longer."
        case .captcha: "\(host) wants a puzzle solved, which only its own page can show."
        case .elsewhere:
            "\(host) leads on to \(refusal.elsewhere ?? "another site"). What you write goes to \(host) alone, so nothing was sent."
        case .notSignedIn: "\(host) asked you to sign in again, right after you did. It was not done; try again later."
        case .other: "\(host) did not take it."
        }
    }

    private static func tooQuick(_ refusal: RemoteRefusal, _ host: String, _ time: TimeFormatter) -> String {
        guard let retryAt = refusal.retryAt else {
            return "\(host) finds that too quick. Wait a little, then send it again."
        }
        let seconds = max(1, Int(saturating: retryAt.timeIntervalSince(time.now).rounded(.up)))
        let guess = refusal.isGuess ? " (our guess: \(host) does not say)" : ""
        return "\(host) finds that too quick. It can be sent again in \(seconds) s\(guess)."
    }

    // MARK: Questions

    static let deleteTitle = "Delete"
    static func confirmDeletion(_ host: String, isStory: Bool) -> String {
        "Delete your \(isStory ? "story" : "comment") at \(host)? \(host) does not bring it back."
    }
    static let deleteNow = "Delete it"
    static let flagTitle = "Flag"
    static func confirmFlag(_ host: String) -> String {
        "Report this to \(host) as breaking its rules? Flags are for spam and what does not belong there, not for what one "
            + "disagrees with."
    }
    static let flagNow = "Flag it"
    static let unflagNow = "Take the flag back"
}
