import Feeds
import Fetching
import Foundation
import Markup
import News

/// One discovery under way: what may still be asked, and what went wrong on the way.
struct FeedSearch {
    private let fetcher: Fetcher
    private let tastings: Tastings
    /// What the house has already of a feed at an address.
    private let house: @Sendable (WebAddress) async -> FoundChannel?
    private let now: @Sendable () -> Date
    private var requestsLeft: Int
    private var asked: Set<WebAddress> = []
    /// The last failure at an address that a page named as a feed.
    private var failure: SourceError?
    /// The site has left a question unanswered: more guesses would only make a person wait.
    private var isSilent = false

    /// Feeds beyond this number are not offered.
    private static let mostChannels = 10

    init(
        fetcher: Fetcher, tastings: Tastings, house: @escaping @Sendable (WebAddress) async -> FoundChannel?,
        now: @escaping @Sendable () -> Date, requestsLeft: Int
    ) {
        self.fetcher = fetcher
        self.tastings = tastings
        self.house = house
        self.now = now
        self.requestsLeft = requestsLeft
    }

    mutating func channels(at address: WebAddress) async throws(SourceError) -> [FoundChannel] {
        let known = await looked(atKnown: KnownSites.feeds(for: address))
        guard known.isEmpty else { return known }
        switch try await first(at: address) {
        case .feed(let found): return [await withSiteIcon(found)]
        case .page(let page): return try await withRootIcons(channels(of: page), of: page)
        }
    }

    // MARK: The address itself

    private enum Finding {
        case feed(LookedAt)
        case page(FoundPage)
    }

    /// Who types an address with a port rarely means https there, which is what a missing scheme is taken for.
    private mutating func first(at address: WebAddress) async throws(SourceError) -> Finding {
        do {
            return try await look(at: address)
        } catch {
            guard case .unreachable = error, let plain = address.withoutSecurity else { throw error }
            return try await look(at: plain)
        }
    }

    private mutating func look(at address: WebAddress, wait: Duration = .seconds(20)) async throws(SourceError)
        -> Finding
    {
        asked.insert(address.withoutFragment)
        if let known = await house(address) { return .feed(LookedAt(known)) }
        if let taste = await tastings.taste(of: address, now: now()),
            now().timeIntervalSince(taste.at) < Tastings.isHot
        {
            return .feed(LookedAt(taste.answer, of: taste.kind, askedAt: address))
        }
        requestsLeft -= 1
        let request = FetchRequest(address: address.text, accept: Self.accept, timeout: wait)
        let answer: FetchAnswer
        do {
            answer = try await tastings.ask(address) { [fetcher] in
                do throws(FetchError) { return .success(try await fetcher.fetch(request)) } catch {
                    return .failure(error)
                }
            }.get()
        } catch {
            throw SourceError(error, site: address.host)
        }
        do {
            let found = try SyndicationSource.taste(answer, of: address, now: now())
            let kind = WordPressEvidence.kind(ofFeed: answer.body)
            await tastings.keep(found, of: kind, at: address, now: now())
            return .feed(LookedAt(found, of: kind, askedAt: address))
        } catch {
            guard case .notAFeed(.webPage) = error else { throw SourceError(error, site: address.host) }
            return .page(FoundPage(answer, askedAt: address))
        }
    }

    private static let accept = "text/html, application/xhtml+xml, " + SyndicationSource.accept

    /// A feed without a picture of its own borrows its site's.
    private mutating func withSiteIcon(_ found: LookedAt) async -> FoundChannel {
        guard found.channel.facts.icon == nil, let site = found.channel.facts.site, site != found.channel.address else {
            return found.channel
        }
        var channel = found.channel
        channel.facts.icon = site.usualIcon
        if case .page(let page) = await quietly(lookingAt: site) { channel.facts.icon = page.icon }
        return channel
    }

    /// A site's icon is often named by its front page alone.
    private mutating func withRootIcons(_ channels: [FoundChannel], of page: FoundPage) async -> [FoundChannel] {
        guard page.namesNoIcon, let root = WebAddress("/", base: page.address), !root.isSamePage(as: page.address),
            channels.contains(where: { $0.facts.icon == page.icon }),
            case .page(let front) = await quietly(lookingAt: root), !front.namesNoIcon
        else { return channels }
        return channels.map { channel in
            var channel = channel
            if channel.facts.icon == page.icon { channel.facts.icon = front.icon }
            return channel
        }
    }

    // MARK: A page

