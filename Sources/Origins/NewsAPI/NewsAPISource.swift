public import Fetching
public import Foundation
import JSON
public import News
public import URLs

extension SourceKind {
    /// The source kind of News API v2 (newsapi.org) and of services with the same API.
    public static let newsAPI = SourceKind(rawValue: "news-api")
}

/// The source for News API v2; a channel is a request for headlines or for everything (`docs/sources/news-api.md`).
///
/// The reader's key is sent in a header, and every request is counted before it is sent.
public struct NewsAPISource: Source, SearchCapability {
    /// The polling interval in seconds; lists have news more often than a plan has requests.
    public static let pollSeconds = 7_200
    /// The time in seconds that a displayed list stays fresh.
    public static let viewFreshSeconds = 900

    private let api: JSONAPIClient
    private let endpoints: NewsAPIEndpoints
    private let access: KeyedAPIAccess
    private let now: @Sendable () -> Date
    /// The version of the mapping; increase it when the same response would give other stories.
    private static let stateVersion = 1
    private static let maxDiagnostics = 20
    private static let format = "News API v2"
    /// The pause in seconds after a 429 that states no time.
    private static let exhaustionSeconds = 3_600.0

    /// Creates a source for one service.
    /// - Parameters:
    ///   - site: the service's address, such as `https://newsapi.org/`.
    ///   - access: the reader's key for the service, and the remaining requests of its plan.
    public init(
        fetcher: Fetcher, site: WebAddress, access: KeyedAPIAccess, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        api = JSONAPIClient(fetcher: fetcher, acceptsBackoffStatuses: true)
        endpoints = NewsAPIEndpoints(site: site)
        self.access = access
        self.now = now
    }

