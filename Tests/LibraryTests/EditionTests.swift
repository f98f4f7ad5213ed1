import Foundation
import Markup
import News
import Testing

@testable import Library

@Suite struct `Editions in the database` {
    let house: TestHouse
    let paper = EditionID(rawValue: "paper")

    init() throws { house = try TestHouse() }

    private func feed(_ address: String) throws -> ChannelAddress {
        ChannelAddress(kind: .feed, site: try web(address), address: try web(address))
    }

    /// A paper of two sections, Harbour with two feeds and Hills with one of them and a third.
    private func listed(_ title: String = "Harbour") throws -> Edition {
        Edition(
            id: paper, title: "Paper",
            sections: .listed([
                EditionSection(
                    key: "harbour", title: title,
                    channels: [try feed("https://a.test/feed"), try feed("https://b.test/feed")]),
                EditionSection(key: "hills", title: "Hills", channels: [try feed("https://c.test/feed")]),
            ]))
    }

    private func offered() throws -> Edition {
        Edition(
            id: EditionID(rawValue: "gazette"), title: "Gazette",
            sections: .offered(
                by: ChannelAddress(
                    kind: .gazette, site: try web("https://g.test/"), address: try web("https://g.test/categories")),
                treatment: [:]))
    }

    private func put(_ titles: String..., at address: String) throws {
        let stories = try titles.enumerated().map { place, title in
            try house.story("\(address) \(title)", minutesAgo: Double(place), title: title)
        }
        house.origins.put(.success(ChannelAnswer(stories: stories)), at: address)
    }

    private func offer(_ categories: [(key: String, title: String)]) throws {
        house.origins.put(
            .success(
                ChannelAnswer(
                    stories: nil,
                    channels: try categories.map {
                        OfferedChannel(
                            key: $0.key, title: $0.title, address: try web("https://g.test/stories?c=\($0.key)"))
                    })), at: "https://g.test/categories")
    }

    private func open(_ edition: Edition) async throws {
        try await house.library.editions.keep([edition])
        try await house.library.editions.appeared(edition.id, for: house.me)
        await house.refresher.runOnce()
        // What a directory offered is due from then on.
        await house.refresher.runOnce()
    }

    private func front(_ edition: EditionID, rows: Int = 3) async throws -> FrontPage {
        try await house.library.stories.frontPage(for: house.me, of: edition, rowsPerSection: rows)
    }

    @Test func `Nothing is asked for until somebody opens the paper`() async throws {
        try await house.library.editions.keep([listed()])
        await house.refresher.runOnce()
        #expect(house.origins.requests.isEmpty)
        #expect(try await house.library.editions.standing(of: paper, for: house.me) == .unopened)
        #expect(try await front(paper).sections.map(\.title) == ["Harbour", "Hills"])
        try await open(listed())
        #expect(house.origins.requests.count == 3)
        #expect(Set(house.origins.requests.map(\.reason)) == [.appeared])
        #expect(try await house.library.editions.standing(of: paper, for: house.me) == .working)
    }

    @Test func `A front page has the top of each section, in the sections' order`() async throws {
        try put("A1", "A2", "A3", at: "https://a.test/feed")
        try put("B1", at: "https://b.test/feed")
        try put("C1", at: "https://c.test/feed")
        try await open(listed())
        let page = try await front(paper)
        #expect(page.sections.map { $0.rows.map(\.title).sorted() } == [["A1", "A2", "B1"], ["C1"]])
        #expect(page.sections.map(\.hasMore) == [true, false])
        #expect(page.sections.map(\.key) == ["harbour", "hills"])
        #expect(page.unread.value == 5)
        #expect(try await house.titles(.within(paper, .everything)).count == 5)
        #expect(try await house.titles(.section(page.sections[1].id)) == ["C1"])
    }

