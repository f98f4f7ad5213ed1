import Foundation
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Library

/// The use of editions, packs, topics, services and accounts.
extension `The SQL that both engines share` {
    func installPacks(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let (edition, packs) = (try PackLibraryFixture.edition(mapPage: "universities"), library.packs)
        try await library.editions.synchronize([edition])
        try await library.editions.refreshIfStale(edition.id, for: me)
        var draft = try PackDraft.county()
        draft.favourites = [PackFavourite(page: "humber", date: Date(timeIntervalSince1970: 1_404_554_400))]
        _ = try await packs.install(draft.pack(), media: draft.media, in: edition)
        try await packs.setFavourites(
            [PackFavouriteChange(slug: "loom", isFavourite: true, date: Date())], in: edition, for: me)
        for slug in [nil, "loom"] {
            let page = try await packs.page(slug, in: edition, for: me)
            _ = try await packs.slug(of: page.summary.story)
        }
        draft = draft.version("2").without("humber").without("loom")
        try draft.add("loom-2", "Loom University", below: "universities")
        _ = try await packs.install(draft.pack(), media: draft.media, in: edition)
        _ = try await packs.installed(in: edition, for: me)
        _ = try await packs.page(titled: "Great tour", in: edition, for: me)
        _ = try await packs.photographs(in: edition, limit: 10)
        _ = try await packs.mapPages(in: edition, for: me)
        _ = try await packs.mapPages(in: PackLibraryFixture.edition(), for: me)
        _ = try await packs.baseMap(in: edition)
        _ = try await packs.favourites(in: edition, for: me)
        if let medium = draft.media.list.first { _ = try await packs.medium(medium.id, in: edition) }
        _ = try await packs.contents(of: edition)
        let moved = try PackLibraryFixture.edition(address: "https://c.test/guide.pack")
        try await library.editions.synchronize([moved])
        try await library.editions.synchronize([])
    }

    func followTopics(
        _ library: NewsLibrary, _ source: FakeSource, _ refresher: Refresher, _ me: ReaderID
    ) async throws {
        let site = try webAddress("https://service.test/")
        let feed = PublisherFeed(publisher: "A", address: try webAddress("https://shelf.test/feed"))
        let paper = Edition(
            id: EditionID(rawValue: "topics"), title: "T", sections: .listed([]),
            topics: TopicOptions(
                service: KeyedAPIAddress(kind: .gazette, site: site),
                shelves: [CountryFeedList(country: "gb", title: "Britain", languages: ["en"], feeds: [feed])]))
        source.offer(topics: TopicCapability(publishers: site) { _ in site })
        source.put(
            .success(
                ChannelResponse(stories: nil, channels: [OfferedChannel(key: "a", title: "A", address: site)])),
            at: site.text)
        try await library.apiKeys.set("a-key", for: site)
        try await library.topics.refreshPublishers(in: paper, for: me)
        _ = try await library.topics.publishers(in: paper, for: me)
        try await library.topics.followDefaultHeadlines(country: "gb", languages: [], in: paper, for: me)
        let words = try await library.topics.follow(.words("title"), in: paper, for: me)
        source.put([FetchedStory(key: "1", title: "A title")], at: feed.address.text)
        await refresher.runOnce()
        try await library.topics.move(words.id, isUp: true, for: me)
        _ = try await library.stories.list(.section(words.section), for: me, depth: 3)
        _ = try await library.marks.markAllRead(.section(words.section), through: StoryID(rawValue: 999), for: me)
        try await library.topics.unfollow(words.id, for: me)
        try await library.editions.synchronize([])
        try await library.apiKeys.remove(for: site)
    }

    func publish(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let paper = EditionID(rawValue: "paper")
        let (own, gazette) = (try webAddress("https://a.test/feed"), try webAddress("https://g.test/"))
        func listed(_ titles: [String]) -> Edition {
            Edition(
                id: paper, title: "Paper",
                sections: .listed(
                    titles.map {
                        EditionSection(
                            key: $0, title: $0, channels: [ChannelAddress(kind: .feed, site: own, address: own)])
                    }))
        }
        let offered = Edition(
            id: EditionID(rawValue: "gazette"), title: "Gazette",
            sections: .offered(
                by: ChannelAddress(kind: .gazette, site: gazette, address: gazette), options: [:]))
        try await library.editions.synchronize([listed(["a", "b"]), offered])
        try await library.editions.synchronize([listed(["b"]), offered])
        for edition in [paper, offered.id] {
            try await library.editions.refreshIfStale(edition, for: me)
            _ = try await library.editions.sections(of: edition, for: me)
            _ = try await library.editions.health(of: edition, for: me)
            _ = try await library.stories.frontPage(for: me, of: edition)
            for part in StoryList.Part.allCases {
                _ = try await library.stories.list(.within(edition, part), for: me, depth: 3)
            }
        }
        _ = try await library.stories.list(.within(.mine, .saved), for: me, depth: 3)
        let newest = try await library.stories.newestStory(for: me) ?? StoryID(rawValue: 0)
        _ = try await library.stories.newStoryCount(since: newest, for: me, in: paper)
        _ = try await library.marks.markAllRead(.within(paper, .everything), through: newest, for: me)
        _ = try await library.editions.requestRefresh(of: paper, for: me)
        try await library.editions.synchronize([])
    }

    func comeIn(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let (sessions, caller) = (library.sessions, LoginClient(address: "203.0.113.7", isLocal: false))
        try await sessions.setPassword(
            "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: me)
        await #expect(throws: SignInError.wrongPassword) {
            _ = try await sessions.signIn("wrong", from: caller, for: me)
        }
        let session = try await sessions.signIn("tide barrier", from: caller, for: me).session
        _ = try await sessions.renew(session)
        let link = try await sessions.makeLink(for: me, lasting: 60)
        try await sessions.check(link: link)
        let opened = try await sessions.open(link: link, from: caller)
        #expect(try await sessions.session(of: opened.token) != nil)
        try await sessions.end(opened.session.id, for: me)
        #expect(try await sessions.all(for: me).count == 1)
        #expect(try await sessions.endAll(for: me) == 1)
        try await sessions.removePassword(for: me)
    }

    func useService(_ library: NewsLibrary) async throws {
        let (site, budgets) = (try webAddress("https://api.test/"), library.requestBudgets)
        try await library.apiKeys.set("a-key", for: site)
        #expect(await library.apiKeys.key(for: site) == "a-key")
        #expect(try await library.apiKeys.all().count == 1)
        try await library.apiKeys.remove(for: site)
        for _ in 0..<50 { try await budgets.claimRequest(at: site, for: .viewed) }
        await #expect(throws: SourceError.self) { try await budgets.claimRequest(at: site, for: .viewed) }
        for _ in 0..<2 { await budgets.recordExhaustion(at: site, until: nil) }
        #expect(try await budgets.status(of: site).nextRequestAt != nil)
    }
}
