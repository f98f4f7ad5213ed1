import Feeds
public import Fetching
public import Foundation
import Markup
public import News
import URLs

/// The source for RSS, RDF, Atom and JSON Feed; a channel is a feed document.
///
/// After `fullFetchInterval` with only 304 responses the source sends an unconditional request, since some servers
/// always return 304.
public struct SyndicationSource: Source {
    /// The default maximum time with only 304 responses: eight days.
    public static let fullFetchInterval = Duration.seconds(8 * 86_400)

    /// The accepted media types; feeds are preferred to other XML and JSON.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.5"

    let fetcher: Fetcher
    private let fullFetchInterval: Duration
    private let discoveryCache: DiscoveryCache
    private let now: @Sendable () -> Date

    /// Creates the source.
    /// - Parameters:
    ///   - fullFetchInterval: maximum time with only 304 responses before an unconditional request.
    ///   - discoveryCache: the cache of discovered feeds, which may replace the first request.
    public init(
        fetcher: Fetcher, fullFetchInterval: Duration = Self.fullFetchInterval,
        discoveryCache: DiscoveryCache = DiscoveryCache(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.fullFetchInterval = fullFetchInterval
        self.discoveryCache = discoveryCache
        self.now = now
    }

    /// Fetches and parses the feed. `stories` is nil after a 304 or for an identical document.
    /// - Throws: `SourceError`; causes name the host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard channel.sourceState == nil, let entry = discoveryCache.takeEntry(channel.address, now: now()) else {
            return try await fetchChannel(channel.address, previous: FeedState(channel.sourceState))
        }
        return try await response(to: channel.address, after: entry)
    }

    static func preview(_ response: FetchResponse, of address: WebAddress, now: Date) throws(FeedError)
        -> ChannelResponse
    {
        try fullResponse(
            response, at: address, known: nil, movedTo: permanentRedirect(response, from: address), now: now)
    }

    private func response(
        to address: WebAddress, after entry: DiscoveryCache.Entry
    ) async throws(SourceError) -> ChannelResponse {
        var first = entry.response
        if abs(now().timeIntervalSince(entry.fetchedAt)) < DiscoveryCache.freshLifetime { return first }
        let later = try await fetchChannel(address, previous: FeedState(first.sourceState))
        guard later.stories == nil else { return later }
        (first.sourceState, first.pollingHints, first.movedTo) = (later.sourceState, later.pollingHints, later.movedTo)
        first.status = later.status
        return first
    }

    private func fetchChannel(
        _ address: WebAddress, previous known: FeedState?
    ) async throws(SourceError) -> ChannelResponse {
        let response = try await fetch(address, previous: known)
        let moved = Self.permanentRedirect(response, from: address)
        do {
            return try channelResponse(response, of: address, previous: known, movedTo: moved)
        } catch {
            guard let target = Self.refreshTarget(of: response, from: address, after: error) else {
                throw SourceError(error, site: address.host, response: response)
            }
            let feed = try await fetch(target, previous: known)
            do {
                return try channelResponse(feed, of: address, previous: known, movedTo: nil)
            } catch {
                throw SourceError(error, site: target.host, response: feed)
            }
        }
    }

    /// The size of a page's beginning that contains its `<meta>`.
    private static let maxHeadBytes = 64 << 10

    /// Returns the target of a page with `<meta http-equiv=refresh>`, by which some sites move a feed; followed once.
    private static func refreshTarget(
        of response: FetchResponse, from address: WebAddress, after error: FeedError
    ) -> WebAddress? {
        guard case .notAFeed(.webPage) = error else { return nil }
        let page = WebAddress(response.address) ?? address
        let html = DocumentDecoder.decoded(Array(response.body.prefix(maxHeadBytes)), charset: response.charset)
        let target = DocumentMetadata.read(html, address: page).refreshAddress
        return target.flatMap { $0.isSamePage(as: page) || $0.isSamePage(as: address) ? nil : $0 }
    }

    private func channelResponse(
        _ response: FetchResponse, of address: WebAddress, previous known: FeedState?, movedTo moved: WebAddress?
    ) throws(FeedError) -> ChannelResponse {
        // A full response is compared by hash, since an unchanged entity tag may be wrong.
        if var known, response.isNotModified || known.document == ContentHash.of(response.body) {
            known.unchangedAt = response.isNotModified ? now() : nil
            if !response.isNotModified { known.wholeAt = now() }
            known.update(response)
            return ChannelResponse(
                stories: nil, sourceState: known.sourceState, pollingHints: known.pollingHints, movedTo: moved,
                status: response.status)
        }
        return try Self.fullResponse(response, at: address, known: known, movedTo: moved, now: now())
    }

    private static func permanentRedirect(_ response: FetchResponse, from address: WebAddress) -> WebAddress? {
        response.permanentAddress.flatMap { WebAddress($0) }.flatMap { $0 == address ? nil : $0 }
    }

    private func fetch(
        _ address: WebAddress, previous state: FeedState?
    ) async throws(SourceError) -> FetchResponse {
        let validators = state?.validators(at: now(), fullFetchInterval: fullFetchInterval)
        var request = FetchRequest(address: address.text, accept: Self.accept, validators: validators)
        request.validatorsAddress = state?.validatorsFrom
        do {
            return try await fetcher.fetch(request)
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private static func fullResponse(
        _ response: FetchResponse, at address: WebAddress, known: FeedState?, movedTo: WebAddress?, now: Date
    ) throws(FeedError) -> ChannelResponse {
        let (mapper, entries) = try parse(response, requestedAt: address)
        let identity = EntryKeyAssignment(
            entries, sharedIDs: known?.sharedIDs ?? [], idsAreUnfit: known.map { $0.idsAreUnfit ?? false })
        let (stories, diagnostics) = mapper.stories(identity)
        var state = FeedState(document: ContentHash.of(response.body), response: response, wholeAt: now)
        if mapper.feed.isLastEntryCut {
            // The same validators would return a 304 instead of the rest.
            (state.document, state.validators) = ("", HTTPValidators())
        }
        state.updateSchedule(mapper.feed)
        state.sharedIDs = identity.sharedIDs
        state.idsAreUnfit = identity.idsAreUnfit
        var metadata = mapper.metadata(response.body)
        metadata.hub = HubLinks(response.links, mapper.feed, at: mapper.documentURL)
        return ChannelResponse(
            stories: stories, metadata: metadata, sourceState: state.sourceState,
            pollingHints: state.pollingHints, movedTo: movedTo, diagnostics: diagnostics, status: response.status)
    }

    static func parse(
        _ response: FetchResponse, requestedAt address: WebAddress
    ) throws(FeedError) -> (mapper: FeedMapper, entries: [FeedEntry]) {
        // Links that are displayed, mailed and opened must not inherit the feed's password.
        let documentURL = (WebAddress(response.address) ?? address).withoutCredentials
        return try parse(
            response.body, at: documentURL, contentType: response.contentType, charset: response.charset)
    }

    /// Returns the mapper of the feed, and the entries. An entry that is cut in the middle is left out, since its half
    /// text would replace a complete one.
    /// - Throws: `FeedError` if the document is not a feed.
    static func parse(
        _ document: [UInt8], at documentURL: WebAddress, contentType: String?, charset: String?
    ) throws(FeedError) -> (mapper: FeedMapper, entries: [FeedEntry]) {
        let (feed, all) = try FeedParser.parse(
            document, address: documentURL, contentType: contentType, charset: charset,
            limits: FeedLimits(document: FetchRequest.defaultBodyLimit))
        let entries = feed.isLastEntryCut && all.count > 1 ? Array(all.dropLast()) : all
        return (FeedMapper(feed: feed, documentURL: documentURL), entries)
    }
}
