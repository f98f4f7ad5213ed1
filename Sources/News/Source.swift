public import Foundation
public import URLs
public import Untrusted

/// The client of an external site, with optional capabilities.
public protocol Source: Sendable {
    /// Fetches a channel's stories.
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse

    /// Whether a channel has an order of its own, which is not that of time, and so ranks to show.
    func isRanked(_ channel: WebAddress) -> Bool

    /// Whether stories link to pages that may have more of their text.
    var hasStoryPages: Bool { get }
    /// Whether a story never changes its key. Else a story of an unknown key is looked for under others.
    var hasPermanentKeys: Bool { get }
    /// Whether its requests need a key of the reader's, and count against a plan (`ServiceAccess`).
    var needsKey: Bool { get }
    /// Searches the origin.
    var search: SearchCapability? { get }
    /// Fetches comments.
    var discussion: DiscussionCapability? { get }
    /// Fetches users' profiles.
    var profiles: ProfileCapability? { get }
    /// Finds discussions of a page.
    var relatedDiscussions: RelatedDiscussionsCapability? { get }
    /// Has channels for what readers follow.
    var topics: TopicCapability? { get }
    /// Publishes comments, votes and submissions.
    var posting: PostingCapability? { get }
    /// Signs readers in.
    var membership: MembershipCapability? { get }
}

extension Source {
    /// As for feeds: the newest comes first, stories have pages, and there is no more to ask.
    public func isRanked(_ channel: WebAddress) -> Bool { false }
    public var hasStoryPages: Bool { true }
    public var hasPermanentKeys: Bool { false }
    public var needsKey: Bool { false }
    public var search: SearchCapability? { nil }
    public var discussion: DiscussionCapability? { nil }
    public var profiles: ProfileCapability? { nil }
    public var relatedDiscussions: RelatedDiscussionsCapability? { nil }
    public var topics: TopicCapability? { nil }
    public var posting: PostingCapability? { nil }
    public var membership: MembershipCapability? { nil }
}

/// Why a channel is fetched.
public enum RefreshReason: String, Sendable, Codable {
    /// Scheduled.
    case due
    /// Shown and no longer fresh.
    case viewed = "appeared"
    /// Requested by a person.
    case manual = "asked"
}

/// Requests a channel's stories.
public struct ChannelRequest: Sendable {
    public var address: WebAddress
    public var reason: RefreshReason
    public var sourceState: SourceState?
    public var title: String?
    /// An earlier `next`; nil for the newest stories.
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

/// A source's opaque state for its next request (validators, a body hash), which the Library only stores.
public struct SourceState: Sendable, Hashable {
    public var bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// A source's response for one channel.
public struct ChannelResponse: Sendable {
    /// In the origin's order, newest or best first, at most ``NewestStories/maxCount``; nil when not modified.
    public var stories: [FetchedStory]?
    /// The channels of a directory (`OfferedChannel`), in its order; nil when not modified.
    public var channels: [OfferedChannel]?
    /// A version of a publication that comes as a whole; nil when not modified.
    public var pack: DownloadedPack?
    /// The cursor for older stories; nil at the end, or when not modified.
    public var next: SourceCursor?
    /// The rank of the first story, from 0, in a ranked channel (Hacker News's front page); else nil.
    public var firstRank: Int?
    public var metadata: ChannelMetadata?
    public var sourceState: SourceState?
    public var pollingHints: PollingHints
    /// The new address after permanent redirects (every hop 301 or 308).
    public var movedTo: WebAddress?
    public var diagnostics: [String]
    /// 200 or 304; nil for other protocols.
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

/// A version of a pack, fetched and checked, waiting to be installed.
public struct DownloadedPack: Sendable, Hashable {
    /// A folder that holds `pack`, the pack file, and, where its pictures are not inside, `media` with a file for each, named by
    /// its SHA-256. Whoever installs it removes the folder.
    public var folder: URL

    public init(folder: URL) { self.folder = folder }

    public var file: URL { folder.appendingPathComponent("pack") }
    public var media: URL { folder.appendingPathComponent("media") }
}

/// What a channel says about itself.
public struct ChannelMetadata: Sendable {
    public var title: String?
    public var site: WebAddress?
    public var about: String?
    public var icon: WebAddress?
    /// For the detail page: "RSS 2.0", "JSON Feed 1.1".
    public var format: String?
    /// Where such sites usually have an icon.
    public var defaultIcon: WebAddress?

    public init(
        title: String? = nil, site: WebAddress? = nil, about: String? = nil, icon: WebAddress? = nil,
        format: String? = nil, defaultIcon: WebAddress? = nil
    ) {
        self.title = title
        self.site = site
        self.about = about
        self.icon = icon
        self.format = format
        self.defaultIcon = defaultIcon
    }
}

/// How often an origin wants polling.
public struct PollingHints: Sendable {
    /// HTTP freshness (RFC 9111); nil when not given.
    public var freshSeconds: Int?
    /// The document's shortest interval (`ttl`, `sy:updatePeriod`).
    public var intervalSeconds: Int?
    /// The start of the update intervals (`sy:updateBase`).
    public var updateBaseAt: Date?
    /// UTC hours in which not to poll (`skipHours`).
    public var skipHours: Set<Int>
    /// Weekdays, 0 for Sunday, on which not to poll (`skipDays`).
    public var skipDays: Set<Int>
    /// Without validators every fetch transfers the whole document.
    public var lacksValidators: Bool
    /// How long a viewed list stays fresh; 0 refreshes at every view. Nil: `freshSeconds`, else the minimum interval.
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

/// A source's own channel, such as a news site's category.
///
/// A source whose channels are not known beforehand lists them in the response of one more channel, its *directory*,
/// which is scheduled and fetched like any other.
public struct OfferedChannel: Sendable, Hashable {
    /// Identifies the section after renames and moves.
    public var key: String
    public var title: String
    /// For `ChannelRequest`.
    public var address: WebAddress
    /// Of a publisher (`TopicCapability.publishers`).
    public var category: NewsCategory?
    /// BCP 47, of a publisher.
    public var language: String?
    /// ISO 3166-1 alpha-2, lower case, of a publisher.
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

/// What can be fetched: creates a `Source` by kind, so that the Library knows no implementation. A new kind is one folder
/// in `Origins` and one line where this is created.
public struct SourceCatalog: Sendable {
    /// Creates the source for a site.
    public typealias Factory = @Sendable (_ address: WebAddress) -> any Source

    private let factories: [SourceKind: Factory]
    /// Fetches any web page as an article.
    public let articles: ArticleCapability
    /// Threads for what sources do with bytes from outside; nil for the caller's.
    public let executor: UntrustedWorkExecutor?

    /// Without network access: no sources, and no articles.
    public static let none = SourceCatalog([:])

    public init(
        _ factories: [SourceKind: Factory], articles: ArticleCapability = .unavailable,
        executor: UntrustedWorkExecutor? = nil
    ) {
        self.factories = factories
        self.articles = articles
        self.executor = executor
    }

    /// Does work on bytes from outside on the executor's threads, so that pages need not wait for it (decision 34).
    public func runUntrusted<Value: Sendable, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(executor, operation: work)
    }

    /// Whether this build supports a kind.
    public func supports(_ kind: SourceKind) -> Bool { factories[kind] != nil }

    /// The source for a site; nil for a kind of a newer version.
    public func source(of kind: SourceKind, at address: WebAddress) -> (any Source)? { factories[kind]?(address) }
}
