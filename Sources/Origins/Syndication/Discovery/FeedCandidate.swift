import Feeds
import Markup

/// An address that may be a feed, with a score.
///
/// The scoring follows common feed readers: order on the page first, well-known names slightly better, comment and
/// podcast feeds after story feeds.
struct FeedCandidate {
    let address: WebAddress
    let title: String?
    /// The declared media type, or empty.
    let type: String
    /// Whether the page's head declares it as a feed.
    let isDeclared: Bool
    private let score: Int

    /// The feeds declared in a page's head, best first, without duplicates.
    static func ranked(named mentions: [FeedReference]) -> [FeedCandidate] {
        let candidates = mentions.enumerated().compactMap { place, mention -> FeedCandidate? in
            let words = Hints(address: mention.address, title: mention.title)
            guard !words.isOtherService else { return nil }
            let score = 50 - 5 * min(place, 10) + words.score + (mention.type == "application/feed+json" ? 3 : 0)
            return FeedCandidate(
                address: mention.address, title: mention.title, type: mention.type, isDeclared: true, score: score)
        }
        return sortedByScore(candidates)
    }

    /// Links in a page's body that look like feeds, best first, without duplicates.
    static func ranked(linked links: [LinkReference], from page: WebAddress) -> [FeedCandidate] {
        let candidates = links.enumerated().compactMap { place, link -> FeedCandidate? in
            let words = Hints(address: link.address, title: link.text)
            guard words.looksLikeFeed, !words.isOtherService, !link.address.isSamePage(as: page) else { return nil }
            let home = link.address.host == page.host ? 20 : 0
            let score = home + words.score - min(place, 100) / 20
            return FeedCandidate(address: link.address, title: nil, type: "", isDeclared: false, score: score)
        }
        return sortedByScore(candidates)
    }

    /// The format's name, from the declared type.
    var format: String? {
        switch type {
        case let type where type.contains("json"): "JSON Feed"
        case let type where type.contains("atom"): "Atom"
        case let type where type.contains("rss") || type.contains("rdf"): "RSS"
        default: nil
        }
    }

    private static func sortedByScore(_ candidates: [FeedCandidate]) -> [FeedCandidate] {
        var seen: Set<WebAddress> = []
        return candidates.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
            .filter { seen.insert($0.address.withoutFragment).inserted }
    }

    /// What the address and the link text suggest.
    private struct Hints {
        private let path: String
        private let host: String
        private let title: String

        init(address: WebAddress, title: String?) {
            path = (address.path + (address.query.map { "?" + $0 } ?? "")).lowercased()
            host = address.host
            self.title = title?.lowercased() ?? ""
        }

        var score: Int {
            var score = 0
            for side in ["comment", "kommentar", "podcast"] where path.contains(side) || title.contains(side) {
                score -= 30
            }
            if path.contains("rss") || title.contains("rss") { score += 5 }
            if path.hasSuffix("/feed/") || path.hasSuffix("/feed") || path.hasSuffix("/index.xml") { score += 5 }
            return score
        }

        /// For links, whose type is unknown.
        var looksLikeFeed: Bool {
            let names = ["/feed", "/rss", "/atom", ".rss", ".atom", "feed.xml", "rss.xml", "index.xml", "feed.json"]
            if names.contains(where: path.contains) || path.hasSuffix(".xml") || path.hasSuffix(".rdf") { return true }
            return title == "rss" || title == "atom" || title.contains("rss feed") || title.contains("rss-feed")
        }

        /// API descriptions, search forms and site maps have the same types; subscription services use the same words.
        var isOtherService: Bool {
            ["wp-json", "oembed", "opensearch", "sitemap", "wlwmanifest", "osd.xml"].contains(where: path.contains)
                || ["feedly.com", "inoreader.com", "netvibes.com", "add.my.yahoo.com"].contains { host.hasSuffix($0) }
        }
    }
}
