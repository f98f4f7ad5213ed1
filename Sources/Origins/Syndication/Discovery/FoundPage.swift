import Feeds
import Fetching
import Foundation
import Markup
import News

/// A web page met on the search for feeds: what it names, and what it looks like.
struct FoundPage {
    private let facts: PageFacts
    /// Whether it says that it is made with WordPress.
    private let isWordPress: Bool
    /// Where the page was found, after redirects.
    let address: WebAddress

    init(_ answer: FetchAnswer, askedAt asked: WebAddress) {
        address = WebAddress(answer.address) ?? asked
        let html = DocumentText.decoded(answer.body, charset: answer.charset)
        facts = PageFacts.read(html, address: address)
        isWordPress = WordPressEvidence.isWordPress(answer, html: html)
    }

    /// The feeds its head names, best first.
    var namedFeeds: [FeedCandidate] { FeedCandidate.ranked(named: facts.feeds) }

    /// Links of its body that look like feeds, best first.
    var linkedFeeds: [FeedCandidate] { FeedCandidate.ranked(linked: facts.bodyLinks, from: address) }

    /// Another page to look at, when this one only leads there or says that the real one is elsewhere on its site.
    var next: WebAddress? {
        let next = facts.refreshAddress ?? facts.canonical
        guard let next, !next.isSamePage(as: address) else { return nil }
        return facts.refreshAddress != nil || next.host == address.host ? next : nil
    }

    /// Where sites usually have their feed: in the page's folder first, then at the root.
    var usualPlaces: [WebAddress] {
        let hasFolder = address.path.dropFirst().contains("/")
        let names = (hasFolder ? Self.usualNames : []) + Self.usualNames.map { "/" + $0 }
        return names.compactMap { WebAddress($0, base: address) }
    }

    /// The commonest first.
    private static let usualNames = [
        "feed/", "index.xml", "feed.xml", "rss.xml", "atom.xml", "rss/", "index.rss", "feed.atom", "rss/feed.xml",
    ]

    /// The feeds of the page it calls itself, where a rule knows of them: a handle's page names its channel.
    var knownFeeds: [WebAddress] { KnownSites.feeds(ofPageAt: address, canonical: facts.canonical) }

    /// Whether it leaves its icon to be guessed.
    var namesNoIcon: Bool { SiteIcon.best(of: facts.icons) == nil }

    /// The icon it names, or where browsers look for one.
    var icon: WebAddress? { SiteIcon.best(of: facts.icons) ?? address.usualIcon }

    /// A feed found through this page: what it does not say of itself it gets from the page.
    func dressed(_ channel: FoundChannel) -> FoundChannel {
        var channel = channel
        channel.kind = kind(of: channel)
        channel.facts.title = channel.facts.title ?? siteTitle
        channel.facts.site = channel.facts.site ?? address
        channel.facts.about = channel.facts.about ?? facts.description
        channel.facts.icon = channel.facts.icon ?? icon
        return channel
    }

    /// A feed that was not looked at, as the page names it.
    func channel(_ candidate: FeedCandidate) -> FoundChannel {
        let facts = ChannelFacts(
            title: candidate.title ?? siteTitle, site: address, about: self.facts.description,
            language: self.facts.language, icon: icon, format: candidate.format)
        let channel = FoundChannel(kind: .feed, address: candidate.address, facts: facts)
        return FoundChannel(kind: kind(of: channel), address: candidate.address, facts: facts)
    }

    /// A feed of stories at a site that says it is made with WordPress is WordPress', also when the feed keeps silent. One
    /// that stands elsewhere may be made by anybody, and a feed of comments has none of its own.
    private func kind(of channel: FoundChannel) -> SourceKind {
        guard isWordPress, channel.address.bareHost == address.bareHost, channel.address.port == address.port,
            !WordPressEvidence.isOfComments(channel)
        else { return channel.kind }
        return .wordPress
    }

    /// Says that this is a page without a feed.
    var nothingFound: SourceError {
        .unreadable(
            why: "\(address.host) has a web page here that names no feed, and none was found at the usual places.")
    }

    private var siteTitle: String? { facts.siteName ?? facts.title }
}
