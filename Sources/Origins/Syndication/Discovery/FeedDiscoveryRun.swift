import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

struct FeedDiscoveryRun {
    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date
    private var requestsLeft: Int
    private var visited: Set<WebAddress> = []
    /// The error of a declared feed, a back-off or a sign-in page.
    private var failure: SourceError?
    /// True after a request without a response, to stop guessing.
    private var isUnresponsive = false

    private static let maxChannels = 10

    init(
        fetcher: Fetcher, discoveryCache: DiscoveryCache,
        subscribedChannel: @escaping @Sendable (WebAddress) async -> DiscoveredChannel?,
        now: @escaping @Sendable () -> Date, requestsLeft: Int
    ) {
        self.fetcher = fetcher
        self.discoveryCache = discoveryCache
        self.subscribedChannel = subscribedChannel
        self.now = now
        self.requestsLeft = requestsLeft
    }

    mutating func channels(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        let known = await previews(ofKnownFeeds: KnownSiteFeeds.feeds(for: address))
        guard known.isEmpty else { return known }
        switch try await lookUpWithFallback(at: address) {
        case .feed(let found): return [await withSiteIcon(found)]
        case .page(let page): return try await withRootIcons(channels(of: page), of: page)
        }
    }

    // MARK: The address itself

    private enum LookupResult {
        case feed(FeedPreview)
        case page(DiscoveredPage)
    }

    /// Fetches the address, and tries http if https is unreachable: https is the default for typed addresses without a
    /// scheme, but rare with a port.
    private mutating func lookUpWithFallback(at address: WebAddress) async throws(SourceError) -> LookupResult {
        do {
            return try await lookUp(at: address)
        } catch {
            guard case .unreachable = error, let httpAddress = address.withoutTLS else { throw error }
            return try await lookUp(at: httpAddress)
        }
    }

    private mutating func lookUp(at address: WebAddress, timeout: Duration = .seconds(20)) async throws(SourceError)
        -> LookupResult
    {
        visited.insert(address.withoutFragment)
        if let known = await subscribedChannel(address) { return .feed(FeedPreview(known)) }
        if let entry = discoveryCache.entry(of: address, now: now()),
            abs(now().timeIntervalSince(entry.fetchedAt)) < DiscoveryCache.freshLifetime
        {
            return .feed(FeedPreview(entry.response, of: entry.kind, requestURL: address))
        }
        requestsLeft -= 1
        var request = FetchRequest(address: address.text, accept: Self.accept, timeout: timeout)
        // A refusal may contain a sign-in form.
        request.acceptsErrorStatuses = visited.count == 1
        let response: FetchResponse
        do {
            response = try await discoveryCache.shareFetch(address) { [fetcher, request] () async throws(FetchError) in
                try await fetcher.fetch(request)
            }
        } catch {
            throw SourceError(error, site: address.host)
        }
        return try result(of: response, at: address)
    }

    private func result(of response: FetchResponse, at address: WebAddress) throws(SourceError) -> LookupResult {
        let refusal = SourceError.refusal(response.status)
        let found: ChannelResponse
        do {
            found = try SyndicationSource.preview(response, of: address, now: now())
        } catch {
            guard let page = Self.page(response, after: error, at: address) else {
                throw refusal ?? SourceError(error, site: address.host, response: response)
            }
            if let refusal { throw page.barrier == .signInNeeded ? .signInNeeded : refusal }
            return .page(page)
        }
        if let refusal { throw refusal }
        let kind = WordPressDetector.kind(ofFeed: response.body)
        discoveryCache.store(found, of: kind, at: address, now: now())
        return .feed(FeedPreview(found, of: kind, requestURL: address))
    }

    private static func page(
        _ response: FetchResponse, after error: FeedError, at address: WebAddress
    ) -> DiscoveredPage? {
        switch error {
        case .notAFeed(.webPage(_, let interstitial)):
            DiscoveredPage(response, requestURL: address, interstitial: interstitial)
        case .notAFeed where DiscoveredPage.hasHeaderFeeds(response, requestURL: address):
            DiscoveredPage(response, requestURL: address, isPage: false)
        default: nil
        }
    }

    private static let accept = "text/html, application/xhtml+xml, " + SyndicationSource.accept

    private mutating func withSiteIcon(_ found: FeedPreview) async -> DiscoveredChannel {
        guard found.channel.metadata.icon == nil, let site = found.channel.metadata.site, site != found.channel.address
        else {
            return found.channel
        }
        var channel = found.channel
        channel.metadata.icon = site.defaultIcon
        if case .page(let page) = await tryLookUp(at: site) { channel.metadata.icon = page.icon }
        return channel
    }

    /// Returns the channels with the icon of the site's front page, if the page itself names none.
    private mutating func withRootIcons(_ channels: [DiscoveredChannel], of page: DiscoveredPage) async
        -> [DiscoveredChannel]
    {
        guard page.declaresNoIcon, let root = WebAddress("/", base: page.address), !root.isSamePage(as: page.address),
            channels.contains(where: { $0.metadata.icon == page.icon }),
            case .page(let rootPage) = await tryLookUp(at: root), !rootPage.declaresNoIcon
        else { return channels }
        return channels.map { channel in
            var channel = channel
            if channel.metadata.icon == page.icon { channel.metadata.icon = rootPage.icon }
            return channel
        }
    }

