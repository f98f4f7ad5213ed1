import Foundation
import Markup
public import URLs

/// Signs readers in at an origin, and reads what only they see there. What a member does is `PostingCapability`'s.
public struct MembershipCapability: Sendable {
    /// Signs in; the password is kept nowhere.
    public typealias SignIn =
        @Sendable (_ name: String, _ password: String) async throws(SourceError) -> SignInOutcome
    /// Takes up the session of the member's own browser.
    public typealias AdoptCookie = @Sendable (_ cookie: String) async throws(SourceError) -> SignInOutcome

    /// For people whom only a browser can sign in.
    public let signInPage: WebAddress
    private let signIn: SignIn
    private let adoptCookie: AdoptCookie
    private let endSession: @Sendable (MemberSession) async -> Void
    private let readView: @Sendable (_ storyKey: String, MemberSession) async throws(SourceError) -> MemberView
    private let readProfile: @Sendable (MemberSession) async throws(SourceError) -> MemberProfile
    private let readList:
        @Sendable (MemberList, SourceCursor?, MemberSession) async throws(SourceError) -> MemberListResponse

    public init(
        signInPage: WebAddress, signIn: @escaping SignIn, adoptCookie: @escaping AdoptCookie,
        signOut: @escaping @Sendable (MemberSession) async -> Void,
        view: @escaping @Sendable (_ storyKey: String, MemberSession) async throws(SourceError) -> MemberView,
        profile: @escaping @Sendable (MemberSession) async throws(SourceError) -> MemberProfile,
        list:
            @escaping @Sendable (MemberList, SourceCursor?, MemberSession) async throws(SourceError)
            -> MemberListResponse
    ) {
        self.signInPage = signInPage
        self.signIn = signIn
        self.adoptCookie = adoptCookie
        endSession = signOut
        readView = view
        readProfile = profile
        readList = list
    }

    /// The password is sent once, and kept nowhere.
    public func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome {
        try await signIn(name, password)
    }

    /// Takes the session that a person copied out of a browser, if the origin knows it.
    /// - Parameter cookie: its value, with or without the name.
    public func adopt(cookie: String) async throws(SourceError) -> SignInOutcome { try await adoptCookie(cookie) }

    /// Ends the session at the origin, if it can be reached.
    public func signOut(_ session: MemberSession) async { await endSession(session) }

    /// What the member sees of a story and its comments.
    /// - Throws: `.signInNeeded` when the session is lost.
    public func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberView {
        try await readView(storyKey, session)
    }

    /// One's own profile, with what can be changed.
    /// - Throws: `.signInNeeded` when the session is lost.
    public func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile {
        try await readProfile(session)
    }

    /// One's own lists, newest first.
    /// - Parameter cursor: an earlier `next`.
    /// - Throws: `.signInNeeded` when the session is lost.
    public func list(
        _ list: MemberList, after cursor: SourceCursor? = nil, as session: MemberSession
    ) async throws(SourceError) -> MemberListResponse { try await readList(list, cursor, session) }
}

/// A session at an origin. Its cookie is a secret: stored only sealed, sent to that origin alone, never printed.
public struct MemberSession: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var name: String
    /// The value of the `Cookie` field.
    public var cookie: String

    public init(name: String, cookie: String) {
        self.name = Self.printable(name)
        self.cookie = cookie
    }

    /// A member's name without line ends, direction marks and whatever else hides: cookies and pages may have any.
    public static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !PrintableText.isUnprintable($0) }))
            .trimmingCharacters(in: .whitespaces)
    }

    public var description: String { "session of \(name)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// What came of signing in.
public enum SignInOutcome: Sendable, Hashable {
    case signedIn(MemberSession)
    /// In the origin's words.
    case rejected(message: String)
    /// The origin wants a puzzle solved, which only a browser can show.
    case captcha(message: String)
}

/// What only a member sees of a thread: never stored with the story, never shown to another reader.
public struct MemberView: Sendable {
    /// By `RemoteItem.key`.
    public var items: [String: MemberItem]
    public var karma: Int?

    public init(items: [String: MemberItem] = [:], karma: Int? = nil) {
        self.items = items
        self.karma = karma
    }
}

/// What only a member sees of a story or comment.
public struct MemberItem: Sendable, Hashable, Codable {
    public var vote: Vote
    /// What the page offers; nil where it cannot be told from this page.
    public var offers: Set<Offer>
    public var isOwn: Bool
    public var isFavourite: Bool?
    public var isHidden: Bool?
    public var isFlagged: Bool?

    /// A control that the origin's page shows this member.
    public enum Offer: String, Sendable, Codable, CaseIterable {
        case voteUp, voteDown, unvote, reply, edit, delete, favourite, hide, flag
    }

    public init(
        vote: Vote = .none, offers: Set<Offer> = [], isOwn: Bool = false, isFavourite: Bool? = nil,
        isHidden: Bool? = nil, isFlagged: Bool? = nil
    ) {
        self.vote = vote
        self.offers = offers
        self.isOwn = isOwn
        self.isFavourite = isFavourite
        self.isHidden = isHidden
        self.isFlagged = isFlagged
    }
}

/// One's own profile.
public struct MemberProfile: Sendable, Hashable {
    public var name: String
    public var profile: Profile
    /// Everything that the origin's form lets change, in its order.
    public var fields: [Field]

    /// A field of the form.
    public struct Field: Sendable, Hashable {
        /// The origin's: `about`, `email`, `showd` …
        public var name: String
        /// The origin's words for it.
        public var label: String
        public var value: String
        public var kind: Kind

        /// How it is filled in.
        public enum Kind: Sendable, Hashable {
            case line, text, number
            /// In the origin's order.
            case choice([String])
        }

        public init(name: String, label: String, value: String, kind: Kind) {
            self.name = name
            self.label = label
            self.value = value
            self.kind = kind
        }
    }

    public init(name: String, profile: Profile, fields: [Field] = []) {
        self.name = name
        self.profile = profile
        self.fields = fields
    }
}

/// A member's own list.
public enum MemberList: String, Sendable, Codable, CaseIterable {
    case submissions, comments, favourites
    case favouriteComments = "favourite-comments"
    case upvoted
    case upvotedComments = "upvoted-comments"
    case hidden
    /// What others answered to one's comments.
    case replies
}

/// A part of a member's list: stories or comments.
public struct MemberListResponse: Sendable {
    public var stories: [FetchedStory]
    public var comments: [ProfileComment]
    public var next: SourceCursor?
    public var karma: Int?

    public init(
        stories: [FetchedStory] = [], comments: [ProfileComment] = [], next: SourceCursor? = nil, karma: Int? = nil
    ) {
        self.stories = stories
        self.comments = comments
        self.next = next
        self.karma = karma
    }
}
