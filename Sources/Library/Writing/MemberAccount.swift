public import Foundation
public import News

/// A reader's account at an origin.
public struct MemberAccount: Sendable, Hashable {
    /// The source at which the reader is a member.
    public var source: StorySource
    /// The member's name at the origin.
    public var name: String
    /// The time of the last sign-in.
    public var signedInAt: Date
    /// The member's points; nil if unknown.
    public var karma: Int?
    /// The state of the session.
    public var state: State

    /// The state of a session, which tells if it can be used.
    public enum State: Sendable, Hashable {
        case signedIn
        /// The origin no longer accepts the session.
        case lost(at: Date)
        /// The master key cannot decrypt the session: the reader has to sign in again.
        case unreadable
    }

    public init(source: StorySource, name: String, signedInAt: Date, karma: Int? = nil, state: State = .signedIn) {
        self.source = source
        self.name = name
        self.signedInAt = signedInAt
        self.karma = karma
        self.state = state
    }
}

/// The result of signing in.
public enum MemberSignInResult: Sendable {
    case signedIn(MemberAccount)
    /// A rejection with the origin's message.
    case rejected(message: String)
    /// A demand for a captcha, which only a browser can answer: the reader signs in there, or adopts the browser's
    /// cookie.
    case captcha(message: String)
    case failed(FetchFailure)
}

/// The result of fetching the reader's own profile.
public enum MemberProfileResult: Sendable {
    case profile(MemberProfile)
    /// The session is lost.
    case signInNeeded
    case failed(FetchFailure)
}

/// A part of a member's list.
public struct MemberItemListPage: Sendable {
    /// The stories in the origin's order.
    public var stories: [StoryRow] = []
    /// The comments in the origin's order.
    public var comments: [ProfileDetails.LocatedComment] = []
    /// The cursor of the next part; nil if there is none.
    public var next: SourceCursor?
    /// The failure of the fetch; nil if there was none.
    public var failure: FetchFailure?
    /// True if the reader has to sign in first.
    public var needsSignIn = false

    public init() {}
}

/// A reply to one of the reader's comments.
public struct ReceivedReply: Sendable {
    /// The source of the reply.
    public var source: StorySource
    /// The reply with its stored story and comment, if any.
    public var comment: ProfileDetails.LocatedComment
    /// The time at which the reply was first fetched.
    public var receivedAt: Date
    /// True if the reader has not seen the reply.
    public var isNew: Bool

    public init(source: StorySource, comment: ProfileDetails.LocatedComment, receivedAt: Date, isNew: Bool) {
        self.source = source
        self.comment = comment
        self.receivedAt = receivedAt
        self.isNew = isNew
    }
}
