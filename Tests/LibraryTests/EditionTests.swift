import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `Editions in the database` {
    let fixture: LibraryFixture
    let paper = EditionID(rawValue: "paper")

    init() throws { fixture = try LibraryFixture() }

    func feed(_ address: String) throws -> ChannelAddress {
        ChannelAddress(kind: .feed, site: try webAddress(address), address: try webAddress(address))
    }

    /// Returns a paper with two sections: Harbour with two feeds, and Hills with one of them and a third.
    func listed(_ title: String = "Harbour") throws -> Edition {
        Edition(
            id: paper, title: "Paper",
            sections: .listed([
                EditionSection(
                    key: "harbour", title: title,
                    channels: [try feed("https://a.test/feed"), try feed("https://b.test/feed")]),
                EditionSection(key: "hills", title: "Hills", channels: [try feed("https://c.test/feed")]),
            ]))
    }

    func offered() throws -> Edition {
        Edition(
            id: EditionID(rawValue: "gazette"), title: "Gazette",
            sections: .offered(
                by: ChannelAddress(
                    kind: .gazette, site: try webAddress("https://g.test/"),
                    address: try webAddress("https://g.test/categories")),
                options: [:]))
    }

    func put(_ titles: String..., at address: String) throws {
        let stories = try titles.enumerated().map { place, title in
            try fixture.story("\(address) \(title)", minutesAgo: Double(place), title: title)
        }
        fixture.source.put(.success(ChannelResponse(stories: stories)), at: address)
    }

    func offer(_ categories: [(key: String, title: String)]) throws {
        fixture.source.put(
            .success(
                ChannelResponse(
                    stories: nil,
                    channels: try categories.map {
                        OfferedChannel(
                            key: $0.key, title: $0.title, address: try webAddress("https://g.test/stories?c=\($0.key)"))
                    })), at: "https://g.test/categories")
    }

    func open(_ edition: Edition) async throws {
        try await fixture.library.editions.synchronize([edition])
        try await fixture.library.editions.refreshIfStale(edition.id, for: fixture.me)
        await fixture.refresher.runOnce()
        // The channels that a directory offered are due from then on.
        await fixture.refresher.runOnce()
    }

    func front(_ edition: EditionID, _ order: FrontPageOptions.Order = .weighed) async throws -> FrontPage {
        try await fixture.library.stories.frontPage(
            for: fixture.me, of: edition, options: FrontPageOptions(order: order))
    }

    @Test func `Nothing is asked for until somebody opens the paper`() async throws {
        try await fixture.library.editions.synchronize([listed()])
        await fixture.refresher.runOnce()
        #expect(fixture.source.requests.isEmpty)
        #expect(try await fixture.library.editions.health(of: paper, for: fixture.me) == .neverOpened)
        #expect(try await front(paper).sections.map(\.title) == ["Harbour", "Hills"])
        try await open(listed())
        #expect(fixture.source.requests.count == 3)
        #expect(Set(fixture.source.requests.map(\.reason)) == [.viewed])
        #expect(try await fixture.library.editions.health(of: paper, for: fixture.me) == .healthy)
    }

    @Test(.mission("MIT-04")) func `A front page has the top of each section, in the sections' order`() async throws {
        try put("A1", "A2", "A3", at: "https://a.test/feed")
        try put("B1", at: "https://b.test/feed")
        try put("C1", at: "https://c.test/feed")
        try await open(listed())
        let page = try await front(paper)
        #expect(page.sections.map { $0.rows.map(\.title).sorted() } == [["A1", "A2", "B1"], ["C1"]])
        #expect(page.sections.map(\.hasMore) == [true, false])
        #expect(page.sections.map(\.key) == ["harbour", "hills"])
        #expect(page.unread.value == 5)
        #expect(try await fixture.titles(.within(paper, .everything)).count == 5)
        #expect(try await fixture.titles(.section(page.sections[1].id)) == ["C1"])
    }

    @Test func `A story that arrives by a service and by its publisher's own feed is one story`() async throws {
        let service = ChannelAddress(
            kind: .gazette, site: try webAddress("https://g.test/"), address: try webAddress("https://g.test/headlines")
        )
        let quoted = try fixture.story(
            "s", minutesAgo: 5, title: "Wall holds", link: "https://a.test/wall?utm_source=wire")
        let own = try fixture.story("f", minutesAgo: 9, title: "The harbour's wall", link: "https://a.test/wall")
        fixture.source.put(.success(ChannelResponse(stories: [quoted])), at: service.address.text)
        fixture.source.put(.success(ChannelResponse(stories: [own])), at: "https://a.test/feed")
        let section = EditionSection(key: "news", title: "News", channels: [service, try feed("https://a.test/feed")])
        try await open(Edition(id: paper, title: "Paper", sections: .listed([section])))
        #expect(fixture.source.requests.count == 2)
        #expect(try await fixture.titles(.within(paper, .everything)).count == 1)
        #expect(try await front(paper).unread.value == 1)
    }

    @Test func `An edition of topics alone is stored, has no sections and fetches nothing by itself`() async throws {
        let shelf = CountryFeedList(
            country: "gb", title: "United Kingdom", languages: ["en"],
            feeds: [PublisherFeed(publisher: "A", address: try webAddress("https://a.test/feed"))])
        let edition = Edition(
            id: paper, title: "Paper", sections: .listed([]), topics: TopicOptions(service: nil, shelves: [shelf]))
        try await fixture.library.editions.synchronize([listed()])
        try await open(edition)
        #expect(try await fixture.library.editions.sections(of: paper, for: fixture.me).isEmpty)
        #expect(try await front(paper).sections.isEmpty)
        #expect(fixture.source.requests.isEmpty)
    }

    @Test func `An edition's channels are no part of the reader's own paper`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await fixture.follow("https://own.test/feed", stories: [fixture.story("1", title: "Own")])
        #expect(try await fixture.titles(.everything) == ["Own"])
        #expect(try await fixture.titles(.unread) == ["Own"])
        #expect(try await fixture.titles(.section(.other)) == ["Own"])
        #expect(try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(\.subscriptions).count == 1)
        #expect(try await fixture.library.refreshing.status(for: fixture.me).total == 1)
        #expect(try await fixture.library.refreshing.status(for: fixture.me, of: paper).total == 3)
        #expect(try await fixture.library.stories.frontPage(for: fixture.me).sections.count == 1)
        #expect(try await fixture.library.editions.unread(in: .mine, for: fixture.me).value == 1)
        #expect(try await fixture.titles(.within(nil, .everything)).sorted() == ["A1", "Own"])
        let found = try await fixture.library.search.find("a1", for: fixture.me)
        #expect(found.hits.isEmpty)
        let wide = try await fixture.library.search.find("a1", for: fixture.me, in: .within(nil, .everything))
        #expect(wide.hits.map(\.row.title) == ["A1"])
        let narrow = try await fixture.library.search.find("own", for: fixture.me, in: .within(paper, .everything))
        #expect(narrow.hits.isEmpty)
    }

    @Test func `A twin is named where it is followed or in the same paper, and nowhere else`() async throws {
        for (address, title) in [("https://a.test/feed", "A"), ("https://b.test/feed", "B")] {
            let story = try fixture.story(address, title: title, link: "https://n.test/x")
            fixture.source.put(
                .success(ChannelResponse(stories: [story], metadata: ChannelMetadata(title: title))), at: address)
        }
        try await fixture.follow(
            "https://own.test/feed", title: "Own", stories: [fixture.story("1", link: "https://n.test/x")])
        try await open(listed())
        let own = try await fixture.library.stories.list(.everything, for: fixture.me, depth: 9).rows
        #expect(own.map(\.otherChannelTitles) == [[]])
        let shown = try await fixture.library.stories.list(.within(paper, .everything), for: fixture.me, depth: 9).rows
        #expect(shown.count == 1)
        #expect(
            Set(shown.first?.otherChannelTitles ?? [])
                == Set(["A", "B", "Own"]).subtracting([shown.first?.channelTitle ?? ""]))
    }

    @Test func `Following a channel of an edition keeps what was read of it, and leaving does too`() async throws {
        try put("A1", "A2", at: "https://a.test/feed")
        try await open(listed())
        let rows = try await fixture.library.stories.list(.within(paper, .everything), for: fixture.me, depth: 10).rows
        let read = try #require(rows.first { $0.title == "A1" })
        try await fixture.library.marks.markOpened(read.id, for: fixture.me)
        let feed = try await fixture.library.subscriptions.follow(read.channel, folder: "Ports", for: fixture.me)
        #expect(feed.isFollowed)
        #expect(try await fixture.titles(.unread) == ["A2"])
        #expect(try await fixture.titles(.everything).sorted() == ["A1", "A2"])
        await #expect(throws: LibraryError.alreadyThere) {
            try await fixture.library.subscriptions.follow(read.channel, for: fixture.me)
        }
        let ticket = try await fixture.library.subscriptions.unfollow(read.channel, for: fixture.me)
        #expect(try await fixture.titles(.everything).isEmpty)
        #expect(try await fixture.titles(.within(paper, .unread)) == ["A2"])
        #expect(try await fixture.number("select count(*) from channel where due_at is not null") == 3)
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await fixture.titles(.unread) == ["A2"])
    }

    @Test func `A story that is followed and shown by an edition is stored once and read once`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await fixture.follow("https://a.test/feed", stories: [fixture.story("https://a.test/feed A1", title: "A1")])
        try await open(listed())
        #expect(try await fixture.number("select count(*) from story") == 1)
        #expect(try await fixture.titles(.within(paper, .unread)) == ["A1"])
        try await fixture.library.marks.markOpened(fixture.id("A1"), for: fixture.me)
        #expect(try await fixture.titles(.within(paper, .unread)).isEmpty)
        #expect(try await fixture.titles(.unread).isEmpty)
    }

    @Test func `A story of two sections is once on a page, in either order`() async throws {
        let shared = try fixture.story("shared", title: "Shared")
        let old = try fixture.story("old", minutesAgo: 49 * 60, title: "Old")
        let (one, two) = (
            try fixture.story("one", minutesAgo: 5, title: "One"), try fixture.story("two", minutesAgo: 5, title: "Two")
        )
        try offer([("1", "Research"), ("2", "Campus"), ("3", "Archive")])
        for (key, stories) in [("1", [shared, one, old]), ("2", [shared, two]), ("3", [old])] {
            fixture.source.put(.success(ChannelResponse(stories: stories)), at: "https://g.test/stories?c=\(key)")
        }
        try await open(offered())
        let gazette = EditionID(rawValue: "gazette")
        // The archive's story is on the page, so there is no section without stories.
        #expect(try await front(gazette).sections.map { $0.rows.map(\.title) } == [["Shared", "One", "Old"], ["Two"]])
        #expect(
            try await front(gazette, .newest).sections.map { $0.rows.map(\.title) } == [
                ["Shared", "One", "Old"], ["Two"], [],
            ], "a section of the origin stays")
    }

    @Test func `Marking a section read reads its stories in the other sections too`() async throws {
        try offer([("1", "Research"), ("2", "Campus")])
        try put("Shared", "One", at: "https://g.test/stories?c=1")
        let shared = try fixture.story("https://g.test/stories?c=1 Shared", title: "Shared")
        let own = try fixture.story("two", minutesAgo: 5, title: "Two")
        fixture.source.put(.success(ChannelResponse(stories: [shared, own])), at: "https://g.test/stories?c=2")
        try await open(offered())
        let gazette = EditionID(rawValue: "gazette")
        var page = try await front(gazette, .newest)
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Shared", "One"], ["Two"]])
        let through = try #require(page.asOf)
        let ticket = try await fixture.library.marks.markAllRead(
            .section(page.sections[0].id), through: through, for: fixture.me)
        page = try await front(gazette, .newest)
        #expect(page.sections.map(\.unread.value) == [0, 1])
        #expect(page.sections[1].rows.map(\.isRead) == [false])
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        page = try await front(gazette, .newest)
        #expect(page.sections.map(\.unread.value) == [2, 2])
        let everything = try await fixture.library.marks.markAllRead(
            .within(gazette, .everything), through: through, for: fixture.me)
        #expect(page.unread.value == 3 && everything.count == 3, "a story of two sections counts once")
    }

    @Test func `What was saved can be narrowed to a paper and widened again`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await fixture.follow("https://own.test/feed", stories: [fixture.story("1", title: "Own")])
        let theirs = try await fixture.library.stories.list(.within(paper, .everything), for: fixture.me, depth: 5).rows
        _ = try await fixture.library.marks.mark(theirs.map(\.id), as: .saved, true, for: fixture.me)
        _ = try await fixture.library.marks.mark([fixture.id("Own")], as: .saved, true, for: fixture.me)
        #expect(try await fixture.titles(.within(paper, .saved)) == ["A1"])
        #expect(try await fixture.titles(.within(.mine, .saved)) == ["Own"])
        #expect(try await fixture.titles(.saved).sorted() == ["A1", "Own"])
    }

    @Test func `The codes of narrowed lists come back`() {
        for list in [StoryList.within(paper, .saved), .within(nil, .unread), .within(.mine, .everything)] {
            #expect(StoryList(code: list.code) == list)
        }
        #expect(StoryList(code: "other@paper") == nil)
    }
}
