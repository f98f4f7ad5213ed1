import Feeds
import Fetching
import Foundation
import JSON
import Markup
public import News
import URLs
import Untrusted

extension SourceKind {
    /// The source kind of sites made with WordPress.
    public static let wordPress = SourceKind(rawValue: "wordpress")
}

/// The source for a WordPress site (`docs/sources/wordpress.md`); a channel is a feed or a list of the site's REST API.
///
/// Older feed pages are at `?paged=2`. Feeds and API use the guid as the key.
public struct WordPressSource: Source {
    private let fetcher: Fetcher
    private let syndication: SyndicationSource
    private let api: JSONAPIClient
    private let restAvailability: RESTAvailabilityCache
    private let now: @Sendable () -> Date
    private let normalizer = WordPressStoryNormalizer()

    /// The version of the mapping; increase it when the same response would give other stories.
    private static let stateVersion = 1
    static let pageSize = 20
    private static let maxDiagnostics = 20
    /// The maximum number of pages of categories: 300 categories.
    private static let maxCategoryPages = 3

    init(
        fetcher: Fetcher, fullFetchInterval: Duration = SyndicationSource.fullFetchInterval,
        discoveryCache: DiscoveryCache = DiscoveryCache(),
        restAvailability: RESTAvailabilityCache = RESTAvailabilityCache(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.restAvailability = restAvailability
        self.now = now
        syndication = SyndicationSource(
            fetcher: fetcher, fullFetchInterval: fullFetchInterval, discoveryCache: discoveryCache, now: now)
        api = JSONAPIClient(fetcher: fetcher)
    }

    /// Fetches one page of a feed or list, or the categories.
    /// - Throws: `SourceError`; causes name the host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        if let cursor = channel.after { return try await page(after: cursor, of: channel) }
        guard let root = RESTRoot(above: channel.address) else { return try await fetchFeed(channel) }
        if Self.isDirectory(channel.address) { return try await fetchCategories(channel, root) }
        let known = StoredHTTPValidators(channel.sourceState, version: Self.stateVersion)
        let response = try await api.fetch(Self.firstPage(of: channel.address), previous: known)
        if let known, known.matches(response) { return Self.unchangedResponse(response, known) }
        var page = try await page(in: response, root)
        let state = StoredHTTPValidators(version: Self.stateVersion, response)
        page.metadata = ChannelMetadata(format: "WordPress REST")
        page.sourceState = state.sourceState
        page.pollingHints = PollingHints(
            freshSeconds: state.freshSeconds, lacksValidators: state.validators.isEmpty)
        return page
    }

    /// The comment threads, from the REST API, the story's page or its comment feed.
    public var discussion: (any DiscussionCapability)? {
        WordPressThreadLoader(fetcher: fetcher, restAvailability: restAvailability, now: now)
    }

    /// The sending of guests' comments by the form of the story's page.
    public var posting: (any PostingCapability)? {
        WordPressPosting(fetcher: fetcher, restAvailability: restAvailability, now: now)
    }

    // MARK: Feeds

    private func fetchFeed(_ channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        var response = try await syndication.stories(in: channel)
        response.stories = response.stories?.map(normalizer.normalized)
        if let stories = response.stories, !stories.isEmpty {
            response.next = FeedPageCursor(number: 2, after: stories).cursor(of: channel.address)
        }
        return response
    }

    /// Fetches an older page. WordPress returns 404 after the last page; sites without pages repeat the first.
    private func fetchOlderFeed(
        _ page: FeedPageCursor, _ address: WebAddress, _ channel: ChannelRequest
    ) async throws(SourceError) -> ChannelResponse {
        var response: ChannelResponse
        do {
            response = try await syndication.stories(in: ChannelRequest(address: address, reason: channel.reason))
        } catch .notThere {
            return ChannelResponse(stories: [], status: 404)
        }
        let stories = (response.stories ?? []).map(normalizer.normalized)
        let following = FeedPageCursor(number: page.number + 1, after: stories)
        guard !stories.isEmpty, following.previousFingerprint != page.previousFingerprint else {
            return ChannelResponse(stories: [], diagnostics: response.diagnostics, status: response.status)
        }
        // The metadata and state are those of the first page.
        (response.stories, response.metadata, response.sourceState, response.movedTo) = (stories, nil, nil, nil)
        response.next = following.cursor(of: channel.address)
        return response
    }

    // MARK: The REST API

    private func page(after cursor: SourceCursor, of channel: ChannelRequest) async throws(SourceError)
        -> ChannelResponse
    {
        let invalidNextPage = FailureCause(.invalidNextPage, at: channel.address.host)
        guard let address = WebAddress(cursor.rawValue) else { throw .notAllowed(invalidNextPage) }
        guard address.bareHost == channel.address.bareHost, address.port == channel.address.port else {
            throw .notAllowed(FailureCause(.foreignSite, at: address.host))
        }
        if let page = FeedPageCursor(cursor) { return try await fetchOlderFeed(page, address.withoutFragment, channel) }
        guard let root = RESTRoot(above: address) ?? RESTRoot(above: channel.address) else {
            throw .notAllowed(invalidNextPage)
        }
        let response: FetchResponse
        do {
            response = try await api.fetch(cursor.rawValue)
        } catch .refused(status: 400, _) {
            // The error `rest_post_invalid_page_number` means that stories have been removed.
            return ChannelResponse(stories: [], status: 400)
        }
        return try await page(in: response, root)
    }

