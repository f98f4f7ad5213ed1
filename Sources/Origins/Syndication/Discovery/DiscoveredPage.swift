import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

/// A web page that discovery has fetched.
struct DiscoveredPage {
    private let details: DocumentMetadata
    /// The feeds in `Link` headers (RFC 8288).
    private let headerFeeds: [FeedReference]
    private let isWordPress: Bool
    /// The page's address after redirects.
    let address: WebAddress
    /// The error if the page bars access to the whole site; nil otherwise.
    let barrier: SourceError?

    /// - Parameter isPage: false for a document that is not a web page but whose header may name feeds.
    init(
        _ response: FetchResponse, requestURL: WebAddress, isPage: Bool = true, interstitial: InterstitialKind? = nil
    ) {
        address = WebAddress(response.address) ?? requestURL
        headerFeeds = Self.feeds(in: response.links, at: address)
        let html = isPage ? DocumentDecoder.decoded(response.body, charset: response.charset) : ""
        details = DocumentMetadata.read(html, address: address)
        isWordPress = WordPressDetector.isWordPress(response, html: html)
        barrier = Self.barrier(html, at: address, title: details.title, interstitial: interstitial)
    }

    /// Returns the error if every further request would return the same page; nil for ordinary pages. Words alone do not
    /// suffice: an ordinary page may contain a sign-in form, but is longer.
    /// - Parameter interstitial: the kind detected from the page's title, heading or markers.
    private static func barrier(
        _ html: String, at address: WebAddress, title: String?, interstitial: InterstitialKind?
    ) -> SourceError? {
        if InterstitialDetector.isSignIn(address) { return .signInNeeded }
        guard html.utf8.count < maxBarrierBytes else { return nil }
        let text = InterstitialDetector.text(of: html)
        guard text.count < InterstitialDetector.maximumLength else { return nil }
        let words = InterstitialDetector.excerpt(of: text)
        let barring = interstitial.flatMap { barringKinds.contains($0) ? $0 : nil }
        switch barring ?? InterstitialDetector.siteKind(html, title: title, text: text) {
        case nil: return nil
        case .signIn?: return .signInNeeded
        case .comingSoon?:
            return .unreadable(FailureCause(.notPublicYet(words ?? title ?? "Coming soon"), at: address.host))
        case let kind?: return .unreadable(FailureCause(.notAFeed(.interstitial(kind), words: words), at: address.host))
        }
    }

    private static let maxBarrierBytes = 256 << 10
    private static let barringKinds: Set<InterstitialKind> = [.signIn, .robotCheck, .captivePortal, .forbidden]

    /// The feeds in the page's head and in the header, best first.
    var declaredFeeds: [FeedCandidate] { FeedCandidate.ranked(declared: details.feeds + headerFeeds) }

    private static func feeds(in header: LinkHeader, at address: WebAddress) -> [FeedReference] {
        header.links.prefix(maxHeaderLinks).compactMap { link in
            let value = { (name: String) in link.parameters.first { $0.name == name }?.value }
            let type = FeedLinkType(value("type") ?? "")
            let isFeed = link.relations.contains("alternate") && type.isFeed || link.relations.contains("feed")
            guard isFeed, (link.anchor ?? "").isEmpty,
                let target = WebAddress(FeedScheme.stripped(link.target) ?? link.target, base: address)
            else { return nil }
            return FeedReference(address: target, title: value("title"), type: type.essence)
        }
    }

    private static let maxHeaderLinks = 100

    /// Returns true if the header of a document that is not a web page names feeds.
    static func hasHeaderFeeds(_ response: FetchResponse, requestURL: WebAddress) -> Bool {
        !feeds(in: response.links, at: WebAddress(response.address) ?? requestURL).isEmpty
    }

    /// The feed-like links in the body, best first.
    var linkedFeeds: [FeedCandidate] { FeedCandidate.ranked(linked: details.bodyLinks, from: address) }

