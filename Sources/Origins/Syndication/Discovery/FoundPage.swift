import Feeds
import Fetching
import Foundation
import Markup
import News

/// A web page met on the search for feeds: what it names, and what it looks like.
struct FoundPage {
    private let facts: PageFacts
    /// Where the page was found, after redirects.
    let address: WebAddress

    init(_ answer: FetchAnswer, askedAt asked: WebAddress) {
        address = WebAddress(answer.address) ?? asked
        facts = PageFacts.read(PageText.decoded(answer.body, charset: answer.charset), address: address)
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

    /// Where sites usually have their feed: beside the page first, then at the root.
    var usualPlaces: [WebAddress] {
        let root = ["/feed/", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml", "/rss/"]
        let hasFolder = address.path.dropFirst().contains("/")
        let names = (hasFolder ? ["feed/", "index.xml", "feed.xml"] : []) + root
        return names.compactMap { WebAddress($0, base: address) }
    }

    /// The icon it names, or where browsers look for one.
    var icon: WebAddress? { SiteIcon.best(of: facts.icons) ?? address.usualIcon }

    /// A feed found through this page: what it does not say of itself it gets from the page.
    func dressed(_ channel: FoundChannel) -> FoundChannel {
        var channel = channel
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
        return FoundChannel(kind: .feed, address: candidate.address, facts: facts)
    }

    /// Says that this is a page without a feed.
    var nothingFound: SourceError {
        .unreadable(
            why: "\(address.host) has a web page here that names no feed, and none was found at the usual places.")
    }

    private var siteTitle: String? { facts.siteName ?? facts.title }
}
