import Feeds
import Fetching
import Foundation
import Markup
import News

/// State of one discovery: the remaining requests, and failures so far.
struct FeedDiscoveryRun {
    private let fetcher: Fetcher
    private let discoveryCache: DiscoveryCache
    /// The stored channel of a feed already subscribed to.
    private let subscribedChannel: @Sendable (WebAddress) async -> DiscoveredChannel?
    private let now: @Sendable () -> Date
    private var requestsLeft: Int
    private var visited: Set<WebAddress> = []
    /// The last failure of an address that a page named as a feed.
    private var failure: SourceError?
    /// Set after a request without a response: more guesses would only take time.
    private var isUnresponsive = false

    /// Further feeds are not offered.
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
        let known = await previews(atKnown: KnownSiteFeeds.feeds(for: address))
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

    /// An address with a port rarely means https, which is the default for a missing scheme, so http is tried too.
    private mutating func lookUpWithFallback(at address: WebAddress) async throws(SourceError) -> LookupResult {
        do {
            return try await lookUp(at: address)
        } catch {
            guard case .unreachable = error, let plain = address.withoutTLS else { throw error }
            return try await lookUp(at: plain)
        }
    }

    private mutating func lookUp(at address: WebAddress, wait: Duration = .seconds(20)) async throws(SourceError)
        -> LookupResult
    {
        visited.insert(address.withoutFragment)
        if let known = await subscribedChannel(address) { return .feed(FeedPreview(known)) }
        if let entry = await discoveryCache.entry(of: address, now: now()),
            now().timeIntervalSince(entry.at) < DiscoveryCache.freshLifetime
        {
            return .feed(FeedPreview(entry.response, of: entry.kind, askedAt: address))
        }
        requestsLeft -= 1
        let request = FetchRequest(address: address.text, accept: Self.accept, timeout: wait)
        let response: FetchResponse
        do {
            response = try await discoveryCache.shareFetch(address) { [fetcher] in
                do throws(FetchError) { return .success(try await fetcher.fetch(request)) } catch {
                    return .failure(error)
                }
            }.get()
        } catch {
            throw SourceError(error, site: address.host)
        }
        do {
            let found = try SyndicationSource.preview(response, of: address, now: now())
            let kind = WordPressDetector.kind(ofFeed: response.body)
            await discoveryCache.store(found, of: kind, at: address, now: now())
            return .feed(FeedPreview(found, of: kind, askedAt: address))
        } catch {
            guard case .notAFeed(.webPage) = error else { throw SourceError(error, site: address.host) }
            return .page(DiscoveredPage(response, askedAt: address))
        }
    }

    private static let accept = "text/html, application/xhtml+xml, " + SyndicationSource.accept

    /// A feed without an icon takes that of its site.
    private mutating func withSiteIcon(_ found: FeedPreview) async -> DiscoveredChannel {
        guard found.channel.metadata.icon == nil, let site = found.channel.metadata.site, site != found.channel.address
        else {
            return found.channel
        }
        var channel = found.channel
        channel.metadata.icon = site.defaultIcon
        if case .page(let page) = await tryLookUp(lookingAt: site) { channel.metadata.icon = page.icon }
        return channel
    }

    /// Often only a site's front page names its icon.
    private mutating func withRootIcons(_ channels: [DiscoveredChannel], of page: DiscoveredPage) async
        -> [DiscoveredChannel]
    {
        guard page.declaresNoIcon, let root = WebAddress("/", base: page.address), !root.isSamePage(as: page.address),
            channels.contains(where: { $0.metadata.icon == page.icon }),
            case .page(let front) = await tryLookUp(lookingAt: root), !front.declaresNoIcon
        else { return channels }
        return channels.map { channel in
            var channel = channel
            if channel.metadata.icon == page.icon { channel.metadata.icon = front.icon }
            return channel
        }
    }

    // MARK: A page

    /// The feeds of a known site; none if the first of them does not exist.
    private mutating func previews(atKnown addresses: [WebAddress]) async -> [DiscoveredChannel] {
        var channels: [DiscoveredChannel] = []
        for address in addresses {
            guard case .feed(let found) = await tryLookUp(lookingAt: address) else { continue }
            channels.append(await withSiteIcon(found))
        }
        return channels
    }

