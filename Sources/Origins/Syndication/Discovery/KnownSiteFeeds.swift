import Markup
import URLs

/// The feeds of sites whose pages declare none, by rules from the sites' documentation.
enum KnownSiteFeeds {
    /// Returns the feeds of an address, best first; empty if there is no rule for the site.
    static func feeds(for address: WebAddress) -> [WebAddress] {
        let host = address.bareHost
        let segments = address.path.split(separator: "/").map(String.init)
        let texts: [String] =
            switch host {
            case "youtube.com", "m.youtube.com", "music.youtube.com": youTube(segments, address)
            case "github.com": gitHub(segments)
            case "gitlab.com": gitLab(segments)
            case "codeberg.org": codeberg(segments)
            case "reddit.com", "old.reddit.com", "new.reddit.com": reddit(segments, host)
            default: []
            }
        return texts.compactMap { WebAddress($0) }
    }

    static func feeds(ofPageAt address: WebAddress, canonical page: WebAddress?) -> [WebAddress] {
        guard let page, page != address else { return [] }
        return feeds(for: page)
    }

    /// Returns the feed of a channel, user or playlist. The page of a handle (`/@name`) has none in its address, since
    /// only the page itself contains the channel id.
    private static func youTube(_ segments: [String], _ address: WebAddress) -> [String] {
        let feed = "https://www.youtube.com/feeds/videos.xml"
        if let list = address.value(ofQuery: "list"), list.utf8.allSatisfy(isSafeByte) {
            return ["\(feed)?playlist_id=\(list)"]
        }
        guard segments.count >= 2, segments[1].utf8.allSatisfy(isSafeByte) else { return [] }
        switch segments[0] {
        case "channel": return ["\(feed)?channel_id=\(segments[1])"]
        case "user": return ["\(feed)?user=\(segments[1])"]
        default: return []
        }
    }

    /// Returns the feed of releases, then of commits; or the feed of the tags, a branch, a file, the discussions or a
    /// user's activity.
    private static func gitHub(_ segments: [String]) -> [String] {
        let root = "https://github.com"
        guard let owner = segments.first, !reservedPaths.contains(owner),
            segments.allSatisfy({ $0.utf8.allSatisfy(isSafeByte) })
        else { return [] }
        guard segments.count > 1 else { return ["\(root)/\(owner).atom"] }
        let home = "\(root)/\(owner)/\(segments[1])"
        switch segments.count > 2 ? segments[2] : "" {
        case "tags": return ["\(home)/tags.atom"]
        case "commits" where segments.count > 3:
            return ["\(home)/commits/\(segments[3...].joined(separator: "/")).atom"]
        case "commits": return ["\(home)/commits.atom"]
        case "tree" where segments.count > 3, "blob" where segments.count > 3:
            return ["\(home)/commits/\(segments[3...].joined(separator: "/")).atom"]
        case "discussions": return ["\(home)/discussions.atom"]
        default: return ["\(home)/releases.atom", "\(home)/commits.atom"]
        }
    }

    private static let reservedPaths: Set<String> = [
        "about", "apps", "collections", "contact", "customer-stories", "enterprise", "events", "explore", "features",
        "issues", "login", "marketplace", "notifications", "orgs", "pricing", "pulls", "search", "security", "settings",
        "signup", "site", "sponsors", "team", "topics", "trending",
    ]

    private static func gitLab(_ segments: [String]) -> [String] {
        guard segments.count >= 2 else { return [] }
        let home = "https://gitlab.com/" + segments.prefix { $0 != "-" }.joined(separator: "/")
        return ["\(home)/-/releases.atom", "\(home)/-/tags?format=atom"]
    }

    private static func codeberg(_ segments: [String]) -> [String] {
        guard let owner = segments.first, owner != "explore" else { return [] }
        let home = "https://codeberg.org/" + segments.prefix(2).joined(separator: "/")
        return segments.count == 1 ? ["\(home).rss"] : ["\(home)/releases.rss", "\(home).rss"]
    }

    private static func reddit(_ segments: [String], _ host: String) -> [String] {
        guard segments.count >= 2, ["r", "user", "u"].contains(segments[0]) else { return [] }
        let site = host == "reddit.com" ? "www.reddit.com" : host
        let kept = segments[0] == "r" && segments.count >= 3 && ["new", "top", "rising"].contains(segments[2]) ? 3 : 2
        return ["https://\(site)/\(segments.prefix(kept).joined(separator: "/"))/.rss"]
    }

    /// Returns true for safe bytes; percent signs are excluded, since they could decode to anything.
    private static func isSafeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}
