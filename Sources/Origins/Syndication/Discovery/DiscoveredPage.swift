import Feeds
import Fetching
import Foundation
import Markup
import News

/// A web page met on the search for feeds: what it names, and what it looks like.
struct DiscoveredPage {
    private let facts: PageDetails
    /// Whether it says that it is made with WordPress.
    private let isWordPress: Bool
    /// Where the page was found, after redirects.
    let address: WebAddress

    init(_ response: FetchResponse, askedAt asked: WebAddress) {
        address = WebAddress(response.address) ?? asked
        let html = DocumentText.decoded(response.body, charset: response.charset)
        facts = PageDetails.read(html, address: address)
        isWordPress = WordPressDetector.isWordPress(response, html: html)
    }

    /// The feeds its head names, best first.
    var declaredFeeds: [FeedCandidate] { FeedCandidate.ranked(named: facts.feeds) }

    /// Links of its body that look like feeds, best first.
    var linkedFeeds: [FeedCandidate] { FeedCandidate.ranked(linked: facts.bodyLinks, from: address) }

    /// Another page to look at, when this one only leads there or says that the real one is elsewhere on its site.
    var next: WebAddress? {
        let next = facts.refreshAddress ?? facts.canonical
        guard let next, !next.isSamePage(as: address) else { return nil }
        return facts.refreshAddress != nil || next.host == address.host ? next : nil
    }

    /// Where sites usually have their feed: in the page's folder first, then at the root.
    var guessedFeeds: [WebAddress] {
        let hasFolder = address.path.dropFirst().contains("/")
        let names = (hasFolder ? Self.commonFeedPaths : []) + Self.commonFeedPaths.map { "/" + $0 }
        return names.compactMap { WebAddress($0, base: address) }
    }

    /// The commonest first.
    private static let commonFeedPaths = [
        "feed/", "index.xml", "feed.xml", "rss.xml", "atom.xml", "rss/", "index.rss", "feed.atom", "rss/feed.xml",
    ]

    /// The feeds of the page it calls itself, where a rule knows of them: a handle's page names its channel.
    var knownFeeds: [WebAddress] { KnownSiteFeeds.feeds(ofPageAt: address, canonical: facts.canonical) }

    /// Whether it leaves its icon to be guessed.
    var declaresNoIcon: Bool { SiteIconSelector.best(of: facts.icons) == nil }

    /// The icon it names, or where browsers look for one.
    var icon: WebAddress? { SiteIconSelector.best(of: facts.icons) ?? address.defaultIcon }

    /// A feed found through this page: what it does not say of itself it gets from the page.
    func completed(_ channel: DiscoveredChannel) -> DiscoveredChannel {
        var channel = channel
        channel.kind = kind(of: channel)
        channel.metadata.title = channel.metadata.title ?? siteTitle
        channel.metadata.site = channel.metadata.site ?? address
        channel.metadata.about = channel.metadata.about ?? facts.description
        channel.metadata.icon = channel.metadata.icon ?? icon
        return channel
    }

    /// A feed that was not looked at, as the page names it.
    func channel(_ candidate: FeedCandidate) -> DiscoveredChannel {
        let facts = ChannelMetadata(
            title: candidate.title ?? siteTitle, site: address, about: self.facts.description,
            language: self.facts.language, icon: icon, format: candidate.format)
        let channel = DiscoveredChannel(kind: .feed, address: candidate.address, metadata: facts)
        return DiscoveredChannel(kind: kind(of: channel), address: candidate.address, metadata: facts)
    }

    /// A feed of stories at a site that says it is made with WordPress is WordPress', also when the feed keeps silent. One
    /// that stands elsewhere may be made by anybody, and a feed of comments has none of its own.
    private func kind(of channel: DiscoveredChannel) -> SourceKind {
        guard isWordPress, channel.address.bareHost == address.bareHost, channel.address.port == address.port,
            !WordPressDetector.isCommentFeed(channel)
        else { return channel.kind }
        return .wordPress
    }

    /// Says that this is a page without a feed.
    var noFeedError: SourceError {
        .unreadable(
            why: "\(address.host) has a web page here that names no feed, and none was found at the usual places.")
    }

    private var siteTitle: String? { facts.siteName ?? facts.title }
}

/// Chooses among the icons that a page names.
enum SiteIconSelector {
    /// Large enough for a phone's dense screen; larger ones cost more and show no more. In pixels.
    private static let preferredSize = 144

    /// The smallest that is large enough, else the largest. SVG is left out, since it is never drawn (decision 14).
    static func best(of icons: [IconReference]) -> WebAddress? {
        let drawable = icons.filter { !$0.address.path.lowercased().hasSuffix(".svg") }
        let sized = drawable.map { (address: $0.address, size: size(of: $0)) }
        let enough = sized.filter { $0.size >= preferredSize }.min { $0.size < $1.size }
        return (enough ?? sized.max { $0.size < $1.size })?.address
    }

    /// Icons for home screens are 180 pixels wide unless they say otherwise, others 32.
    private static func size(of icon: IconReference) -> Int {
        if let size = icon.size { return size }
        return icon.rel.contains("apple-touch-icon") || icon.rel.contains("fluid-icon") ? 180 : 32
    }
}
