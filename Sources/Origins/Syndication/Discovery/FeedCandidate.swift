import Feeds
import Markup
import URLs

/// A possible feed address with a score, similar to common feed readers: page order counts first, well-known names rank
/// slightly higher, comment and podcast feeds last.
struct FeedCandidate {
    let address: WebAddress
    let title: String?
    /// The declared media type; empty if there is none.
    let type: String
    /// True if the page's head declares the feed.
    let isDeclared: Bool
    private let score: Int

    /// Returns the declared feeds without duplicates, best first.
    static func ranked(declared references: [FeedReference]) -> [FeedCandidate] {
        let candidates = references.enumerated().compactMap { index, reference -> FeedCandidate? in
            let hints = Hints(address: reference.address, title: reference.title)
            guard !hints.isOtherService else { return nil }
            let score = 50 - 5 * min(index, 10) + hints.score + (reference.type == "application/feed+json" ? 3 : 0)
            return FeedCandidate(
                address: reference.address, title: reference.title, type: reference.type, isDeclared: true, score: score
            )
        }
        return sortedByScore(candidates)
    }

    /// Returns the feed-like links without duplicates, best first.
    static func ranked(linked links: [LinkReference], from page: WebAddress) -> [FeedCandidate] {
        let candidates = links.enumerated().compactMap { index, link -> FeedCandidate? in
            let hints = Hints(address: link.address, title: link.text)
            guard link.isFeed || hints.looksLikeFeed, !hints.isOtherService, !link.address.isSamePage(as: page) else {
                return nil
            }
            let home = link.address.host == page.host ? 20 : 0
            let score = home + hints.score - min(index, 100) / 20
            return FeedCandidate(address: link.address, title: nil, type: "", isDeclared: false, score: score)
        }
        return sortedByScore(candidates)
    }

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
            for word in ["comment", "kommentar", "podcast"] where path.contains(word) || title.contains(word) {
                score -= 30
            }
            if path.contains("rss") || title.contains("rss") { score += 5 }
            if path.hasSuffix("/feed/") || path.hasSuffix("/feed") || path.hasSuffix("/index.xml") { score += 5 }
            return score
        }

        /// True if a link, whose type is unknown, looks like a feed by its path or text.
        var looksLikeFeed: Bool {
            let names = ["/feed", "/rss", "/atom", ".rss", ".atom", "feed.xml", "rss.xml", "index.xml", "feed.json"]
            if names.contains(where: path.contains) || path.hasSuffix(".xml") || path.hasSuffix(".rdf") { return true }
            return title == "rss" || title == "atom" || title.contains("rss feed") || title.contains("rss-feed")
        }

        /// True if the address is not a feed: API descriptions, search forms and site maps share media types with
        /// feeds, and subscription services share words.
        var isOtherService: Bool {
            ["wp-json", "oembed", "opensearch", "sitemap", "wlwmanifest", "osd.xml"].contains(where: path.contains)
                || ["feedly.com", "inoreader.com", "netvibes.com", "add.my.yahoo.com"].contains { host.hasSuffix($0) }
        }
    }
}
