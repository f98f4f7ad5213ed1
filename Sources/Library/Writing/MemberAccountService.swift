public import Foundation
public import News

/// Readers' accounts at origins. A session's cookie is sealed with the master key, serves its reader alone, and is never
/// in a backup.
public struct MemberAccountService: Sendable {
    let context: LibraryContext

    /// Whether a source has members.
    public func isSupported(by source: StorySource) -> Bool {
        context.sources.source(of: source.kind, at: source.site)?.membership != nil
    }

    /// The sources of an edition that have members, each once, in the order of its sections.
    public func sources(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [StorySource] { [] }

    /// All accounts of a reader, by source.
    public func accounts(for reader: ReaderID) async throws(LibraryError) -> [MemberAccount] { [] }

    /// Nil if the reader never signed in there, or signed out.
    public func account(at source: StorySource, for reader: ReaderID) async throws(LibraryError) -> MemberAccount? {
        nil
    }

    /// Signs in; the password is sent once and kept nowhere.
    /// - Throws: `.notThere` for a source without members; `.invalid` for an empty name or password; `.secretsUnusable`.
    public func signIn(
        name: String, password: String, at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) -> MemberSignInResult { .failed(FetchFailure(code: .notAllowed)) }

    /// Takes over a session that a person copied out of a browser.
    public func adopt(
        cookie: String, at source: StorySource, for reader: ReaderID
    ) async throws(LibraryError) -> MemberSignInResult { .failed(FetchFailure(code: .notAllowed)) }

    /// Forgets the session, here at once and at the origin if it can be reached, with what only the member saw.
    public func signOut(at source: StorySource, for reader: ReaderID) async throws(LibraryError) {}

    /// The reader's own profile, fetched now.
    /// - Throws: `.notThere` without an account.
    public func profile(at source: StorySource, for reader: ReaderID) async throws(LibraryError) -> MemberProfileResult
    {
        .failed(FetchFailure(code: .notAllowed))
    }

    /// One of the reader's own lists, fetched now. Its stories are stored, so that they can be opened; that they are in this
    /// list is not.
    /// - Throws: `.notThere` without an account.
    public func list(
        _ list: MemberList, at source: StorySource, after cursor: SourceCursor? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> MemberListPage { MemberListPage() }

    /// Fetches replies to the reader's comments at each origin where that is due (at most every ten minutes, rarer while
    /// nothing comes); for the server's background work, and `reason` `.manual` for a person.
    public func refreshReplies(for reader: ReaderID, reason: RefreshReason) async throws(LibraryError) {}

    /// Stored replies, newest first.
    public func replies(for reader: ReaderID) async throws(LibraryError) -> [ReceivedReply] { [] }

    /// How many replies the reader has not seen. Reads no network.
    public func unseenReplyCount(for reader: ReaderID) async throws(LibraryError) -> Int { 0 }

    /// The list of replies was shown.
    public func markRepliesSeen(for reader: ReaderID) async throws(LibraryError) {}
}

/// A reader's account at an origin.
public struct MemberAccount: Sendable, Hashable {
    public var source: StorySource
    public var name: String
    public var signedInAt: Date
    public var karma: Int?
    public var state: State

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
