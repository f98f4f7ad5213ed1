public import Fetching
import Foundation
import JSON
import Markup
public import News
public import URLs

extension SourceKind {
    /// The source kind of MIT's mobile news API.
    public static let mitNews = SourceKind(rawValue: "mit-news")
}

/// The source for MIT's news API; a channel is a category (`docs/sources/mit-news.md`).
public struct MITNewsSource: Source, SearchCapability {
    /// The time in seconds that a list without `Cache-Control` stays fresh, taken from MIT's app of 2014.
    public static let defaultFreshSeconds = 300

    private let api: JSONAPIClient
    private let endpoints: MITNewsEndpoints
    /// The version of the mapping; increase it when the same response would give other stories.
    private static let stateVersion = 1
    private static let maxDiagnostics = 20
    private static let format = "MIT News API"

    /// Creates a source for one API.
    /// - Parameter root: the API's root, such as `https://m.mit.edu/apis/news`.
    public init(fetcher: Fetcher, root: WebAddress) {
        api = JSONAPIClient(fetcher: fetcher)
        endpoints = MITNewsEndpoints(root: root)
    }

    /// Fetches one page of a category, or the categories. `stories` is nil after a 304 and for an identical first page.
    /// - Throws: `SourceError`; causes name the host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        if let cursor = channel.after { return try await page(after: cursor, of: channel.title) }
        let address = try requireSameSite(channel.address)
        if endpoints.isDirectory(address) { return try await fetchCategories(channel) }
        let known = StoredHTTPValidators(channel.sourceState, version: Self.stateVersion)
        let response = try await fetch(endpoints.firstPage(of: address), previous: known)
        if let known, known.matches(response) { return Self.unchangedResponse(response, known) }
        var page = try page(in: response, of: channel.title)
        let state = StoredHTTPValidators(version: Self.stateVersion, response)
        page.metadata = ChannelMetadata(format: Self.format)
        (page.sourceState, page.pollingHints) = (state.sourceState, Self.pollingHints(state))
        return page
    }

    /// False, since the API returns whole texts and there are no pages to read.
    public var hasStoryPages: Bool { false }
    /// True, since the API's ids are permanent.
    public var hasPermanentKeys: Bool { true }

    /// The search in all categories.
    public var search: (any SearchCapability)? { self }

    /// Searches in all categories.
    public func stories(
        matching words: String, after cursor: SourceCursor?
    ) async throws(SourceError) -> SearchResponse {
        let found: ChannelResponse
        if let cursor {
            found = try await page(after: cursor, of: nil)
        } else {
            found = try page(in: try await fetch(endpoints.searchURL(words)), of: nil)
        }
        return SearchResponse(stories: found.stories ?? [], next: found.next)
    }

    private func fetchCategories(_ channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let known = StoredHTTPValidators(channel.sourceState, version: Self.stateVersion)
        let response = try await fetch(endpoints.categoriesURL, previous: known)
        if let known, known.matches(response) { return Self.unchangedResponse(response, known) }
        var mapper = MITNewsMapper(channelTitle: nil)
        let channels = mapper.channels(try list(in: response), endpoints: endpoints)
        let state = StoredHTTPValidators(version: Self.stateVersion, response)
        return ChannelResponse(
            stories: nil, channels: channels, metadata: ChannelMetadata(format: Self.format),
            sourceState: state.sourceState,
            pollingHints: Self.pollingHints(state),
            diagnostics: Array(mapper.diagnostics.prefix(Self.maxDiagnostics)),
            status: response.status)
    }

    private static func unchangedResponse(_ response: FetchResponse, _ known: StoredHTTPValidators) -> ChannelResponse {
        var known = known
        known.update(response)
        return ChannelResponse(
            stories: nil, sourceState: known.sourceState, pollingHints: pollingHints(known), status: response.status)
    }

    // MARK: Pages

    private func page(after cursor: SourceCursor, of title: String?) async throws(SourceError) -> ChannelResponse {
        guard let address = WebAddress(cursor.rawValue) else {
            throw .notAllowed(FailureCause(.invalidNextPage, at: WebAddress(endpoints.root)?.host ?? endpoints.root))
        }
        _ = try requireSameSite(address)
        return try page(in: try await fetch(cursor.rawValue), of: title)
    }

    private func page(in response: FetchResponse, of title: String?) throws(SourceError) -> ChannelResponse {
        var mapper = MITNewsMapper(channelTitle: title)
        let stories = mapper.stories(try list(in: response))
        let next = NextPageLink(response)
        return ChannelResponse(
            stories: stories, next: next.cursor,
            diagnostics: Array((next.diagnostics + mapper.diagnostics).prefix(Self.maxDiagnostics)),
            status: response.status)
    }

    private func list(in response: FetchResponse) throws(SourceError) -> [JSONValue] {
        let value = try api.value(of: response)
        if let elements = value.elements { return elements }
        throw JSONAPIClient.unexpected(value, expected: .list, at: host(of: response))
    }

    // MARK: Requests

    /// Fetches an address with or without the trailing slash, as in the last successful request; the first request
    /// tries both.
    private func fetch(
        _ address: String, previous known: StoredHTTPValidators? = nil
    ) async throws(SourceError) -> FetchResponse {
        let hadSlash = known?.validatorsFrom.flatMap { WebAddress($0) }?.path.hasSuffix("/")
        let other = MITNewsEndpoints.togglingTrailingSlash(of: address)
        if hadSlash == true { return try await api.fetch(other, previous: known) }
        do {
            return try await api.fetch(address, previous: known)
        } catch .notThere where known == nil && address.hasPrefix(endpoints.root) {
            return try await api.fetch(other)
        }
    }

    private func requireSameSite(_ address: WebAddress) throws(SourceError) -> WebAddress {
        guard let root = WebAddress(endpoints.root), root.host == address.host, root.port == address.port else {
            throw .notAllowed(FailureCause(.foreignSite, at: address.host))
        }
        return address
    }

    private func host(of response: FetchResponse) -> String { WebAddress(response.address)?.host ?? response.address }

    /// Returns the polling hints. Lists are small, so polling ignores missing validators.
    private static func pollingHints(_ state: StoredHTTPValidators) -> PollingHints {
        PollingHints(freshSeconds: state.freshSeconds, viewFreshSeconds: state.freshSeconds ?? defaultFreshSeconds)
    }
}
