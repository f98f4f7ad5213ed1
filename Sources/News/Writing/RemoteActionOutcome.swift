public import Foundation
public import URLs

/// What became of an action. Only `unsent` may be sent again without looking first.
public enum RemoteActionOutcome: Sendable, Hashable, Codable {
    /// Done; where the new comment or story is, if the origin said so.
    case accepted(RemoteLocation? = nil)
    /// Received, and waits for the origin's approval.
    case pending(RemoteLocation? = nil)
    /// Received, but the origin's answer names no comment: its spam filter may have taken it.
    case possiblySpam
    /// Received, as the origin said; but the thread that was read afterwards lacks it. It may be held back, or dropped.
    case notShown(RemoteLocation? = nil)
    /// The link was submitted before; its story.
    case existing(RemoteLocation)
    /// The origin did not take it.
    case refused(RemoteRefusal)
    /// There is no session, or the origin no longer takes it.
    case signInNeeded
    /// Nothing reached the origin.
    case unsent(FailureCode, FailureCause? = nil, retryAt: Date? = nil)
    /// It may or may not have arrived: whoever sends it again looks first (`PostingCapability.find`).
    case fateUnknown
}

/// Where something is at the origin.
public struct RemoteLocation: Sendable, Hashable, Codable {
    /// `FetchedComment.key` or `FetchedStory.key`; nil if not known.
    public var key: String?
    /// A page that shows it. May grant its reader the sight of a pending comment.
    public var page: WebAddress?

    public init(key: String? = nil, page: WebAddress? = nil) {
        self.key = key
        self.page = page
    }
}

/// Why an origin did not take an action.
public struct RemoteRefusal: Sendable, Hashable, Codable {
    public var reason: Reason
    /// The origin's own words, as plain text.
    public var message: String?
    /// When to try again; a guess where the origin does not say (`isGuess`).
    public var retryAt: Date?
    public var isGuess: Bool
    /// The other origin that the form or the answer led to (`Reason.elsewhere`).
    public var elsewhere: String?

    /// Raw values are stored.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        case nameOrEmailMissing, invalidEmail, emptyText
        case nameTooLong, emailTooLong, urlTooLong, textTooLong, titleTooLong
        /// The same text by the same author is there already.
        case duplicate
        case tooQuick
        /// No further comments.
        case closed
        /// Only members may.
        case membersOnly
        case draftPost
        case parentNotApproved
        /// The page exists no longer, is protected or not public (WordPress answers 200 with nothing).
        case notPublic
        case notThere
        /// The origin could not store it.
        case storageFailed
        /// The origin takes no POST there.
        case methodNotAllowed
        /// The form was too old, twice.
        case expiredForm
        /// Neither link nor text, or a link that is none.
        case invalidSubmission
        /// The origin offers this not (any longer) to this member.
        case notOffered
        /// A puzzle that only a browser can show.
        case captcha
        /// Its page, form or answer leads to another origin, which gets nothing.
        case elsewhere
        /// Asked for a sign-in right after one.
        case notSignedIn
        /// Only the origin's own words tell.
        case other
    }

    public init(
        _ reason: Reason, message: String? = nil, retryAt: Date? = nil, isGuess: Bool = false, elsewhere: String? = nil
    ) {
        self.elsewhere = elsewhere
        self.reason = reason
        self.message = message
        self.retryAt = retryAt
        self.isGuess = isGuess
    }
}