    private mutating func channels(of page: DiscoveredPage) async throws(SourceError) -> [DiscoveredChannel] {
        var found = await previews(at: page.declaredFeeds, of: page)
        if found.isEmpty { found = await previews(atKnown: page.knownFeeds) }
        if found.isEmpty, let next = page.next, case .page(let other) = await tryLookUp(lookingAt: next) {
            found = await previews(at: other.declaredFeeds, of: other)
            if found.isEmpty { found = await previews(at: Array(other.linkedFeeds.prefix(2)), of: other) }
        }
        if found.isEmpty { found = await previews(at: Array(page.linkedFeeds.prefix(2)), of: page) }
        if found.isEmpty { found = await guessFeeds(from: page) }
        if found.isEmpty { throw failure ?? page.noFeedError }
        return found
    }

    /// Fetches the first few candidates; the rest is offered as the page names them.
    private mutating func previews(at candidates: [FeedCandidate], of page: DiscoveredPage) async -> [DiscoveredChannel]
    {
        var channels: [DiscoveredChannel] = []
        var unseen: [DiscoveredChannel] = []
        for candidate in candidates where channels.count + unseen.count < Self.maxChannels {
            if channels.count == FeedDiscovery.maxPreviews || requestsLeft == 0 {
                if !visited.contains(candidate.address.withoutFragment) { unseen.append(page.channel(candidate)) }
                continue
            }
            guard
                case .feed(let found) = await tryLookUp(lookingAt: candidate.address, isDeclared: candidate.isDeclared)
            else {
                continue
            }
            let channel = page.completed(found.channel)
            if !channels.contains(where: { $0.isSameFeed(channel) }) { channels.append(channel) }
        }
        return channels.isEmpty ? [] : channels + unseen
    }

    /// Tries the usual places until one is a feed or the site stops responding.
    private mutating func guessFeeds(from page: DiscoveredPage) async -> [DiscoveredChannel] {
        for address in page.guessedFeeds where requestsLeft > 0 && !isUnresponsive {
            if case .feed(let found) = await tryLookUp(lookingAt: address) { return [page.completed(found.channel)] }
        }
        return []
    }

    /// Fetches a candidate without failing; only a back-off ends the discovery.
    private mutating func tryLookUp(lookingAt address: WebAddress, isDeclared: Bool = false) async -> LookupResult? {
        guard requestsLeft > 0, !visited.contains(address.withoutFragment) else { return nil }
        do {
            return try await lookUp(at: address, wait: .seconds(10))
        } catch {
            if isDeclared { failure = error }
            if case .busy = error { (failure, requestsLeft) = (error, 0) }
            if case .unreachable = error { isUnresponsive = true }
            return nil
        }
    }
}

/// A fetched and parsed feed, as a channel to follow.
struct FeedPreview {
    let channel: DiscoveredChannel

    init(_ channel: DiscoveredChannel) { self.channel = channel }

    /// The address stays the requested one; a permanent redirect is only followed when it is seen again.
    init(_ response: ChannelResponse, of kind: SourceKind = .feed, askedAt address: WebAddress) {
        let stories = response.stories ?? []
        let dated = stories.enumerated().sorted { one, other in
            let (first, second) = (one.element.publishedAt, other.element.publishedAt)
            return first == second ? one.offset < other.offset : (first ?? .distantPast) > (second ?? .distantPast)
        }
        channel = DiscoveredChannel(
            kind: kind, address: address, metadata: response.metadata ?? ChannelMetadata(),
            preview: dated.prefix(3).map(\.element), storyCount: stories.count,
            newestAt: stories.lazy.compactMap(\.publishedAt).max())
    }
}

extension DiscoveredChannel {
    /// Whether both are one feed in two formats.
    fileprivate func isSameFeed(_ other: DiscoveredChannel) -> Bool {
        address == other.address
            || !preview.isEmpty && metadata.title == other.metadata.title
                && preview.map(\.title) == other.preview.map(\.title)
    }
}

extension WebAddress {
    /// The same address over http, for an https address with an explicit port; nil for others.
    fileprivate var withoutTLS: WebAddress? {
        guard isSecure, port != 443 else { return nil }
        return WebAddress("http" + text.dropFirst(5))
    }

    /// Where browsers look for an icon that no page names.
    var defaultIcon: WebAddress? { WebAddress("/favicon.ico", base: self) }
}