    @Test func `An edition's channels are no part of the reader's own paper`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await house.follow("https://own.test/feed", stories: [house.story("1", title: "Own")])
        #expect(try await house.titles(.everything) == ["Own"])
        #expect(try await house.titles(.unread) == ["Own"])
        #expect(try await house.titles(.section(.other)) == ["Own"])
        #expect(try await house.library.subscriptions.all(for: house.me).flatMap(\.subscriptions).count == 1)
        #expect(try await house.library.refreshing.status(for: house.me).total == 1)
        #expect(try await house.library.refreshing.status(for: house.me, of: paper).total == 3)
        #expect(try await house.library.stories.frontPage(for: house.me).sections.count == 1)
        #expect(try await house.library.editions.unread(in: .mine, for: house.me).value == 1)
        #expect(try await house.titles(.within(nil, .everything)).sorted() == ["A1", "Own"])
        let found = try await house.library.search.find("a1", for: house.me)
        #expect(found.hits.isEmpty)
        let wide = try await house.library.search.find("a1", for: house.me, in: .within(nil, .everything))
        #expect(wide.hits.map(\.row.title) == ["A1"])
        let narrow = try await house.library.search.find("own", for: house.me, in: .within(paper, .everything))
        #expect(narrow.hits.isEmpty)
    }

    @Test func `A twin is named where it is followed or in the same paper, and nowhere else`() async throws {
        for (address, title) in [("https://a.test/feed", "A"), ("https://b.test/feed", "B")] {
            let story = try house.story(address, title: title, link: "https://n.test/x")
            house.origins.put(
                .success(ChannelAnswer(stories: [story], facts: ChannelFacts(title: title))), at: address)
        }
        try await house.follow(
            "https://own.test/feed", title: "Own", stories: [house.story("1", link: "https://n.test/x")])
        try await open(listed())
        let own = try await house.library.stories.list(.everything, for: house.me, depth: 9).rows
        #expect(own.map(\.alsoIn) == [[]])
        let shown = try await house.library.stories.list(.within(paper, .everything), for: house.me, depth: 9).rows
        #expect(shown.count == 1)
        #expect(
            Set(shown.first?.alsoIn ?? []) == Set(["A", "B", "Own"]).subtracting([shown.first?.channelTitle ?? ""]))
    }

    @Test func `Following a channel of an edition keeps what was read of it, and leaving does too`() async throws {
        try put("A1", "A2", at: "https://a.test/feed")
        try await open(listed())
        let rows = try await house.library.stories.list(.within(paper, .everything), for: house.me, depth: 10).rows
        let read = try #require(rows.first { $0.title == "A1" })
        try await house.library.marks.open(read.id, for: house.me)
        let feed = try await house.library.subscriptions.follow(read.channel, folder: "Ports", for: house.me)
        #expect(feed.isFollowed)
        #expect(try await house.titles(.unread) == ["A2"])
        #expect(try await house.titles(.everything).sorted() == ["A1", "A2"])
        await #expect(throws: LibraryError.alreadyThere) {
            try await house.library.subscriptions.follow(read.channel, for: house.me)
        }
        let ticket = try await house.library.subscriptions.unfollow(read.channel, for: house.me)
        #expect(try await house.titles(.everything).isEmpty)
        #expect(try await house.titles(.within(paper, .unread)) == ["A2"])
        #expect(try await house.number("select count(*) from channel where due_at is not null") == 3)
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await house.titles(.unread) == ["A2"])
    }

    @Test func `A story that is followed and shown by an edition is stored once and read once`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await house.follow("https://a.test/feed", stories: [house.story("https://a.test/feed A1", title: "A1")])
        try await open(listed())
        #expect(try await house.number("select count(*) from story") == 1)
        #expect(try await house.titles(.within(paper, .unread)) == ["A1"])
        try await house.library.marks.open(house.id("A1"), for: house.me)
        #expect(try await house.titles(.within(paper, .unread)).isEmpty)
        #expect(try await house.titles(.unread).isEmpty)
    }

    @Test func `Marking a section read reads its stories in the other sections too`() async throws {
        try offer([("1", "Research"), ("2", "Campus")])
        try put("Shared", "One", at: "https://g.test/stories?c=1")
        let shared = try house.story("https://g.test/stories?c=1 Shared", title: "Shared")
        let own = try house.story("two", minutesAgo: 5, title: "Two")
        house.origins.put(.success(ChannelAnswer(stories: [shared, own])), at: "https://g.test/stories?c=2")
        try await open(offered())
        let gazette = EditionID(rawValue: "gazette")
        var page = try await front(gazette)
        #expect(page.sections.map { $0.rows.map(\.title) } == [["Shared", "One"], ["Shared", "Two"]])
        let through = try #require(page.through)
        let ticket = try await house.library.marks.markAllRead(
            .section(page.sections[0].id), through: through, for: house.me)
        page = try await front(gazette)
        #expect(page.sections.map(\.unread.value) == [0, 1])
        #expect(page.sections[1].rows.map(\.isRead) == [true, false])
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        page = try await front(gazette)
        #expect(page.sections.map(\.unread.value) == [2, 2])
    }

    @Test func `What was saved can be narrowed to a paper and widened again`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await house.follow("https://own.test/feed", stories: [house.story("1", title: "Own")])
        let theirs = try await house.library.stories.list(.within(paper, .everything), for: house.me, depth: 5).rows
        _ = try await house.library.marks.mark(theirs.map(\.id), as: .saved, true, for: house.me)
        _ = try await house.library.marks.mark([house.id("Own")], as: .saved, true, for: house.me)
        #expect(try await house.titles(.within(paper, .saved)) == ["A1"])
        #expect(try await house.titles(.within(.mine, .saved)) == ["Own"])
        #expect(try await house.titles(.saved).sorted() == ["A1", "Own"])
    }

    @Test func `The codes of narrowed lists come back`() {
        for list in [StoryList.within(paper, .saved), .within(nil, .unread), .within(.mine, .everything)] {
            #expect(StoryList(code: list.code) == list)
        }
        #expect(StoryList(code: "other@paper") == nil)
    }

    // MARK: - Files that change

    @Test func `A section keeps its number when its title changes, and when it comes back`() async throws {
        try await open(listed())
        let before = try await front(paper).sections
        try await house.library.editions.keep([listed("Quays")])
        #expect(try await front(paper).sections.map(\.id) == before.map(\.id))
        #expect(try await front(paper).sections.map(\.title) == ["Quays", "Hills"])
        var fewer = try listed()
        fewer.sections = .listed([
            EditionSection(key: "hills", title: "Hills", channels: [try feed("https://c.test/feed")])
        ])
        try await house.library.editions.keep([fewer])
        #expect(try await front(paper).sections.map(\.title) == ["Hills"])
        #expect(try await house.number("select count(*) from channel where due_at is not null") == 1)
        try await house.library.editions.keep([listed()])
        #expect(try await front(paper).sections.map(\.id) == before.map(\.id))
    }

    @Test func `A file that is gone lets its channels rest, and one that is broken keeps all as it was`() async throws {
        try await open(listed())
        try await house.library.editions.keep([], sparing: [paper])
        #expect(try await front(paper).sections.count == 2)
        #expect(try await house.number("select count(*) from channel where due_at is not null") == 3)
        try await house.library.editions.keep([])
        #expect(try await front(paper).sections.isEmpty)
        #expect(try await house.number("select count(*) from channel where due_at is not null") == 0)
    }

    // MARK: - Sections that a source offers

    @Test func `Offered sections have the source's order and names, and swap with it`() async throws {
        let gazette = EditionID(rawValue: "gazette")
        try offer([("1", "Research"), ("2", "In the Media"), ("3", "Campus")])
        try put("R", at: "https://g.test/stories?c=1")
        try await open(offered())
        let before = try await front(gazette).sections
        #expect(before.map(\.title) == ["Research", "In the Media", "Campus"])
        #expect(before.map { $0.rows.map(\.title) } == [["R"], [], []])
        #expect(before[0].rows.map(\.channelTitle) == ["Research"], "a category is called as its source calls it")
        #expect(house.origins.requests.count == 4, "one question for the list, one for each category")

        try offer([("3", "Around Campus"), ("2", "In the Media"), ("1", "Research")])
        house.clock.advance(7200)
        try await house.library.editions.appeared(gazette, for: house.me)
        await house.refresher.runOnce()
        let after = try await front(gazette).sections
        #expect(after.map(\.title) == ["Around Campus", "In the Media", "Research"])
        #expect(after.map(\.id) == before.map(\.id).reversed())
    }

    @Test func `Neither a failure nor an empty list takes a section away`() async throws {
        let gazette = EditionID(rawValue: "gazette")
        try offer([("1", "Research"), ("2", "Campus")])
        try put("R", at: "https://g.test/stories?c=1")
        try await open(offered())
        let answers: [Result<ChannelAnswer, SourceError>] = [
            .success(ChannelAnswer(stories: nil, channels: [])), .failure(.refused(status: 500)),
        ]
        for answer in answers {
            house.origins.put(answer, at: "https://g.test/categories")
            house.clock.advance(86400 * 2)
            await house.refresher.runOnce()
            #expect(try await front(gazette).sections.map(\.title) == ["Research", "Campus"])
        }
        #expect(
            try await house.library.editions.standing(of: gazette, for: house.me) == .partly(failing: 1, of: 3))
    }

    // MARK: - Being shown

    @Test func `A list is asked for when its freshness has run out, once however many look`() async throws {
        house.origins.put(
            .success(ChannelAnswer(stories: [try house.story("1")], pace: OriginPace(freshSeconds: 90))),
            at: "https://c.test/feed")
        try await open(listed())
        let hills = try #require(try await front(paper).sections.last).id
        let asked = { [origins = house.origins] in
            origins.requests.filter { $0.address.host == "c.test" }.count
        }
        #expect(asked() == 1)
        house.clock.advance(60)
        try await house.library.editions.appeared(paper, section: hills, for: house.me)
        await house.refresher.runOnce()
        #expect(asked() == 1, "it is fresh for ninety seconds")
        house.clock.advance(31)
        for _ in 0..<3 { try await house.library.editions.appeared(paper, section: hills, for: house.me) }
        await house.refresher.runOnce()
        #expect(asked() == 2)
        #expect(house.origins.requests.last?.reason == .appeared)
        #expect(house.origins.requests.filter { $0.address.host == "a.test" }.count == 1, "another section's")
    }

    @Test func `A paper whose origins all fail says since when, and one that wants a key says so`() async throws {
        try await open(listed())
        let answeredAt = house.clock.now
        let cases: [(SourceError, EditionStanding)] = [
            (.unreachable(why: "no answer"), .silent(since: answeredAt)), (.signInNeeded, .needsKey),
        ]
        for (error, standing) in cases {
            for host in ["a", "b", "c"] { house.origins.put(.failure(error), at: "https://\(host).test/feed") }
            house.clock.advance(86400 * 2)
            await house.refresher.runOnce()
            #expect(try await house.library.editions.standing(of: paper, for: house.me) == standing)
        }
    }

    @Test func `A feed that has moved stays in its section`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await house.follow("https://new.test/feed", stories: [house.story("n", title: "New")])
        for _ in 0..<2 {
            house.origins.put(
                .success(ChannelAnswer(stories: nil, movedTo: try web("https://new.test/feed"))),
                at: "https://a.test/feed")
            house.clock.advance(86400 * 2)
            await house.refresher.runOnce()
        }
        #expect(try await house.titles(.within(paper, .everything)).sorted() == ["A1", "New"])
        try await house.library.editions.keep([listed()])
        #expect(
            try await house.titles(.within(paper, .everything)).sorted() == ["A1", "New"], "read from the file again")
    }
}
