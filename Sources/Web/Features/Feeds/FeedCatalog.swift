import Library
import News
import URLs

/// The feeds that can be found by name: those that are stored here, and those of the starter packs.
struct FeedCatalog {
    /// A feed, followed or not.
    struct Entry {
        var title: String
        var address: WebAddress
        var icon: PictureID?
        /// The channel of a feed that is stored here; nil for one of a starter pack that is not.
        var channel: ChannelID?
        var isFollowed = false
        /// The title of the folder, starter pack or edition that has the feed; nil for none.
        var place: String?
    }

    /// The number of feeds that one search shows.
    private static let maxMatches = 40

    private let entries: [Entry]
    private let indexOfAddress: [WebAddress: Int]

    init(_ known: [KnownFeed], in scope: RequestScope) {
        let editions = Dictionary(
            scope.dependencies.editions.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
        var entries = known.map { feed in
            Entry(
                title: feed.title, address: feed.address, icon: feed.icon, channel: feed.id,
                isFollowed: feed.isFollowed,
                place: feed.isFollowed ? feed.folderTitle : feed.edition.flatMap { editions[$0] })
        }
        var indices = Dictionary(
            entries.indices.map { (entries[$0].address, $0) }, uniquingKeysWith: { first, _ in first })
        for list in scope.dependencies.integrations.starterFeeds {
            for feed in list.feeds {
                if let known = indices[feed.address] {
                    // A feed that was not fetched yet has its host for a title.
                    if let title = feed.title, entries[known].title == feed.address.host {
                        entries[known].title = title
                    }
                    continue
                }
                indices[feed.address] = entries.count
                entries.append(Entry(title: feed.title ?? feed.address.host, address: feed.address, place: list.title))
            }
        }
        self.entries = entries
        indexOfAddress = indices
    }

    func entry(at address: WebAddress) -> Entry? { indexOfAddress[address].map { entries[$0] } }

    /// Returns the feeds of sites, by their hosts without "www".
    func entries(at hosts: Set<String>) -> [Entry] { entries.filter { hosts.contains($0.address.bareHost) } }

    func isFollowed(_ address: WebAddress) -> Bool { entry(at: address)?.isFollowed ?? false }

    /// Returns the rank of a feed by its name or host, else by its place.
    private static func rank(_ entry: Entry, _ search: FeedNameSearch) -> Int? {
        if let rank = search.rank(title: entry.title, host: entry.address.host) { return rank }
        return entry.place.flatMap { search.rank(title: "\(entry.title) \($0)", host: "") }.map { $0 + 4 }
    }

    /// Returns the feeds with a name, the best match first; followed ones come before others of the same rank.
    func matches(_ typed: String) -> (entries: [Entry], hasMore: Bool) {
        let search = FeedNameSearch(typed)
        let found = entries.compactMap { entry in
            Self.rank(entry, search).map { (rank: $0, entry: entry) }
        }.sorted { a, b in
            (a.rank, a.entry.isFollowed ? 0 : 1, a.entry.title, a.entry.address.text)
                < (b.rank, b.entry.isFollowed ? 0 : 1, b.entry.title, b.entry.address.text)
        }
        return (found.prefix(Self.maxMatches).map(\.entry), found.count > Self.maxMatches)
    }
}
