public import Fetching
public import Foundation
public import Markup
public import News
import Untrusted

extension SourceKind {
    /// Hacker News, or a site that speaks as it does.
    public static let hackerNews = SourceKind(rawValue: "hacker-news")
}

/// Hacker News as a source: a channel is one of the website's lists (`docs/sources/hacker-news.md`).
public struct HackerNewsSource: Source {
    private let addresses: HackerNewsAddresses
    private let interface: HackerNewsInterface
    private let finder: AlgoliaSearch
    private let reading: HackerNewsReading
    private let linked: StoryPages
    private let website: Website?
    /// The service of 2013, where it is the way in.
    private let old: OldSearch?
    private let now: @Sendable () -> Date

    /// How long the website is left in peace between two of its pages: what other readers of it keep.
    public static let usualSpacing = Duration.seconds(2)

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - site: the site's address, which says where everything is (`HackerNewsAddresses`).
    ///   - markup: what the website's pages mean; without it they are not read.
    ///   - spacing: between two pages of the website.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(
        fetcher: Fetcher, site: WebAddress, markup: HackerNewsMarkup? = nil, spacing: Duration = usualSpacing,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        addresses = HackerNewsAddresses(site: site)
        interface = HackerNewsInterface(fetcher: fetcher, addresses: addresses)
        finder = AlgoliaSearch(fetcher: fetcher, addresses: addresses)
        reading = HackerNewsReading(addresses: addresses)
        let (reading, addresses) = (reading, addresses)
        website = markup.map {
            Website(
                fetcher: fetcher, reading: WebsiteReading(markup: $0, reading: reading), addresses: addresses,
                spacing: spacing)
        }
        linked = StoryPages(fetcher: fetcher)
        old = addresses.way == .hnsearch ? OldSearch(fetcher: fetcher, reading: reading, addresses: addresses) : nil
        self.now = now
    }

    /// The website's pages, where they are the way in.
    private func pages() throws(SourceError) -> Website? {
        guard addresses.way == .pages else { return nil }
        guard let website else { throw .notAllowed(why: "nobody has said what the marks on the site's pages mean") }
        return website
    }

    /// Thirty stories of a list, in the site's order (`ChannelAnswer.firstRank`).
    /// - Throws: `SourceError`; sentences name the host that failed.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        guard addresses.owns(channel.address) else {
            throw .notAllowed(why: "\(channel.address.host) is not the site whose stories these are")
        }
        if let pages = try pages() { return try await pages.list(channel) }
        if let old, HackerNewsList(page: channel.address) == .top { return try await old.front(after: channel.after) }
        guard let list = HackerNewsList(page: channel.address) else {
            // Lists that only the website has.
            guard let website else { throw .notAllowed(why: "\(channel.address.text) is no list of stories") }
            return try await website.list(channel)
        }
        let lists = HackerNewsLists(interface: interface, reading: reading, now: now)
        if let cursor = channel.after { return try await lists.page(after: cursor) }
        return try await lists.first(list, remembering: channel.memory)
    }

    /// Words and small filters (`SearchWords`), by the search service.
    public var search: SearchAbility? {
        let finding = finding
        return SearchAbility { (words, cursor) async throws(SourceError) in
            try await finding.stories(matching: words, after: cursor)
        }
    }

    public var singleStory: SingleStoryAbility? {
        SingleStoryAbility { (key) async throws(SourceError) in
            if let pages = try pages() { return try await pages.story(key) }
            guard let id = UntrustedInteger(key)?.int(in: JSONValue.exact), let item = try await interface.item(id)
            else { throw .notThere }
            let options = item.parts.isEmpty ? [:] : await interface.items(item.parts).items
            guard let story = reading.story(item, options: options) else {
                if item.isDeleted { throw .gone }
                throw .unreadable(why: "\(key) is a \(item.type) and no story")
            }
            return story
        }
    }

    /// Whole threads in the site's ranking (`HackerNewsThreads`).
    public var discussion: DiscussionAbility? {
        let threads = HackerNewsThreads(interface: interface, finder: finder, reading: reading, now: now)
        return DiscussionAbility { (request, progress) async throws(SourceError) in
            if let pages = try pages() { return try await pages.thread(request, progress) }
            if let old { return try await old.thread(request) }
            return try await threads.thread(request, progress)
        }
    }

    /// The text of the page that a story points to: what one comes for where nothing is said here.
    public var fullText: FullTextAbility? {
        FullTextAbility { [pages = linked] (address) async throws(SourceError) in try await pages.story(at: address) }
    }

    public var people: PeopleAbility? {
        let finding = finding
        return PeopleAbility(
            person: { (name) async throws(SourceError) in
                if let pages = try pages() { return try await pages.person(name) }
                return try await finding.person(name)
            },
            stories: { (name, cursor) async throws(SourceError) in
                if let pages = try pages() { return try await pages.stories(by: name, after: cursor) }
                return try await finding.stories(by: name, after: cursor)
            },
            comments: { (name, cursor) async throws(SourceError) in
                if let pages = try pages() { return try await pages.comments(by: name, after: cursor) }
                return try await finding.comments(by: name, after: cursor)
            })
    }

    public var mentions: MentionAbility? {
        let finding = finding
        return MentionAbility { (page) async throws(SourceError) in try await finding.stories(about: page) }
    }

    private var finding: HackerNewsFinding {
        HackerNewsFinding(interface: interface, finder: finder, reading: reading)
    }
}
