import Feeds
import Fetching
import Foundation
import Markup
import News

/// A web page read during feed discovery: the feeds it names, and what it says of itself.
struct DiscoveredPage {
    private let facts: PageDetails
    /// Whether the page says that it is made with WordPress.
    private let isWordPress: Bool
    /// After redirects.
    let address: WebAddress

    init(_ response: FetchResponse, askedAt asked: WebAddress) {
        address = WebAddress(response.address) ?? asked
        let html = DocumentText.decoded(response.body, charset: response.charset)
        facts = PageDetails.read(html, address: address)
        isWordPress = WordPressDetector.isWordPress(response, html: html)
    }

    /// The feeds named in the head, best first.
    var declaredFeeds: [FeedCandidate] { FeedCandidate.ranked(named: facts.feeds) }

    /// Links in the body that look like feeds, best first.
    var linkedFeeds: [FeedCandidate] { FeedCandidate.ranked(linked: facts.bodyLinks, from: address) }

    /// Another page to look at: the target of a refresh, or the canonical page on the same site.
    var next: WebAddress? {
        let next = facts.refreshAddress ?? facts.canonical
        guard let next, !next.isSamePage(as: address) else { return nil }
        return facts.refreshAddress != nil || next.host == address.host ? next : nil
    }

    /// The usual places of feeds: in the page's folder, then at the root.
    var guessedFeeds: [WebAddress] {
        let hasFolder = address.path.dropFirst().contains("/")
        let names = (hasFolder ? Self.commonFeedPaths : []) + Self.commonFeedPaths.map { "/" + $0 }
        return names.compactMap { WebAddress($0, base: address) }
    }

    /// Most common first.
    private static let commonFeedPaths = [
        "feed/", "index.xml", "feed.xml", "rss.xml", "atom.xml", "rss/", "index.rss", "feed.atom", "rss/feed.xml",
    ]

    /// Feeds of the canonical page by `KnownSiteFeeds`: the page of a YouTube handle names its channel.
    var knownFeeds: [WebAddress] { KnownSiteFeeds.feeds(ofPageAt: address, canonical: facts.canonical) }

    /// Whether the icon has to be guessed.
    var declaresNoIcon: Bool { SiteIconSelector.best(of: facts.icons) == nil }

    /// The named icon, else `/favicon.ico`.
    var icon: WebAddress? { SiteIconSelector.best(of: facts.icons) ?? address.defaultIcon }

    /// Fills a found feed's missing metadata from the page.
    func completed(_ channel: DiscoveredChannel) -> DiscoveredChannel {
        var channel = channel
        channel.kind = kind(of: channel)
        channel.metadata.title = channel.metadata.title ?? siteTitle
        channel.metadata.site = channel.metadata.site ?? address
        channel.metadata.about = channel.metadata.about ?? facts.description
        channel.metadata.icon = channel.metadata.icon ?? icon
        return channel
    }

    /// A feed that was not fetched, as the page names it.
    func channel(_ candidate: FeedCandidate) -> DiscoveredChannel {
        let facts = ChannelMetadata(
            title: candidate.title ?? siteTitle, site: address, about: self.facts.description,
            language: self.facts.language, icon: icon, format: candidate.format)
        let channel = DiscoveredChannel(kind: .feed, address: candidate.address, metadata: facts)
        return DiscoveredChannel(kind: kind(of: channel), address: candidate.address, metadata: facts)
    }

    /// A story feed on a WordPress site is of kind WordPress even without a generator. Feeds on other hosts may be made
    /// by anything, and a comment feed has no discussions.
    private func kind(of channel: DiscoveredChannel) -> SourceKind {
        guard isWordPress, channel.address.bareHost == address.bareHost, channel.address.port == address.port,
            !WordPressDetector.isCommentFeed(channel)
        else { return channel.kind }
        return .wordPress
    }

    /// The error for a page without a feed.
    var noFeedError: SourceError {
        .unreadable(
            why: "\(address.host) has a web page here that names no feed, and none was found at the usual places.")
    }

    private var siteTitle: String? { facts.siteName ?? facts.title }
}

/// Chooses among a page's icons.
enum SiteIconSelector {
    /// In pixels: enough for a high-density phone screen; larger icons cost more and show no more.
    private static let preferredSize = 144

    /// The smallest icon that is large enough, else the largest. SVG is skipped: Tidings never renders it.
    static func best(of icons: [IconReference]) -> WebAddress? {
        let drawable = icons.filter { !$0.address.path.lowercased().hasSuffix(".svg") }
        let sized = drawable.map { (address: $0.address, size: size(of: $0)) }
        let enough = sized.filter { $0.size >= preferredSize }.min { $0.size < $1.size }
        return (enough ?? sized.max { $0.size < $1.size })?.address
    }

    /// 180 pixels for home screen icons, 32 for others, unless declared.
    private static func size(of icon: IconReference) -> Int {
        if let size = icon.size { return size }
        return icon.rel.contains("apple-touch-icon") || icon.rel.contains("fluid-icon") ? 180 : 32
    }
}