    // MARK: A page

    /// Returns previews of those known feeds that exist.
    private mutating func previews(ofKnownFeeds addresses: [WebAddress]) async -> [DiscoveredChannel] {
        var channels: [DiscoveredChannel] = []
        for address in addresses {
            guard case .feed(let found) = await tryLookUp(at: address) else { continue }
            channels.append(await withSiteIcon(found))
        }
        return channels
    }

    private mutating func channels(of page: DiscoveredPage) async throws(SourceError) -> [DiscoveredChannel] {
        var found = await previews(at: page.declaredFeeds, of: page)
        if found.isEmpty { found = await previews(ofKnownFeeds: page.knownFeeds) }
        if found.isEmpty, page.linkedFeeds.isEmpty, let barrier = page.barrier { throw barrier }
        if found.isEmpty, let next = page.next {
            switch await tryLookUp(at: next) {
            case .feed(let feed)?: return [await withSiteIcon(feed)]
            case .page(let other)?:
                if let barrier = other.barrier { throw barrier }
                found = await previews(at: other.declaredFeeds, of: other)
                if found.isEmpty { found = await previews(at: Array(other.linkedFeeds.prefix(2)), of: other) }
            case nil: break
            }
        }
        if found.isEmpty { found = await previews(at: Array(page.linkedFeeds.prefix(2)), of: page) }
        if found.isEmpty { found = await guessFeeds(from: page) }
        if found.isEmpty { throw failure ?? page.noFeedError }
        return found
    }

    /// Fetches the first few candidates; offers the others as the page describes them.
    private mutating func previews(at candidates: [FeedCandidate], of page: DiscoveredPage) async -> [DiscoveredChannel]
    {
        var channels: [DiscoveredChannel] = []
        var unfetched: [DiscoveredChannel] = []
        for candidate in candidates where channels.count + unfetched.count < Self.maxChannels {
            if channels.count == FeedDiscovery.maxPreviews || requestsLeft == 0 {
                if !visited.contains(candidate.address.withoutFragment) { unfetched.append(page.channel(candidate)) }
                continue
            }
            guard
                case .feed(let found) = await tryLookUp(at: candidate.address, isDeclared: candidate.isDeclared)
            else {
                continue
            }
            let channel = page.completed(found.channel)
            if !channels.contains(where: { $0.isSameFeed(channel) }) { channels.append(channel) }
        }
        return channels.isEmpty ? [] : channels + unfetched
    }

    /// Fetches the usual feed addresses; stops at the first feed, if the site stops responding, and at a page that
    /// requires a sign-in.
    private mutating func guessFeeds(from page: DiscoveredPage) async -> [DiscoveredChannel] {
        for address in page.guessedFeeds where requestsLeft > 0 && !isUnresponsive {
            switch await tryLookUp(at: address) {
            case .feed(let found)?: return [page.completed(found.channel)]
            case .page(let other)? where other.barrier != nil:
                failure = other.barrier
                return []
            case .page?, nil: continue
            }
        }
        return []
    }

    /// Fetches an address; returns nil instead of throwing. Only a back-off ends the discovery.
    private mutating func tryLookUp(at address: WebAddress, isDeclared: Bool = false) async -> LookupResult? {
        guard requestsLeft > 0, !visited.contains(address.withoutFragment) else { return nil }
        do {
            return try await lookUp(at: address, timeout: .seconds(10))
        } catch {
            if isDeclared { failure = error }
            if case .busy = error { (failure, requestsLeft) = (error, 0) }
            if case .unreachable = error { isUnresponsive = true }
            return nil
        }
    }
}

struct FeedPreview {
    let channel: DiscoveredChannel

    init(_ channel: DiscoveredChannel) { self.channel = channel }

    /// Creates a preview that keeps the requested address; a permanent redirect is followed only when seen again.
    init(_ response: ChannelResponse, of kind: SourceKind = .feed, requestURL: WebAddress) {
        let stories = response.stories ?? []
        let dated = stories.enumerated().sorted { one, other in
            let (first, second) = (one.element.publishedAt, other.element.publishedAt)
            return first == second ? one.offset < other.offset : (first ?? .distantPast) > (second ?? .distantPast)
        }
        channel = DiscoveredChannel(
            kind: kind, address: requestURL, metadata: response.metadata ?? ChannelMetadata(),
            preview: dated.prefix(3).map(\.element), storyCount: stories.count,
            newestAt: stories.lazy.compactMap(\.publishedAt).max())
    }
}

extension DiscoveredChannel {
    /// Returns true if the channels have the same address, or the same title and stories, as in another format of the
    /// feed.
    fileprivate func isSameFeed(_ other: DiscoveredChannel) -> Bool {
        address == other.address
            || !preview.isEmpty && metadata.title == other.metadata.title
                && preview.map(\.title) == other.preview.map(\.title)
    }
}

extension WebAddress {
    /// The http address; nil unless the address is https with an explicit port.
    fileprivate var withoutTLS: WebAddress? {
        guard isSecure, port != 443 else { return nil }
        return WebAddress("http" + text.dropFirst(5))
    }

    var defaultIcon: WebAddress? { WebAddress("/favicon.ico", base: self) }
}
