public import Foundation
public import Markup

/// Our side of an outside site (decision 1): few verbs that every kind of origin has, and abilities that are values:
/// optional properties, nil by default.
public protocol Source: Sendable {
    /// The stories of one channel, from its beginning or after a cursor, asked for once, politely.
    /// - Throws: `SourceError`, whose cases say what can be done next.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse

    /// Fetches a story's whole text from its page; nil where that makes no sense.
    var fullText: FullTextCapability? { get }
    /// Looks for stories at the origin; nil where the origin cannot.
    var search: SearchCapability? { get }
    /// Fetches one story by its key; nil where stories come in lists only.
    var singleStory: SingleStoryCapability? { get }
    /// Fetches what people say under a story; nil where nobody can say anything.
    var discussion: DiscussionCapability? { get }
    /// Says who somebody is; nil where people have no pages.
    var profiles: ProfileCapability? { get }
    /// Finds where a page is discussed; nil where the origin cannot be asked for an address.
    var relatedDiscussions: RelatedDiscussionsCapability? { get }
}

extension Source {
    /// Most kinds of origin give the whole text themselves.
    public var fullText: FullTextCapability? { nil }
    /// Feeds cannot be searched.
    public var search: SearchCapability? { nil }
    /// Feeds have no address for a story of theirs.
    public var singleStory: SingleStoryCapability? { nil }
    /// Feeds have no place to talk.
    public var discussion: DiscussionCapability? { nil }
    /// Feeds name their authors and no more.
    public var profiles: ProfileCapability? { nil }
    /// Feeds are not asked for addresses.
    public var relatedDiscussions: RelatedDiscussionsCapability? { nil }
}

/// Why an origin is asked (decision 10).
public enum RefreshReason: String, Sendable, Codable {
    /// The schedule says so.
    case due
    /// A list is shown whose freshness has run out.
    case viewed = "appeared"
    /// A person pressed the button.
    case manual = "asked"
}

/// What a source needs to know in order to ask for one channel.
public struct ChannelRequest: Sendable {
    public var address: WebAddress
    public var reason: RefreshReason
    /// What the source said to remember at its last answer; nil at the first.
    public var sourceState: SourceState?
    /// What the channel is called; nil when nobody knows yet.
    public var title: String?
    /// Asks for the stories that follow those of an earlier answer, whose `next` this was; nil for the newest.
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

/// What a source wants to find again at its next request (validators, a hash of the body). The Library keeps it and
/// never looks inside.
public struct SourceState: Sendable, Hashable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// An origin's answer for one channel.
public struct ChannelResponse: Sendable {
    /// The stories, newest or best first as the origin gives them; nil when the origin says nothing has changed.
    public var stories: [FetchedStory]?
    /// The channels that the source offers, in its order: only in the answer of a directory (`OfferedChannel`), and nil
    /// there too when the origin says nothing has changed.
    public var channels: [OfferedChannel]?
    /// Where the stories go on; nil at the channel's end, where the origin has no more than the newest, and when
    /// nothing has changed.
    public var next: SourceCursor?
    /// Where the first of `stories` stands in the origin's own order, from 0, where the channel is listed in that order
    /// (Hacker News's front page); nil where stories are listed by when they came out.
    public var firstRank: Int?
    /// Present when the origin described the channel this time.
    public var metadata: ChannelMetadata?
    public var sourceState: SourceState?
    public var pollingHints: PollingHints
    /// Where the origin says the channel lives from now on (all hops 301 or 308).
    public var movedTo: WebAddress?
    /// What was odd and yet read; for the channel's page.
    public var diagnostics: [String]
    /// The HTTP status, 200 or 304; nil where the origin speaks something else.
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
    /// The web site the channel belongs to.
    public var site: WebAddress?
    public var about: String?
    public var language: String?
    public var icon: WebAddress?
    /// How the channel is written, for its page: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?
    /// Where an icon usually is on such a site, for a channel of which none is known.
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

/// How often an origin wants to be asked.
public struct PollingHints: Sendable {
    /// HTTP freshness of the answer (RFC 9111), in seconds; nil when not given.
    public var freshSeconds: Int?
    /// The shortest interval the document itself asks for (`ttl`, `sy:updatePeriod`), in seconds.
    public var intervalSeconds: Int?
    /// From when on the intervals are counted (`sy:updateBase`); nil when the document does not say.
    public var updateBaseAt: Date?
    /// Hours of the day, UTC, in which the document asks not to be read (`skipHours`).
    public var skipHours: Set<Int>
    /// Days of the week, 0 for Sunday, in which it asks not to be read (`skipDays`).
    public var skipDays: Set<Int>
    /// The origin gives nothing with which to ask conditionally, so every question costs it the whole document.
    public var lacksValidators: Bool
    /// How long a list that is shown needs no asking, where the source knows it: 0 for at every look. Nil leaves it
    /// to `freshSeconds`, else to the least interval.
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

/// One entry of a source's own list of channels, such as a category of a news site.
///
/// A source whose channels are not known beforehand gives them as the answer of one more channel, its *directory*:
/// asked for, scheduled, remembered and forgiven like any other, so that all politeness holds for it too.
public struct OfferedChannel: Sendable, Hashable {
    /// The source's own key of the channel, the same at every answer: by it the section is known again, however the
    /// source renames it or moves it about.
    public var key: String
    public var title: String
    /// What the source is asked with for the channel's stories.
    public var address: WebAddress

    public init(key: String, title: String, address: WebAddress) {
        self.key = key
        self.title = title
        self.address = address
    }
}

/// The kinds of origin this house can read, as values: the Library asks it for a source by kind and never learns more
/// (§1 of the architecture). A new kind of origin is one folder in `Origins` and one line where this is made.
public struct SourceCatalog: Sendable {
    /// Makes the source of one kind for one site.
    public typealias Factory = @Sendable (_ address: WebAddress) -> any Source

    private let factories: [SourceKind: Factory]

    public init(_ makers: [SourceKind: Factory]) { self.factories = makers }

    /// Whether this build can read that kind of origin.
    public func supports(_ kind: SourceKind) -> Bool { factories[kind] != nil }

    /// The source for a site, or nil when this build does not know the kind (a data folder of a newer version).
    public func source(of kind: SourceKind, at address: WebAddress) -> (any Source)? { factories[kind]?(address) }
}
