public import Foundation
public import URLs
public import Untrusted

/// A client of an external site, with optional capabilities.
public protocol Source: Sendable {
    /// Fetches a channel's stories.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse

    /// Returns true if a channel has an order other than by time, and therefore ranks to show.
    func isRanked(_ channel: WebAddress) -> Bool

    /// True if stories link to pages that may have more text.
    var hasStoryPages: Bool { get }
    /// True if a story never changes its key. Otherwise a story with an unknown key is also looked up under other keys.
    var hasPermanentKeys: Bool { get }
    /// True if requests need a key of the reader's and count against a plan (`KeyedAPIAccess`).
    var needsKey: Bool { get }
    /// The capability to search the origin; nil if the source has none.
    var search: (any SearchCapability)? { get }
    /// The capability to fetch comments; nil if the source has none.
    var discussion: (any DiscussionCapability)? { get }
    /// The capability to fetch users' profiles; nil if the source has none.
    var profiles: (any ProfileCapability)? { get }
    /// The capability to find discussions of a page; nil if the source has none.
    var relatedDiscussions: (any RelatedDiscussionsCapability)? { get }
    /// The capability to offer channels for topics that readers follow; nil if the source has none.
    var topics: TopicCapability? { get }
    /// The capability to be told of new stories by hubs; nil if the source has none.
    var hub: (any HubCapability)? { get }
    /// The capability to post comments, votes and submissions; nil if the source has none.
    var posting: (any PostingCapability)? { get }
    /// The capability to sign readers in; nil if the source has none.
    var membership: (any MembershipCapability)? { get }
}

extension Source {
    /// Returns false by default: as in feeds, the newest story comes first.
    public func isRanked(_ channel: WebAddress) -> Bool { false }
    /// True by default: the stories of feeds have pages.
    public var hasStoryPages: Bool { true }
    /// False by default.
    public var hasPermanentKeys: Bool { false }
    /// False by default.
    public var needsKey: Bool { false }
    /// No search by default.
    public var search: (any SearchCapability)? { nil }
    /// No comments by default.
    public var discussion: (any DiscussionCapability)? { nil }
    /// No profiles by default.
    public var profiles: (any ProfileCapability)? { nil }
    /// No related discussions by default.
    public var relatedDiscussions: (any RelatedDiscussionsCapability)? { nil }
    /// No topics by default.
    public var topics: TopicCapability? { nil }
    /// No hubs by default.
    public var hub: (any HubCapability)? { nil }
    /// No posting by default.
    public var posting: (any PostingCapability)? { nil }
    /// No membership by default.
    public var membership: (any MembershipCapability)? { nil }
}

/// A request for a channel's stories.
public struct ChannelRequest: Sendable {
    /// The address of the channel.
    public var address: WebAddress
    /// The reason for the fetch.
    public var reason: RefreshReason
    /// The state from the last response; nil for none.
    public var sourceState: SourceState?
    /// The channel's title, if known.
    public var title: String?
    /// The `next` of an earlier response; nil for the newest stories.
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

/// A source's opaque state for its next request (validators, a body hash), which is stored without being read.
public struct SourceState: Sendable, Hashable {
    /// The state in the source's own format.
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// A source's response for one channel.
public struct ChannelResponse: Sendable {
    /// The stories in the origin's order, newest or best first, at most ``NewestStories/maxCount``; nil if not
    /// modified.
    public var stories: [FetchedStory]?
    /// The channels of a directory (`OfferedChannel`), in its order; nil if not modified.
    public var channels: [OfferedChannel]?
    /// The version of a publication that is distributed as a whole; nil if not modified.
    public var pack: DownloadedPack?
    /// The cursor for older stories; nil at the end, or if not modified.
    public var next: SourceCursor?
    /// The rank of the first story, from 0, in a ranked channel (Hacker News's front page); otherwise nil.
    public var firstRank: Int?
    /// The channel's description of itself; nil if not modified or not stated.
    public var metadata: ChannelMetadata?
    /// The state for the next request; nil for none.
    public var sourceState: SourceState?
    /// The origin's hints on polling.
    public var pollingHints: PollingHints
    /// The new address after permanent redirects (every hop 301 or 308).
    public var movedTo: WebAddress?
    /// The tolerated problems in the response.
    public var diagnostics: [String]
    /// The HTTP status, 200 or 304; nil for other protocols.
    public var status: Int?

    public init(
        stories: [FetchedStory]?, channels: [OfferedChannel]? = nil, next: SourceCursor? = nil,
        metadata: ChannelMetadata? = nil,
        sourceState: SourceState? = nil, pollingHints: PollingHints = PollingHints(), movedTo: WebAddress? = nil,
        diagnostics: [String] = [], status: Int? = nil
    ) {
        var diagnostics = diagnostics
        self.stories = stories.map { Self.newest($0, &diagnostics) }
        self.channels = channels
        self.next = next
        self.metadata = metadata
        self.sourceState = sourceState
        self.pollingHints = pollingHints
        self.movedTo = movedTo
        self.diagnostics = diagnostics
        self.status = status
    }

