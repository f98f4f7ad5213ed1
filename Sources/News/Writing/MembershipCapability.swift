import Foundation
import Markup
public import URLs

/// A capability to sign readers in at an origin, and to read what only they see there. Members' actions belong to
/// `PostingCapability`.
public protocol MembershipCapability: Sendable {
    /// The page on which a browser signs in, for people who cannot sign in here.
    var signInPage: WebAddress { get }

    /// Signs in. The password is sent once and not stored.
    func signIn(name: String, password: String) async throws(SourceError) -> SignInOutcome

    /// Adopts the session that a person copied from a browser, if the origin accepts it.
    /// - Parameter cookie: The value of the cookie, with or without its name.
    func adopt(cookie: String) async throws(SourceError) -> SignInOutcome

    /// Ends the session at the origin, if that can be reached.
    func signOut(_ session: MemberSession) async

    /// Fetches the member's view of a story and its comments.
    /// - Throws: `.signInNeeded` if the session is lost.
    func view(of storyKey: String, as session: MemberSession) async throws(SourceError) -> MemberThreadState

    /// Fetches the member's own profile, with the fields that can be changed.
    /// - Throws: `.signInNeeded` if the session is lost.
    func profile(as session: MemberSession) async throws(SourceError) -> MemberProfile

    /// Fetches one of the member's own lists, newest first.
    /// - Parameter cursor: The `next` of an earlier response; nil for the newest.
    /// - Throws: `.signInNeeded` if the session is lost.
    func list(
        _ list: MemberItemList, after cursor: SourceCursor?, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse
}

extension MembershipCapability {
    /// Fetches the newest part of one of the member's own lists.
    /// - Throws: `.signInNeeded` if the session is lost.
    public func list(
        _ list: MemberItemList, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse { try await self.list(list, after: nil, as: session) }
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
    public var availableActions: Set<Offer>
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
        vote: Vote = .none, availableActions: Set<Offer> = [], isOwn: Bool = false, isFavourite: Bool? = nil,
        isHidden: Bool? = nil, isFlagged: Bool? = nil
    ) {
        self.vote = vote
        self.availableActions = availableActions
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