    /// The refresh target, or the canonical page on the same site; nil if there is neither.
    var next: WebAddress? {
        let next = details.refreshAddress ?? details.canonical
        guard let next, !next.isSamePage(as: address) else { return nil }
        return details.refreshAddress != nil || next.host == address.host ? next : nil
    }

    /// The usual feed addresses in the page's folder, then at the root.
    var guessedFeeds: [WebAddress] {
        let hasFolder = address.path.dropFirst().contains("/")
        let names = (hasFolder ? Self.commonFeedPaths : []) + Self.commonFeedPaths.map { "/" + $0 }
        return names.compactMap { WebAddress($0, base: address) }
    }

    /// The usual paths of feeds, most common first.
    private static let commonFeedPaths = [
        "feed/", "index.xml", "feed.xml", "rss.xml", "atom.xml", "rss/", "index.rss", "feed.atom", "rss/feed.xml",
    ]

    /// The feeds of a known site, such as the channel that a YouTube handle's page names.
    var knownFeeds: [WebAddress] { KnownSiteFeeds.feeds(ofPageAt: address, canonical: details.canonical) }

    var declaresNoIcon: Bool { SiteIconSelector.best(of: details.icons) == nil }

    /// The site's icon; `/favicon.ico` if the page names none.
    var icon: WebAddress? { SiteIconSelector.best(of: details.icons) ?? address.defaultIcon }

    /// Returns the channel with missing metadata filled in from the page.
    func completed(_ channel: DiscoveredChannel) -> DiscoveredChannel {
        var channel = channel
        channel.kind = kind(of: channel)
        channel.metadata.title = channel.metadata.title ?? siteTitle
        channel.metadata.site = channel.metadata.site ?? address
        channel.metadata.description = channel.metadata.description ?? details.description
        channel.metadata.icon = channel.metadata.icon ?? icon
        return channel
    }

    /// Returns the channel for a feed that is not fetched, as the page describes it.
    func channel(_ candidate: FeedCandidate) -> DiscoveredChannel {
        let metadata = ChannelMetadata(
            title: candidate.title ?? siteTitle, site: address, description: details.description, icon: icon,
            format: candidate.format)
        let channel = DiscoveredChannel(kind: .feed, address: candidate.address, metadata: metadata)
        return DiscoveredChannel(kind: kind(of: channel), address: candidate.address, metadata: metadata)
    }

    /// Returns the source kind of a channel. Story feeds of WordPress sites may lack a generator. Feeds on other hosts
    /// may be of any kind; comment feeds have no discussions.
    private func kind(of channel: DiscoveredChannel) -> SourceKind {
        guard isWordPress, channel.address.bareHost == address.bareHost, channel.address.port == address.port,
            !WordPressDetector.isCommentFeed(channel)
        else { return channel.kind }
        return .wordPress
    }

    var noFeedError: SourceError { .unreadable(FailureCause(.noFeedFound, at: address.host)) }

    private var siteTitle: String? { details.siteName ?? details.title }
}

enum SiteIconSelector {
    /// The preferred size in pixels, which suffices for high-density phones.
    private static let preferredSize = 144

    /// Returns the smallest icon that is large enough, else the largest. SVG icons are skipped, since Tidings never
    /// renders SVG.
    static func best(of icons: [IconReference]) -> WebAddress? {
        let drawable = icons.filter { !$0.address.path.lowercased().hasSuffix(".svg") }
        let sized = drawable.map { (address: $0.address, size: size(of: $0)) }
        let enough = sized.filter { $0.size >= preferredSize }.min { $0.size < $1.size }
        return (enough ?? sized.max { $0.size < $1.size })?.address
    }

    /// Returns the size in pixels; 180 for home screen icons that declare none, and 32 for others.
    private static func size(of icon: IconReference) -> Int {
        if let size = icon.size { return size }
        return icon.rel.contains("apple-touch-icon") || icon.rel.contains("fluid-icon") ? 180 : 32
    }
}
