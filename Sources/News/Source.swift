public import Foundation
public import Markup

/// The client of an external site: the operations that every kind of origin has, and optional capabilities (values, nil
/// by default).
public protocol Source: Sendable {
    /// Fetches the stories of a channel, from its beginning or after a cursor.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse

    /// Fetches a story's full text from its page; nil where that makes no sense.
    var fullText: FullTextCapability? { get }
    /// Searches the origin for stories; nil where the origin has no search.
    var search: SearchCapability? { get }
    /// Fetches one story by its key; nil where stories come in lists only.
    var singleStory: SingleStoryCapability? { get }
    /// Fetches the comments under a story; nil where there are none.
    var discussion: DiscussionCapability? { get }
    /// Fetches users' profiles; nil where the origin has none.
    var profiles: ProfileCapability? { get }
    /// Finds discussions of a page; nil where the origin cannot search by address.
    var relatedDiscussions: RelatedDiscussionsCapability? { get }
}

extension Source {
    /// Nil: most kinds of origin deliver full texts.
    public var fullText: FullTextCapability? { nil }
    /// Nil: feeds cannot be searched.
    public var search: SearchCapability? { nil }
    /// Nil: feeds have no address of a single story.
    public var singleStory: SingleStoryCapability? { nil }
    /// Nil: feeds have no comments.
    public var discussion: DiscussionCapability? { nil }
    /// Nil: feeds have authors' names only.
    public var profiles: ProfileCapability? { nil }
    /// Nil: feeds cannot be searched by address.
    public var relatedDiscussions: RelatedDiscussionsCapability? { nil }
}

/// Why a channel is fetched.
public enum RefreshReason: String, Sendable, Codable {
    /// Its scheduled time has come.
    case due
    /// It is shown and no longer fresh.
    case viewed = "appeared"
    /// A person requested it.
    case manual = "asked"
}

/// A request for the stories of one channel.
public struct ChannelRequest: Sendable {
    public var address: WebAddress
    public var reason: RefreshReason
    /// The state of the source's last response; nil at first.
    public var sourceState: SourceState?
    /// The channel's title; nil when unknown.
    public var title: String?
    /// Continues after an earlier response, whose `next` this was; nil for the newest stories.
    public var after: SourceCursor?

    public init(
        address: WebAddress, reason: RefreshReason, sourceState: SourceState? = nil, title: String? = nil,
        after: SourceCursor? = nil
    ) {
        self.address = address
        self.reason = reason
        self.sourceState = sourceState
        self.title = title
        self.after = after
    }
}

/// Opaque state of a source for its next request (validators, a hash of the body). The Library stores it and never
/// reads it.
public struct SourceState: Sendable, Hashable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// A source's response for one channel.
public struct ChannelResponse: Sendable {
    /// The stories, newest or best first as the origin orders them; nil when not modified.
    public var stories: [FetchedStory]?
    /// The channels that the source offers, in its order: only for a directory (`OfferedChannel`); nil there too when
    /// not modified.
    public var channels: [OfferedChannel]?
    /// The cursor for older stories; nil at the channel's end, where the origin has only the newest, and when not
    /// modified.
    public var next: SourceCursor?
    /// The position of the first of `stories` in the origin's ranking, from 0, where the channel is ranked (Hacker
    /// News's front page); nil where stories are ordered by date.
    public var firstRank: Int?
    /// The channel's metadata, if the response had any.
    public var metadata: ChannelMetadata?
    public var sourceState: SourceState?
    public var pollingHints: PollingHints
    /// The channel's new address after permanent redirects (every hop 301 or 308).
    public var movedTo: WebAddress?
    /// Tolerated problems, for the feed's detail page.
    public var diagnostics: [String]
    /// The HTTP status, 200 or 304; nil for other protocols.
    public var status: Int?