    private func page(in response: FetchResponse, _ root: RESTRoot) async throws(SourceError) -> ChannelResponse {
        var mapper = WordPressMapper(root: root)
        let posts = try list(in: response)
        let counts = await WordPressCommentCounts(api: api).counts(of: posts, root)
        let stories = mapper.stories(posts, commentCounts: counts)
        let next = NextPageLink(response)
        return ChannelResponse(
            stories: stories, next: next.cursor ?? RESTPages.nextByCount(after: response),
            diagnostics: Array((next.diagnostics + mapper.diagnostics).prefix(Self.maxDiagnostics)),
            status: response.status)
    }

    private func fetchCategories(_ channel: ChannelRequest, _ root: RESTRoot) async throws(SourceError)
        -> ChannelResponse
    {
        let known = StoredHTTPValidators(channel.sourceState, version: Self.stateVersion)
        let first = root.address("/wp/v2/categories", ["per_page": "100", "hide_empty": "true"])
        var response = try await api.fetch(first, previous: known)
        if let known, known.matches(response) { return Self.unchangedResponse(response, known) }
        let state = StoredHTTPValidators(version: Self.stateVersion, response)
        var values = try list(in: response)
        var pages = 1
        while pages < Self.maxCategoryPages, let next = RESTPages.next(after: response) {
            response = try await api.fetch(next.rawValue)
            values += try list(in: response)
            pages += 1
        }
        var mapper = WordPressMapper(root: root)
        let channels = mapper.channels(values)
        return ChannelResponse(
            stories: nil, channels: channels, metadata: ChannelMetadata(format: "WordPress REST"),
            sourceState: state.sourceState,
            pollingHints: PollingHints(freshSeconds: state.freshSeconds, lacksValidators: state.validators.isEmpty),
            diagnostics: Array(mapper.diagnostics.prefix(Self.maxDiagnostics)), status: response.status)
    }

    private func list(in response: FetchResponse) throws(SourceError) -> [JSONValue] {
        let value = try api.value(of: response)
        if let elements = value.elements { return elements }
        let site = WebAddress(response.address)?.host ?? response.address
        throw JSONAPIClient.unexpected(value, expected: .list, at: site)
    }

    private static func unchangedResponse(_ response: FetchResponse, _ known: StoredHTTPValidators) -> ChannelResponse {
        var known = known
        known.update(response)
        let pollingHints = PollingHints(freshSeconds: known.freshSeconds, lacksValidators: known.validators.isEmpty)
        return ChannelResponse(
            stories: nil, sourceState: known.sourceState, pollingHints: pollingHints, status: response.status)
    }

    /// Returns true for the API's root and its list of categories.
    private static func isDirectory(_ address: WebAddress) -> Bool {
        let whole = (address.value(ofQuery: "rest_route") ?? address.path).replacing("%2F", with: "/")
        let route = whole.split(separator: "/").last ?? ""
        return route == "categories" || route == "wp-json" || route == "v2" || whole == "/"
    }

    /// Returns the address of the first page, with embedded resources.
    static func firstPage(of address: WebAddress) -> String {
        var text = address.withoutFragment.text
        for (name, value) in [("per_page", "\(pageSize)"), ("_embed", "author,wp:featuredmedia,wp:term")]
        where address.value(ofQuery: name) == nil {
            text += (text.contains("?") ? "&" : "?") + "\(name)=\(value)"
        }
        return text
    }
}

/// The position in a feed's older pages. The fragment of the address holds the previous page's hash, to detect repeated
/// pages.
struct FeedPageCursor {
    var number: Int
    var previousFingerprint: String

    private static let fragmentPrefix = "after-"

    init(number: Int, after stories: [FetchedStory]) {
        self.number = number
        previousFingerprint = ContentHash.of(Array(stories.map(\.key).joined(separator: "\n").utf8))
    }

    init?(_ cursor: SourceCursor) {
        guard let address = WebAddress(cursor.rawValue), let fragment = address.fragment,
            fragment.hasPrefix(Self.fragmentPrefix),
            let number = address.value(ofQuery: "paged").flatMap({ UntrustedInteger($0)?.int(in: 0...1_000_000) })
        else { return nil }
        self.number = number
        previousFingerprint = String(fragment.dropFirst(Self.fragmentPrefix.count))
    }

    func cursor(of feed: WebAddress) -> SourceCursor? {
        feed.setting(query: "paged", "\(number)").map {
            SourceCursor(rawValue: "\($0.text)#\(Self.fragmentPrefix)\(previousFingerprint)")
        }
    }
}