    private static func newest(_ stories: [FetchedStory], _ diagnostics: inout [String]) -> [FetchedStory] {
        guard stories.count > NewestStories.maxCount else { return stories }
        var newest = NewestStories()
        for story in stories { newest.append(story) }
        return newest.finished(&diagnostics)
    }
}

/// A version of a pack that was fetched and checked, and waits to be installed.
public struct DownloadedPack: Sendable, Hashable {
    /// The folder that contains `pack`, the pack file, and, if its pictures are not inside the pack, `media` with one
    /// file for each picture, named by its SHA-256. The installer removes the folder.
    public var folder: URL

    public init(folder: URL) { self.folder = folder }

    /// The pack file.
    public var file: URL { folder.appendingPathComponent("pack") }
    /// The folder of the pictures, if they are not inside the pack.
    public var media: URL { folder.appendingPathComponent("media") }
}

/// The description of a channel by itself.
public struct ChannelMetadata: Sendable {
    /// The channel's title.
    public var title: String?
    /// The address of the channel's site.
    public var site: WebAddress?
    /// The channel's description.
    public var description: String?
    /// The address of the channel's icon.
    public var icon: WebAddress?
    /// The format for the details page: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?
    /// The address at which such sites usually have an icon.
    public var defaultIcon: WebAddress?
    /// The hub that tells of new stories; nil if the channel names none.
    public var hub: HubLinks?

    public init(
        title: String? = nil, site: WebAddress? = nil, description: String? = nil, icon: WebAddress? = nil,
        format: String? = nil, defaultIcon: WebAddress? = nil
    ) {
        self.title = title
        self.site = site
        self.description = description
        self.icon = icon
        self.format = format
        self.defaultIcon = defaultIcon
    }
}

/// The origin's hints on how often to poll.
public struct PollingHints: Sendable {
    /// The HTTP freshness lifetime (RFC 9111); nil if not stated.
    public var freshSeconds: Int?
    /// The document's shortest interval (`ttl`, `sy:updatePeriod`).
    public var intervalSeconds: Int?
    /// The start of the update intervals (`sy:updateBase`).
    public var updateBaseAt: Date?
    /// The UTC hours in which not to poll (`skipHours`).
    public var skipHours: Set<Int>
    /// The weekdays, 0 for Sunday, on which not to poll (`skipDays`).
    public var skipDays: Set<Int>
    /// True if responses have no validators, so that every fetch transfers the whole document.
    public var lacksValidators: Bool
    /// The seconds for which a viewed list stays fresh; 0 to refresh at every view; nil for `freshSeconds`, otherwise
    /// the minimum interval.
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

/// A channel that a source offers, such as a news site's category.
///
/// A source whose channels are not known beforehand lists them in the response of one more channel, its *directory*,
/// which is scheduled and fetched like any other.
public struct OfferedChannel: Sendable, Hashable {
    /// The key that identifies the section after renames and moves.
    public var key: String
    /// The title of the channel.
    public var title: String
    /// The address for a `ChannelRequest`.
    public var address: WebAddress
    /// The category of a publisher (`TopicCapability.publishers`); nil for other channels.
    public var category: NewsCategory?
    /// The language of a publisher as a BCP 47 tag.
    public var language: String?
    /// The country of a publisher: ISO 3166-1 alpha-2, lower case.
    public var country: String?

    public init(
        key: String, title: String, address: WebAddress, category: NewsCategory? = nil, language: String? = nil,
        country: String? = nil
    ) {
        self.key = key
        self.title = title
        self.address = address
        self.category = category
        self.language = language
        self.country = country
    }
}

/// A catalog that creates a `Source` by kind, so that the Library knows no implementation. A new kind requires one
/// folder in `Origins` and one line at the creation of the catalog.
public struct SourceCatalog: Sendable {
    /// A function that creates the source for a site.
    public typealias Factory = @Sendable (_ address: WebAddress) -> any Source

    private let factories: [SourceKind: Factory]
    /// The capability to fetch any web page as an article.
    public let articles: any ArticleCapability
    /// The threads on which sources process untrusted bytes; nil for the caller's.
    public let executor: UntrustedWorkExecutor?

    /// A catalog without sources and articles, for use without network access.
    public static let none = SourceCatalog([:])

    /// - Parameter articles: The capability to fetch articles; nil to refuse every request.
    public init(
        _ factories: [SourceKind: Factory], articles: (any ArticleCapability)? = nil,
        executor: UntrustedWorkExecutor? = nil
    ) {
        self.factories = factories
        self.articles = articles ?? UnavailableArticles()
        self.executor = executor
    }

    /// Processes untrusted bytes on the executor's threads, so that pages need not wait for the work (decision 34).
    public func runUntrusted<Value: Sendable, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(executor, operation: work)
    }

    /// Returns true if this build supports a kind.
    public func supports(_ kind: SourceKind) -> Bool { factories[kind] != nil }

    /// Returns the source for a site; nil for a kind of a newer version.
    public func source(of kind: SourceKind, at address: WebAddress) -> (any Source)? { factories[kind]?(address) }
}