    public init(
        stories: [FetchedStory]?, channels: [OfferedChannel]? = nil, next: SourceCursor? = nil,
        metadata: ChannelMetadata? = nil,
        sourceState: SourceState? = nil, pollingHints: PollingHints = PollingHints(), movedTo: WebAddress? = nil,
        diagnostics: [String] = [], status: Int? = nil
    ) {
        self.stories = stories
        self.channels = channels
        self.next = next
        self.metadata = metadata
        self.sourceState = sourceState
        self.pollingHints = pollingHints
        self.movedTo = movedTo
        self.diagnostics = diagnostics
        self.status = status
    }
}

/// What a channel says about itself.
public struct ChannelMetadata: Sendable {
    public var title: String?
    /// The channel's web site.
    public var site: WebAddress?
    public var about: String?
    public var language: String?
    public var icon: WebAddress?
    /// The channel's format for its detail page: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?
    /// The usual address of an icon on such a site, when no other is known.
    public var defaultIcon: WebAddress?

    public init(
        title: String? = nil, site: WebAddress? = nil, about: String? = nil, language: String? = nil,
        icon: WebAddress? = nil, format: String? = nil, defaultIcon: WebAddress? = nil
    ) {
        self.title = title
        self.site = site
        self.about = about
        self.language = language
        self.icon = icon
        self.format = format
        self.defaultIcon = defaultIcon
    }
}

/// How often an origin wants to be polled.
public struct PollingHints: Sendable {
    /// HTTP freshness of the response (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// The shortest interval that the document asks for (`ttl`, `sy:updatePeriod`), in seconds.
    public var intervalSeconds: Int?
    /// The start of the update intervals (`sy:updateBase`); nil when not given.
    public var updateBaseAt: Date?
    /// Hours of the day, UTC, in which not to poll (`skipHours`).
    public var skipHours: Set<Int>
    /// Days of the week, 0 for Sunday, in which not to poll (`skipDays`).
    public var skipDays: Set<Int>
    /// The origin gives no validators, so every fetch transfers the whole document.
    public var lacksValidators: Bool
    /// How long, in seconds, a list that is shown stays fresh, where the source knows it; 0 refreshes at every view.
    /// Nil leaves it to `freshSeconds`, else to the minimum interval.
    public var viewFreshSeconds: Int?

    public init(
        freshSeconds: Int? = nil, intervalSeconds: Int? = nil, skipHours: Set<Int> = [], skipDays: Set<Int> = [],
        lacksValidators: Bool = false, viewFreshSeconds: Int? = nil
    ) {
        self.freshSeconds = freshSeconds
        self.intervalSeconds = intervalSeconds
        self.skipHours = skipHours
        self.skipDays = skipDays
        self.lacksValidators = lacksValidators
        self.viewFreshSeconds = viewFreshSeconds
    }
}

/// An entry of a source's own list of channels, such as a category of a news site.
///
/// A source whose channels are not known beforehand lists them in the response of one more channel, its *directory*.
/// That is fetched, scheduled and backed off like any other channel.
public struct OfferedChannel: Sendable, Hashable {
    /// The source's stable key of the channel, which identifies the section when the source renames or moves it.
    public var key: String
    public var title: String
    /// The address of the channel for `ChannelRequest`.
    public var address: WebAddress

    public init(key: String, title: String, address: WebAddress) {
        self.key = key
        self.title = title
        self.address = address
    }
}

/// The source kinds of this build: the Library gets a `Source` by kind here and knows no implementation. A new kind is
/// one folder in `Origins` and one line where this is created.
public struct SourceCatalog: Sendable {
    /// Creates the source of one kind for one site.
    public typealias Factory = @Sendable (_ address: WebAddress) -> any Source

    private let factories: [SourceKind: Factory]

    public init(_ factories: [SourceKind: Factory]) { self.factories = factories }

    /// Returns whether this build supports a source kind.
    public func supports(_ kind: SourceKind) -> Bool { factories[kind] != nil }

    /// Returns the source for a site; nil when this build does not know the kind (a data folder of a newer version).
    public func source(of kind: SourceKind, at address: WebAddress) -> (any Source)? { factories[kind]?(address) }
}
