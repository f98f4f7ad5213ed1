import Markup

/// Sites whose pages have feeds that they do not name: rules by address, from the sites' documentation.
enum KnownSiteFeeds {
    /// The feeds of the page at an address, best first; empty without a rule.
    static func feeds(for address: WebAddress) -> [WebAddress] {
        let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
        let steps = address.path.split(separator: "/").map(String.init)
        let texts: [String] =
            switch host {
            case "youtube.com", "m.youtube.com", "music.youtube.com": youTube(steps, address)
            case "github.com": gitHub(steps)
            case "gitlab.com": gitLab(steps)
            case "codeberg.org": codeberg(steps)
            case "reddit.com", "old.reddit.com", "new.reddit.com": reddit(steps, host)
            default: []
            }
        return texts.compactMap { WebAddress($0) }
    }

    /// Feeds by the channel id in a page's canonical address.
    /// - Parameter page: the page's canonical address.
    static func feeds(ofPageAt address: WebAddress, canonical page: WebAddress?) -> [WebAddress] {
        guard let page, page != address else { return [] }
        return feeds(for: page)
    }

    /// Channels by id and by legacy user name, playlists by id. The id behind a handle (`/@name`) is only in its page.
    private static func youTube(_ steps: [String], _ address: WebAddress) -> [String] {
        let feed = "https://www.youtube.com/feeds/videos.xml"
        if let list = value("list", of: address), list.utf8.allSatisfy(isSafeByte) {
            return ["\(feed)?playlist_id=\(list)"]
        }
        guard steps.count >= 2, steps[1].utf8.allSatisfy(isSafeByte) else { return [] }
        switch steps[0] {
        case "channel": return ["\(feed)?channel_id=\(steps[1])"]
        case "user": return ["\(feed)?user=\(steps[1])"]
        default: return []
        }
    }

    /// A repository's releases, then its commits; for the page of a branch, a file or the tags, their feed; a user's
    /// activity.
    private static func gitHub(_ steps: [String]) -> [String] {
        let root = "https://github.com"
        guard let owner = steps.first, !reservedPaths.contains(owner),
            steps.allSatisfy({ $0.utf8.allSatisfy(isSafeByte) })
        else { return [] }
        guard steps.count > 1 else { return ["\(root)/\(owner).atom"] }
        let home = "\(root)/\(owner)/\(steps[1])"
        switch steps.count > 2 ? steps[2] : "" {
        case "tags": return ["\(home)/tags.atom"]
        case "commits" where steps.count > 3: return ["\(home)/commits/\(steps[3...].joined(separator: "/")).atom"]
        case "commits": return ["\(home)/commits.atom"]
        case "tree" where steps.count > 3, "blob" where steps.count > 3:
            return ["\(home)/commits/\(steps[3...].joined(separator: "/")).atom"]
        case "discussions": return ["\(home)/discussions.atom"]
        default: return ["\(home)/releases.atom", "\(home)/commits.atom"]
        }
    }

    private static let reservedPaths: Set<String> = [
        "about", "apps", "collections", "contact", "customer-stories", "enterprise", "events", "explore", "features",
        "issues", "login", "marketplace", "notifications", "orgs", "pricing", "pulls", "search", "security", "settings",
        "signup", "site", "sponsors", "team", "topics", "trending",
    ]

    private static func gitLab(_ steps: [String]) -> [String] {
        guard steps.count >= 2 else { return [] }
        let home = "https://gitlab.com/" + steps.prefix { $0 != "-" }.joined(separator: "/")
        return ["\(home)/-/releases.atom", "\(home)/-/tags?format=atom"]
    }

    private static func codeberg(_ steps: [String]) -> [String] {
        guard let owner = steps.first, owner != "explore" else { return [] }
        let home = "https://codeberg.org/" + steps.prefix(2).joined(separator: "/")
        return steps.count == 1 ? ["\(home).rss"] : ["\(home)/releases.rss", "\(home).rss"]
    }

    private static func reddit(_ steps: [String], _ host: String) -> [String] {
        guard steps.count >= 2, ["r", "user", "u"].contains(steps[0]) else { return [] }
        let site = host == "reddit.com" ? "www.reddit.com" : host
        let kept = steps[0] == "r" && steps.count >= 3 && ["new", "top", "rising"].contains(steps[2]) ? 3 : 2
        return ["https://\(site)/\(steps.prefix(kept).joined(separator: "/"))/.rss"]
    }

    private static func value(_ name: String, of address: WebAddress) -> String? {
        for pair in (address.query ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
            return String(pair.dropFirst(name.count + 1))
        }
        return nil
    }

    /// Bytes allowed in names and ids: no percent signs, which could decode to anything.
    private static func isSafeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}
