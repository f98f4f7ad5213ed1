import Library
import News
import URLs

/// A site's short name in a community's list (`docs/sources/hacker-news.md`): the host without `www.`, and where one host
/// has the pages of many people, also whose they are.
enum SiteName {
    /// Hosts whose paths begin with a user.
    private static let sharedHosts: Set<String> = [
        "bitbucket.org", "codeberg.org", "dev.to", "facebook.com", "gist.github.com", "github.com", "gitlab.com",
        "huggingface.co", "instagram.com", "medium.com", "sourcehut.org", "sr.ht", "threads.net", "twitter.com",
        "x.com",
    ]
    private static let maxUserLength = 40
    /// What rows show whole, at any width.
    static let maxLength = 40

    /// What lists and a story's page say a story is from: in an edition with counted rows, a community's, the site that
    /// it links to, in one that always names publishers the story's own, and elsewhere its feed.
    static func of(_ row: StoryRow, in edition: Edition) -> String {
        if let publisher = publisher(row.siteName, in: edition) { return publisher }
        guard edition.theme.rowStyle == .counted, let link = row.link else { return row.channelTitle }
        return shortened(of(link, as: row.siteName))
    }

    /// Where else it is: each name once, and not the story's own.
    static func others(
        of row: StoryRow, in edition: Edition
    ) -> [(name: String, duplicate: DuplicateSource)] {
        // Usual rows have none, and a set costs a fifth of writing one.
        guard !row.duplicates.isEmpty else { return [] }
        var names: Set<String> = [of(row, in: edition)]
        return row.duplicates.map { (publisher($0.siteName, in: edition) ?? $0.channelTitle, $0) }
            .filter { names.insert($0.0).inserted }
    }

    /// In an edition that always names publishers, a service's channel brings stories of many.
    private static func publisher(_ siteName: String?, in edition: Edition) -> String? {
        guard edition.options.byline == .always, let siteName, !siteName.isEmpty else { return nil }
        return siteName
    }

    /// - Parameter siteName: the origin's own, which is right unless it is of another link.
    static func of(_ link: WebAddress, as siteName: String?) -> String {
        let host = link.host.hasPrefix("www.") ? String(link.host.dropFirst(4)) : link.host
        if let siteName, let ownHost = siteName.split(separator: "/").first?.lowercased(),
            host == ownHost || host.hasSuffix("." + ownHost)
        {
            return siteName
        }
        guard sharedHosts.contains(host), let user = link.path.split(separator: "/").first,
            user.count <= maxUserLength
        else { return host }
        return "\(host)/\(user.lowercased())"
    }

    /// Cut to ``maxLength``: of a host the end says whose it is, and before a path the beginning.
    static func shortened(_ name: String) -> String {
        guard name.count > maxLength else { return name }
        return name.contains("/") ? "\(name.prefix(maxLength - 1))…" : "…\(name.suffix(maxLength - 1))"
    }
}