    /// Fetches one page of articles, or the publishers. `stories` is nil after a 304 and for an identical first page.
    /// - Throws: `SourceError`; causes name the host. Without a key `.keyNeeded` is thrown and nothing is sent.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        if let cursor = channel.after { return try await page(after: cursor, reason: channel.reason) }
        let query = try endpoints.query(of: channel.address).firstPage
        let known = StoredHTTPValidators(channel.sourceState, version: Self.stateVersion)
        let response = try await fetch(query, reason: channel.reason, previous: known)
        if let known, known.matches(response) { return Self.unchangedResponse(response, known) }
        var result = try query.endpoint == .publishers ? publishers(in: response, query) : articles(in: response, query)
        let state = StoredHTTPValidators(version: Self.stateVersion, response)
        result.metadata = ChannelMetadata(format: Self.format)
        (result.sourceState, result.pollingHints) = (state.sourceState, Self.pollingHints(state))
        return result
    }

    /// The topics: headlines of countries, categories and publishers, and searches for words and places.
    public var topics: TopicCapability? {
        TopicCapability(publishers: WebAddress("\(endpoints.root)/\(NewsAPIEndpoint.publishers.rawValue)")) {
            [endpoints] in NewsAPITopicQuery(about: $0)?.address(endpoints)
        }
    }
    /// True, since the service requires an API key.
    public var needsKey: Bool { true }

    /// True, since keys are the articles' addresses. The articles come from many publishers, which print the same
    /// texts, so stories must not be matched by content.
    public var hasPermanentKeys: Bool { true }

    /// The search in all articles, newest first.
    public var search: (any SearchCapability)? { self }

    /// Searches in all articles; counts against the plan.
    public func stories(
        matching words: String, after cursor: SourceCursor?
    ) async throws(SourceError) -> SearchResponse {
        let found: ChannelResponse
        if let cursor {
            found = try await page(after: cursor, reason: .manual)
        } else {
            let query = NewsAPIQuery(.everything, [("q", words), ("sortBy", "publishedAt")])
            found = try articles(in: try await fetch(query, reason: .manual), query)
        }
        return SearchResponse(stories: found.stories ?? [], next: found.next)
    }

    // MARK: Pages

    private func page(after cursor: SourceCursor, reason: RefreshReason) async throws(SourceError) -> ChannelResponse {
        let invalid = SourceError.notAllowed(FailureCause(.invalidNextPage, at: endpoints.host))
        guard let address = WebAddress(cursor.rawValue) else { throw invalid }
        let query = try endpoints.query(of: address)
        guard query.page > 1, query.endpoint != .publishers else { throw invalid }
        let response: FetchResponse
        do { response = try await fetch(query, reason: reason) } catch {
            // The plan does not allow further pages, so the list ends.
            guard error.cause?.keyedAPIFailure == .pageLimit else { throw error }
            return ChannelResponse(stories: [])
        }
        return try articles(in: response, query)
    }

    private func articles(in response: FetchResponse, _ query: NewsAPIQuery) throws(SourceError) -> ChannelResponse {
        let (values, total) = try list("articles", in: response)
        var mapper = NewsAPIMapper(query: query)
        let stories = mapper.stories(values)
        var diagnostics = mapper.diagnostics
        if values.isEmpty, query.page == 1, let country = query.undocumentedCountry {
            diagnostics.append("\(endpoints.host) lists no headlines for the country “\(country)”")
        }
        let next = values.isEmpty ? nil : query.next(of: total)
        return ChannelResponse(
            stories: stories, next: next.map { SourceCursor(rawValue: $0.address(below: endpoints.root)) },
            diagnostics: Array(diagnostics.prefix(Self.maxDiagnostics)), status: response.status)
    }

    private func publishers(in response: FetchResponse, _ query: NewsAPIQuery) throws(SourceError) -> ChannelResponse {
        let (values, _) = try list("sources", in: response)
        var mapper = NewsAPIMapper(query: query)
        let channels = mapper.channels(values, endpoints: endpoints)
        return ChannelResponse(
            stories: nil, channels: channels, diagnostics: Array(mapper.diagnostics.prefix(Self.maxDiagnostics)),
            status: response.status)
    }

    /// Reads a list.
    /// - Returns: the list, and the total number of entries.
    private func list(
        _ name: String, in response: FetchResponse
    ) throws(SourceError) -> (values: [JSONValue], total: Int) {
        let value = try api.value(of: response).withLowercasedNames
        guard let values = value[name]?.elements else {
            throw JSONAPIClient.unexpected(value, expected: .list, at: endpoints.host)
        }
        return (values, value["totalresults"]?.count ?? 0)
    }

    private static func unchangedResponse(_ response: FetchResponse, _ known: StoredHTTPValidators) -> ChannelResponse {
        var known = known
        known.update(response)
        return ChannelResponse(
            stories: nil, sourceState: known.sourceState, pollingHints: pollingHints(known), status: response.status)
    }

    private static func pollingHints(_ state: StoredHTTPValidators) -> PollingHints {
        PollingHints(
            freshSeconds: state.freshSeconds, intervalSeconds: pollSeconds, viewFreshSeconds: viewFreshSeconds)
    }

    // MARK: Requests

    /// Checks a request, counts it and sends it.
    private func fetch(
        _ query: NewsAPIQuery, reason: RefreshReason, previous known: StoredHTTPValidators? = nil
    ) async throws(SourceError) -> FetchResponse {
        if let fault = query.fault { throw error(fault) }
        let key = try await key()
        if let fault = access.rejection(of: key, for: reason, at: now()) { throw error(fault) }
        try await access.claimRequest(for: reason)
        let response = try await api.response(
            to: query.requestAddress(below: endpoints.root), previous: known, headers: [("X-Api-Key", key)])
        switch NewsAPIFailure(response, to: query) {
        case nil:
            access.recordKey(key, rejectedFor: nil, at: now())
            return response
        case .other(let failure): throw failure
        case .fault(let fault):
            if fault == .keyInvalid || fault == .keyDisabled {
                access.recordKey(key, rejectedFor: fault, at: now())
            }
            let isExhausted = fault == .rateLimited || fault == .keyExhausted
            if isExhausted { await access.recordExhaustion(until: response.retryAfter) }
            throw error(fault, until: response.retryAfter)
        }
    }

    /// Returns the key. A key that no header can carry is invalid, and would appear in the HTTP client's error.
    private func key() async throws(SourceError) -> String {
        let key = (await access.key() ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if key.isEmpty { throw error(.keyMissing) }
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw error(.keyInvalid) }
        return key
    }

    private func error(_ fault: KeyedAPIFailure, until: Date? = nil) -> SourceError {
        fault.error(at: endpoints.host, until: until ?? now().addingTimeInterval(Self.exhaustionSeconds))
    }
}
