public import Foundation
public import URLs

/// The outcome of an action. Only `unsent` may be sent again without a search.
public enum RemoteActionOutcome: Sendable, Hashable, Codable {
    /// The action is done, with the location of the new comment or story if the origin stated it.
    case accepted(RemoteLocation? = nil)
    /// The origin has received the action, which waits for approval.
    case pending(RemoteLocation? = nil)
    /// The origin has received the action, but its response names no comment: the spam filter may have caught it.
    case possiblySpam
    /// The origin said that it has received the action, but the thread fetched afterwards lacks the comment, which may
    /// be held back or discarded.
    case notShown(RemoteLocation? = nil)
    /// The link was submitted before, with the location of its story.
    case existing(RemoteLocation)
    /// The origin refused the action.
    case refused(RemoteRefusal)
    /// There is no session, or the origin no longer accepts it.
    case signInNeeded
    /// Nothing was sent to the origin.
    case unsent(FailureCode, FailureCause? = nil, retryAt: Date? = nil)
    /// The action may or may not have arrived; a retry searches for it first (`PostingCapability.find`).
    case fateUnknown
}

/// The location of a story or comment at the origin.
public struct RemoteLocation: Sendable, Hashable, Codable {
    /// The `FetchedComment.key` or `FetchedStory.key`; nil if unknown.
    public var key: String?
    /// The address of a page that shows the item. The address may let its reader see a pending comment.
    public var page: WebAddress?

    public init(key: String? = nil, page: WebAddress? = nil) {
        self.key = key
        self.page = page
    }
}

/// The reason why an origin refused an action, with its details.
public struct RemoteRefusal: Sendable, Hashable, Codable {
    /// The reason for the refusal.
    public var reason: Reason
    /// The origin's message as plain text; nil if there is none.
    public var message: String?
    /// The time of the next possible attempt, guessed if the origin does not state it (`isGuess`); nil if unknown.
    public var retryAt: Date?
    /// True if `retryAt` is a guess.
    public var isGuess: Bool
    /// The other origin to which the form or the response led (`Reason.elsewhere`).
    public var elsewhere: String?

    /// A reason for a refusal. The raw values are stored.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        case nameOrEmailMissing, invalidEmail, emptyText
        case nameTooLong, emailTooLong, urlTooLong, textTooLong, titleTooLong
        /// The same text by the same author already exists.
        case duplicate
        /// The author has sent too much within a short time.
        case tooQuick
        /// The story accepts no further comments.
        case closed
        /// The origin accepts the action only from members.
        case membersOnly
        /// The story is a draft and accepts no comments yet.
        case draftPost
        /// The comment replied to is not approved yet.
        case parentNotApproved
        /// The page no longer exists, is protected or is not public (WordPress responds with 200 and an empty body).
        case notPublic
        case notThere
        /// The origin could not store the action.
        case storageFailed
        /// The origin accepts no POST at this address.
        case methodNotAllowed
        /// The form had expired, twice in a row.
        case expiredForm
        /// The submission has neither link nor text, or an invalid link.
        case invalidSubmission
        /// The origin does not offer the action to this member, or no longer does.
        case notOffered
        /// The origin demands a captcha, which only a browser can show.
        case captcha
        /// The page, form or response leads to another origin, to which nothing is sent.
        case elsewhere
        /// The origin demanded a sign-in right after one.
        case notSignedIn
        /// The origin's message is the only information.
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