    /// Feeds that a rule knows of; none when the first of them is not there.
    private mutating func looked(atKnown addresses: [WebAddress]) async -> [FoundChannel] {
        var channels: [FoundChannel] = []
        for address in addresses {
            guard case .feed(let found) = await quietly(lookingAt: address) else { continue }
            channels.append(await withSiteIcon(found))
        }
        return channels
    }

    private mutating func channels(of page: FoundPage) async throws(SourceError) -> [FoundChannel] {
        var found = await looked(at: page.namedFeeds, of: page)
        if found.isEmpty { found = await looked(atKnown: page.knownFeeds) }
        if found.isEmpty, let next = page.next, case .page(let other) = await quietly(lookingAt: next) {
            found = await looked(at: other.namedFeeds, of: other)
            if found.isEmpty { found = await looked(at: Array(other.linkedFeeds.prefix(2)), of: other) }
        }
        if found.isEmpty { found = await looked(at: Array(page.linkedFeeds.prefix(2)), of: page) }
        if found.isEmpty { found = await guessed(from: page) }
        if found.isEmpty { throw failure ?? page.nothingFound }
        return found
    }

    /// The first few candidates looked at; the rest as the page names them.
    private mutating func looked(at candidates: [FeedCandidate], of page: FoundPage) async -> [FoundChannel] {
        var channels: [FoundChannel] = []
        var unseen: [FoundChannel] = []
        for candidate in candidates where channels.count + unseen.count < Self.mostChannels {
            if channels.count == FeedDiscovery.mostPreviews || requestsLeft == 0 {
                if !asked.contains(candidate.address.withoutFragment) { unseen.append(page.channel(candidate)) }
                continue
            }
            guard case .feed(let found) = await quietly(lookingAt: candidate.address, isNamed: candidate.isNamed) else {
                continue
            }
            let channel = page.dressed(found.channel)
            if !channels.contains(where: { $0.isSameAs(channel) }) { channels.append(channel) }
        }
        return channels.isEmpty ? [] : channels + unseen
    }

    /// The usual places, until one of them is a feed, or the site does not answer any more.
    private mutating func guessed(from page: FoundPage) async -> [FoundChannel] {
        for address in page.usualPlaces where requestsLeft > 0 && !isSilent {
            if case .feed(let found) = await quietly(lookingAt: address) { return [page.dressed(found.channel)] }
        }
        return []
    }

    /// Looks without failing: one bad candidate is no reason to give up. Who asked to be left alone is, though.
    private mutating func quietly(lookingAt address: WebAddress, isNamed: Bool = false) async -> Finding? {
        guard requestsLeft > 0, !asked.contains(address.withoutFragment) else { return nil }
        do {
            return try await look(at: address, wait: .seconds(10))
        } catch {
            if isNamed { failure = error }
            if case .busy = error { (failure, requestsLeft) = (error, 0) }
            if case .unreachable = error { isSilent = true }
            return nil
        }
    }
}

/// A feed that was fetched and read, as a channel to follow.
struct LookedAt {
    let channel: FoundChannel

    init(_ channel: FoundChannel) { self.channel = channel }

    /// The address stays the one that was asked: a permanent move is believed when it is seen again.
    init(_ answer: ChannelAnswer, of kind: SourceKind = .feed, askedAt address: WebAddress) {
        let stories = answer.stories ?? []
        let dated = stories.enumerated().sorted { one, other in
            let (first, second) = (one.element.publishedAt, other.element.publishedAt)
            return first == second ? one.offset < other.offset : (first ?? .distantPast) > (second ?? .distantPast)
        }
        channel = FoundChannel(
            kind: kind, address: address, facts: answer.facts ?? ChannelFacts(),
            preview: dated.prefix(3).map(\.element), count: stories.count,
            newestAt: stories.lazy.compactMap(\.publishedAt).max())
    }
}

extension FoundChannel {
    /// Whether both are the same feed in two formats.
    fileprivate func isSameAs(_ other: FoundChannel) -> Bool {
        address == other.address
            || !preview.isEmpty && facts.title == other.facts.title
                && preview.map(\.title) == other.preview.map(\.title)
    }
}

extension WebAddress {
    /// The same over http, for an https address with a port of its own; nil for all others.
    fileprivate var withoutSecurity: WebAddress? {
        guard isSecure, port != 443 else { return nil }
        return WebAddress("http" + text.dropFirst(5))
    }

    /// Where browsers look for an icon that no page names.
    var usualIcon: WebAddress? { WebAddress("/favicon.ico", base: self) }
}
