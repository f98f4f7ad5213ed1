import Feeds
public import Fetching
public import Foundation
import Markup
public import News

/// RSS, RDF, Atom and JSON Feed as a source: one channel is one feed document.
///
/// What it remembers between two questions: the validators of the last answer (replaced by every whole answer, also
/// when its bytes are the same), a fingerprint of the document, and when the document itself last came. After
/// `patience` of nothing but "unchanged" it asks for the whole once, since some servers say so to everything.
public struct SyndicationSource: Source {
    /// How long an origin may answer 304 before it is asked for the whole document, unless configured: eight days.
    public static let patience = Duration.seconds(8 * 86_400)

    /// The value of `Accept`: feeds before other XML and JSON, and everything rather than nothing.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.5"

    private let fetcher: Fetcher
    private let patience: Duration
    private let discoveryCache: DiscoveryCache
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - patience: see the type's.
    ///   - discoveryCache: what discovery has read lately.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(
        fetcher: Fetcher, patience: Duration = Self.patience, discoveryCache: DiscoveryCache = DiscoveryCache(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.patience = patience
        self.discoveryCache = discoveryCache
        self.now = now
    }

    /// Asks for the feed once and reads it. `stories` is nil when the origin says that nothing has changed, or when
    /// its document is byte for byte the one that was read before. The first answer may be the one that discovery was
    /// given a moment ago.
    ///
    /// - Throws: `SourceError`; sentences name the origin's host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        guard channel.sourceState == nil, let taste = await discoveryCache.takeEntry(channel.address, now: now()) else {
            return try await fetchChannel(channel.address, previous: FeedState(channel.sourceState))
        }
        return try await response(to: channel.address, after: taste)
    }

    /// What a feed is made of, for discovery: read like any answer, and kept for whoever follows it.
    static func preview(_ answer: FetchResponse, of address: WebAddress, now: Date) throws(FeedError) -> ChannelResponse
    {
        try fullResponse(answer, at: address, known: nil, movedTo: permanentRedirect(answer, from: address), now: now)
    }

    private func response(
        to address: WebAddress, after taste: DiscoveryCache.Entry
    ) async throws(SourceError) -> ChannelResponse {
        var first = taste.response
        if now().timeIntervalSince(taste.at) < DiscoveryCache.freshLifetime { return first }
        let later = try await fetchChannel(address, previous: FeedState(first.sourceState))
        guard later.stories == nil else { return later }
        (first.sourceState, first.pollingHints, first.movedTo) = (later.sourceState, later.pollingHints, later.movedTo)
        first.status = later.status
        return first
    }

    private func fetchChannel(
        _ address: WebAddress, previous known: FeedState?
    ) async throws(SourceError) -> ChannelResponse {
        let answer = try await fetch(address, previous: known)
        let moved = Self.permanentRedirect(answer, from: address)
        // An answer with other bytes under the same entity tag is read: the bytes are here, and the tag may be a slip.
        if var known, answer.isNotModified || known.document == ContentHash.of(answer.body) {
            known.unchangedAt = answer.isNotModified ? now() : nil
            if !answer.isNotModified { known.wholeAt = now() }
            known.update(answer)
            return ChannelResponse(
                stories: nil, sourceState: known.sourceState, pollingHints: known.pollingHints, movedTo: moved,
                status: answer.status)
        }
        do {
            return try Self.fullResponse(answer, at: address, known: known, movedTo: moved, now: now())
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private static func permanentRedirect(_ answer: FetchResponse, from address: WebAddress) -> WebAddress? {
        answer.permanentAddress.flatMap { WebAddress($0) }.flatMap { $0 == address ? nil : $0 }
    }

    /// A feed often gives only the beginning; the rest stands on the story's page.
    public var fullText: FullTextCapability? {
        let pages = ArticleFetcher(fetcher: fetcher)
        return FullTextCapability { (address) async throws(SourceError) in try await pages.story(at: address) }
    }

    private func fetch(
        _ address: WebAddress, previous memory: FeedState?
    ) async throws(SourceError) -> FetchResponse {
        let validators = memory?.validators(at: now(), patience: patience)
        var request = FetchRequest(address: address.text, accept: Self.accept, validators: validators)
        request.validatorsAddress = memory?.validatorsFrom
        do {
            return try await fetcher.fetch(request)
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private static func fullResponse(
        _ answer: FetchResponse, at address: WebAddress, known: FeedState?, movedTo: WebAddress?, now: Date
    ) throws(FeedError) -> ChannelResponse {
        let document = try FeedDocument(
            answer, askedAt: address, sharedIDs: known?.sharedIDs ?? [],
            idsAreUnfit: known.map { $0.idsAreUnfit ?? false })
        var memory = FeedState(document: ContentHash.of(answer.body), answer: answer, wholeAt: now)
        memory.updateSchedule(document.feed)
        memory.sharedIDs = document.sharedIDs
        memory.idsAreUnfit = document.idsAreUnfit
        return ChannelResponse(
            stories: document.stories, metadata: document.facts, sourceState: memory.sourceState,
            pollingHints: memory.pollingHints, movedTo: movedTo,
            diagnostics: document.diagnostics, status: answer.status)
    }
}
