import Foundation
import Markup
public import URLs

/// A capability to sign readers in at an origin, and to read what only they see there. Members' actions belong to
/// `PostingCapability`.
public struct MembershipCapability: Sendable {
    /// A function that signs in; the password is not stored.
    public typealias SignIn =
        @Sendable (_ name: String, _ password: String) async throws(SourceError) -> SignInOutcome
    /// A function that adopts the session of the member's own browser.
    public typealias AdoptCookie = @Sendable (_ cookie: String) async throws(SourceError) -> SignInOutcome

    /// The page on which a browser signs in, for people who cannot sign in here.
    public let signInPage: WebAddress
    private let signIn: SignIn
    private let adoptCookie: AdoptCookie
    private let endSession: @Sendable (MemberSession) async -> Void
    private let readView: @Sendable (_ storyKey: String, MemberSession) async throws(SourceError) -> MemberThreadState
    private let readProfile: @Sendable (MemberSession) async throws(SourceError) -> MemberProfile
    private let readList:
        @Sendable (MemberItemList, SourceCursor?, MemberSession) async throws(SourceError) -> MemberItemListResponse

    public init(
        signInPage: WebAddress, signIn: @escaping SignIn, adoptCookie: @escaping AdoptCookie,
        signOut: @escaping @Sendable (MemberSession) async -> Void,
        view: @escaping @Sendable (_ storyKey: String, MemberSession) async throws(SourceError) -> MemberThreadState,
        profile: @escaping @Sendable (MemberSession) async throws(SourceError) -> MemberProfile,
        list:
            @escaping @Sendable (MemberItemList, SourceCursor?, MemberSession) async throws(SourceError)
            -> MemberItemListResponse
    ) {
        self.signInPage = signInPage
        self.signIn = signIn
        self.adoptCookie = adoptCookie
        endSession = signOut
        readView = view
        readProfile = profile
        readList = list
    }

    /// Signs in. The password is sent once and not stored.
    public func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome {
        try await signIn(name, password)
    }

    /// Adopts the session that a person copied from a browser, if the origin accepts it.
    /// - Parameter cookie: The value of the cookie, with or without its name.
    public func adopt(cookie: String) async throws(SourceError) -> SignInOutcome { try await adoptCookie(cookie) }

    /// Ends the session at the origin, if that can be reached.
    public func signOut(_ session: MemberSession) async { await endSession(session) }

    /// Fetches the member's view of a story and its comments.
    /// - Throws: `.signInNeeded` if the session is lost.
    public func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState {
        try await readView(storyKey, session)
    }

    /// Fetches the member's own profile, with the fields that can be changed.
    /// - Throws: `.signInNeeded` if the session is lost.
    public func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile {
        try await readProfile(session)
    }

    /// Fetches one of the member's own lists, newest first.
    /// - Parameter cursor: The `next` of an earlier response.
    /// - Throws: `.signInNeeded` if the session is lost.
    public func list(
        _ list: MemberItemList, after cursor: SourceCursor? = nil, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse { try await readList(list, cursor, session) }
}

/// A session at an origin. Its cookie is a secret: stored only encrypted, sent only to that origin, never printed.
public struct MemberSession: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The member's name at the origin.
    public var name: String
    /// The value of the `Cookie` header field.
    public var cookie: String

    public init(name: String, cookie: String) {
        self.name = Self.printable(name)
        self.cookie = cookie
    }

    /// Returns a member's name without line ends, direction marks and other invisible characters, which cookies and
    /// pages may contain.
    public static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !PrintableText.isUnprintable($0) }))
            .trimmingCharacters(in: .whitespaces)
    }

    public var description: String { "session of \(name)" }
    public var debugDescription: String { description }
    /// The mirror without the cookie, so that dumps do not print it.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The result of signing in at an origin.
public enum SignInOutcome: Sendable, Hashable {
    case signedIn(MemberSession)
    /// A rejection with the origin's message.
    case rejected(message: String)
    /// A demand for a captcha, which only a browser can show.
    case captcha(message: String)
}

/// The parts of a thread that only a member sees; never stored with the story, never shown to another reader.
public struct MemberThreadState: Sendable {
    /// The states by `RemoteItem.key`.
    public var items: [String: MemberItemState]
    /// The member's points; nil if the page does not show them.
    public var karma: Int?

    public init(items: [String: MemberItemState] = [:], karma: Int? = nil) {
        self.items = items
        self.karma = karma
    }
}

/// The state of a story or comment that only a member sees.
public struct MemberItemState: Sendable, Hashable, Codable {
    /// The member's vote.
    public var vote: Vote
    /// The controls that the origin's page offers.
    public var offers: Set<Offer>
    /// True if the member wrote the story or comment.
    public var isOwn: Bool
    /// True if the member has marked the item as a favourite; nil if the page does not show it.
    public var isFavourite: Bool?
    /// True if the member has hidden the item; nil if the page does not show it.
    public var isHidden: Bool?
    /// True if the member has flagged the item; nil if the page does not show it.
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

/// A member's own profile.
public struct MemberProfile: Sendable, Hashable {
    /// The member's name.
    public var name: String
    /// The public profile.
    public var profile: Profile
    /// All fields that the origin's form can change, in its order.
    public var fields: [Field]

    /// A field of the form.
    public struct Field: Sendable, Hashable {
        /// The origin's name of the field: `about`, `email`, `showd` …
        public var name: String
        /// The origin's label of the field.
        public var label: String
        /// The current value.
        public var value: String
        /// The kind of the form field.
        public var kind: Kind

        /// The kind of a form field.
        public enum Kind: Sendable, Hashable {
            case line, text, number
            /// A choice of values in the origin's order.
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
public enum MemberItemList: String, Sendable, Codable, CaseIterable {
    case submissions, comments, favourites
    case favouriteComments = "favourite-comments"
    case upvoted
    case upvotedComments = "upvoted-comments"
    case hidden
    /// The replies of others to the member's comments.
    case replies
}

/// A part of a member's list: stories or comments.
public struct MemberItemListResponse: Sendable {
    /// The stories in the origin's order; empty for a list of comments.
    public var stories: [FetchedStory]
    /// The comments in the origin's order; empty for a list of stories.
    public var comments: [ProfileComment]
    /// The cursor of the next part; nil at the end.
    public var next: SourceCursor?
    /// The member's points; nil if the page does not show them.
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
