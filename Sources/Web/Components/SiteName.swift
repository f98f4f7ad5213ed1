import Library
import News
import URLs

/// The short name of a site in a community's list (`docs/sources/hacker-news.md`): the host without `www.`, and for a
/// host shared by many users also the user.
enum SiteName {
    /// The hosts whose paths begin with a user.
    private static let sharedHosts: Set<String> = [
        "bitbucket.org", "codeberg.org", "dev.to", "facebook.com", "gist.github.com", "github.com", "gitlab.com",
        "huggingface.co", "instagram.com", "medium.com", "sourcehut.org", "sr.ht", "threads.net", "twitter.com",
        "x.com",
    ]
    private static let maxUserLength = 40
    /// The number of characters that rows show in full at any width.
    static let maxLength = 40

    /// Returns the name of a story's site for lists and the story's page: in an edition that always names publishers
    /// the story's own; in an edition with counted rows (a community) the site that the story links to; elsewhere the
    /// title of its feed.
    static func of(_ row: StoryRow, in edition: Edition) -> String {
        if let publisher = publisher(row.siteName, in: edition) { return publisher }
        guard edition.theme.rowStyle == .counted else { return row.channelTitle }
        return row.link.map { shortened(of($0, as: row.siteName)) } ?? row.channelTitle
    }

    /// Returns the name of the site that a community's story links to; nil if it has no link, or one to the community
    /// itself.
    static func linked(_ row: StoryRow, in edition: Edition) -> String? {
        guard let link = row.link, !edition.channelHosts.contains(link.host) else { return nil }
        return shortened(of(link, as: row.siteName))
    }

    /// Returns the names of the other sources of a story: each name once, without the story's own.
    static func others(
        of row: StoryRow, in edition: Edition
    ) -> [(name: String, duplicate: DuplicateStory)] {
        // Most rows have no duplicates, and a set costs a fifth of writing a row.
        guard !row.duplicates.isEmpty else { return [] }
        var names: Set<String> = [of(row, in: edition)]
        // A community's own lists are no sources.
        let isCommunity = edition.theme.rowStyle == .counted
        return row.duplicates.compactMap { duplicate in
            let name =
                isCommunity ? duplicate.siteName : publisher(duplicate.siteName, in: edition) ?? duplicate.channelTitle
            return name.map { ($0, duplicate) }
        }.filter { names.insert($0.0).inserted }
    }

    /// Returns the name of a source's site: the title of the newspaper that shows it alone, or else that of its feed; the
    /// host if it has neither.
    static func of(_ source: StorySource, in scope: RequestScope) -> String {
        if let edition = scope.dependencies.editions.first(where: { shows($0, only: source) }) { return edition.title }
        if let title = source.title, !title.isEmpty { return title }
        return source.site.host
    }

    /// Returns the name of the site that an action is sent to; that of its host if it leaves the source's own.
    static func of(_ entry: OutboxEntry, in scope: RequestScope) -> String {
        entry.recipient == entry.source.site.host ? of(entry.source, in: scope) : entry.recipient
    }

    /// Returns the title of the newspaper that shows a host's site alone; the host itself if none does.
    static func of(host: String, in scope: RequestScope) -> String {
        scope.dependencies.editions.first { edition in
            let sites = sites(of: edition)
            return !sites.isEmpty && sites.allSatisfy { $0.site.host == host }
        }?.title ?? host
    }

    private static func shows(_ edition: Edition, only source: StorySource) -> Bool {
        let sites = sites(of: edition)
        return !sites.isEmpty && sites.allSatisfy { $0.kind == source.kind && $0.site == source.site }
    }

    private static func sites(of edition: Edition) -> [ChannelAddress] {
        switch edition.sections {
        case .folders: []
        case .listed(let sections): sections.flatMap(\.channels)
        case .offered(let address, _): [address]
        }
    }

    /// Returns the publisher in an edition that always names publishers, where one service's channel has stories of
    /// many; else nil.
    private static func publisher(_ siteName: String?, in edition: Edition) -> String? {
        guard edition.options.byline == .always, let siteName, !siteName.isEmpty else { return nil }
        return siteName
    }

    /// Returns the name of a link's site.
    /// - Parameter siteName: the origin's own name for the site; ignored if it belongs to another host than the link's.
    static func of(_ link: WebAddress, as siteName: String?) -> String {
        let host = link.bareHost
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

    /// Returns the name cut to ``maxLength``: a host keeps its end, which identifies the owner, and a name with a path
    /// keeps its beginning.
    static func shortened(_ name: String) -> String {
        guard name.count > maxLength else { return name }
        return name.contains("/") ? "\(name.prefix(maxLength - 1))…" : "…\(name.suffix(maxLength - 1))"
    }
}

extension Edition {
    /// The hosts of the sites that its sections draw on.
    fileprivate var channelHosts: [String] {
        guard case .listed(let sections) = sections else { return [] }
        return sections.flatMap { $0.channels.map(\.site.host) }
    }
}
