public import Foundation
public import News

/// A reader's account at an origin.
public struct MemberAccount: Sendable, Hashable {
    public var source: StorySource
    public var name: String
    public var signedInAt: Date
    public var karma: Int?
    public var state: State

    /// Whether the session can be used.
    public enum State: Sendable, Hashable {
        case signedIn
        /// The origin no longer takes the session.
        case lost(at: Date)
        /// The master key does not open it: sign in again.
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

/// What came of signing in.
public enum MemberSignInResult: Sendable {
    case signedIn(MemberAccount)
    /// In the origin's words.
    case rejected(message: String)
    /// Only a browser can sign in: there, or by its cookie.
    case captcha(message: String)
    case failed(FetchFailure)
}

/// The reader's own profile.
public enum MemberProfileResult: Sendable {
    case profile(MemberProfile)
    /// The session is lost.
    case signInNeeded
    case failed(FetchFailure)
}

/// A part of a member's list.
public struct MemberListPage: Sendable {
    public var stories: [StoryRow] = []
    public var comments: [ProfileDetails.LocatedComment] = []
    public var next: SourceCursor?
    public var failure: FetchFailure?
    public var needsSignIn = false

    public init() {}
}

/// A reply to one of the reader's comments.
public struct ReceivedReply: Sendable {
    public var source: StorySource
    public var comment: ProfileDetails.LocatedComment
    public var receivedAt: Date
    public var isNew: Bool

    public init(source: StorySource, comment: ProfileDetails.LocatedComment, receivedAt: Date, isNew: Bool) {
        self.source = source
        self.comment = comment
        self.receivedAt = receivedAt
        self.isNew = isNew
    }
}
