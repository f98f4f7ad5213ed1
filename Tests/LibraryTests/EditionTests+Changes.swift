import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

extension `Editions in the database` {
    // MARK: - Files that change

    @Test func `A section keeps its number when its title changes, and when it comes back`() async throws {
        try await open(listed())
        let before = try await front(paper).sections
        try await fixture.library.editions.synchronize([listed("Quays")])
        #expect(try await front(paper).sections.map(\.id) == before.map(\.id))
        #expect(try await front(paper).sections.map(\.title) == ["Quays", "Hills"])
        var fewer = try listed()
        fewer.sections = .listed([
            EditionSection(key: "hills", title: "Hills", channels: [try feed("https://c.test/feed")])
        ])
        try await fixture.library.editions.synchronize([fewer])
        #expect(try await front(paper).sections.map(\.title) == ["Hills"])
        #expect(try await fixture.number("select count(*) from channel where due_at is not null") == 1)
        try await fixture.library.editions.synchronize([listed()])
        #expect(try await front(paper).sections.map(\.id) == before.map(\.id))
    }

    @Test func `A file that is gone lets its channels rest, and one that is broken keeps all as it was`() async throws {
        try await open(listed())
        try await fixture.library.editions.synchronize([], keeping: [paper])
        #expect(try await front(paper).sections.count == 2)
        #expect(try await fixture.number("select count(*) from channel where due_at is not null") == 3)
        try await fixture.library.editions.synchronize([])
        #expect(try await front(paper).sections.isEmpty)
        #expect(try await fixture.number("select count(*) from channel where due_at is not null") == 0)
    }

    // MARK: - Sections that a source offers

    @Test(.mission("MIT-02", "MIT-03"))
    func `Offered sections have the source's order and names, and swap with it`() async throws {
        let gazette = EditionID(rawValue: "gazette")
        try offer([("1", "Research"), ("2", "In the Media"), ("3", "Campus")])
        try put("R", at: "https://g.test/stories?c=1")
        try await open(offered())
        let before = try await front(gazette).sections
        #expect(before.map(\.title) == ["Research", "In the Media", "Campus"])
        #expect(before.map { $0.rows.map(\.title) } == [["R"], [], []])
        #expect(before[0].rows.map(\.channelTitle) == ["Research"], "a category is called as its source calls it")
        #expect(fixture.source.requests.count == 4, "one question for the list, one for each category")

        try offer([("3", "Around Campus"), ("2", "In the Media"), ("1", "Research")])
        fixture.clock.advance(7200)
        try await fixture.library.editions.refreshIfStale(gazette, for: fixture.me)
        await fixture.refresher.runOnce()
        let after = try await front(gazette).sections
        #expect(after.map(\.title) == ["Around Campus", "In the Media", "Research"])
        #expect(after.map(\.id) == before.map(\.id).reversed())
    }

    @Test(.mission("MIT-67", "MIT-69")) func `Neither a failure nor an empty list takes a section away`() async throws {
        let gazette = EditionID(rawValue: "gazette")
        try offer([("1", "Research"), ("2", "Campus")])
        try put("R", at: "https://g.test/stories?c=1")
        try await open(offered())
        let answers: [Result<ChannelResponse, SourceError>] = [
            .success(ChannelResponse(stories: nil, channels: [])), .failure(.refused(status: 500)),
        ]
        for answer in answers {
            fixture.source.put(answer, at: "https://g.test/categories")
            fixture.clock.advance(86400 * 2)
            await fixture.refresher.runOnce()
            #expect(try await front(gazette).sections.map(\.title) == ["Research", "Campus"])
        }
        #expect(
            try await fixture.library.editions.health(of: gazette, for: fixture.me) == .degraded(failing: 1, of: 3))
        // A restart without network does not lose the sections either (MIT-67): another library over the same folder,
        // without sources.
        let other = try NewsLibrary.open(at: fixture.folder, now: { [clock = fixture.clock] in clock.now })
        defer { other.close() }
        let kept = try await other.editions.sections(of: gazette, for: fixture.me)
        #expect(kept.map(\.title) == ["Research", "Campus"])
        let first = try #require(kept.first).id
        #expect(try await other.stories.list(.section(first), for: fixture.me, depth: 20).rows.map(\.title) == ["R"])
    }

    // MARK: - Being shown

    @Test(.mission("MIT-68"))
    func `A list is asked for when its freshness has run out, once however many look`() async throws {
        fixture.source.put(
            .success(ChannelResponse(stories: [try fixture.story("1")], pollingHints: PollingHints(freshSeconds: 90))),
            at: "https://c.test/feed")
        try await open(listed())
        let hills = try #require(try await front(paper).sections.last).id
        let asked = { [origins = fixture.source] in
            origins.requests.filter { $0.address.host == "c.test" }.count
        }
        #expect(asked() == 1)
        fixture.clock.advance(60)
        try await fixture.library.editions.refreshIfStale(paper, section: hills, for: fixture.me)
        await fixture.refresher.runOnce()
        #expect(asked() == 1, "it is fresh for ninety seconds")
        fixture.clock.advance(31)
        for _ in 0..<3 { try await fixture.library.editions.refreshIfStale(paper, section: hills, for: fixture.me) }
        await fixture.refresher.runOnce()
        #expect(asked() == 2)
        #expect(fixture.source.requests.last?.reason == .viewed)
        #expect(fixture.source.requests.filter { $0.address.host == "a.test" }.count == 1, "another section's")
    }

    @Test func `A paper whose origins all fail says since when, and one that wants a key says so`() async throws {
        try await open(listed())
        let answeredAt = fixture.clock.now
        let cases: [(SourceError, EditionHealth)] = [
            (.unreachable(.noAnswer(from: "a.test")), .unreachable(since: answeredAt)),
            (.signInNeeded, .signInRequired),
            (.keyNeeded(FailureCause(.keyedAPI(.keyMissing), at: "a.test")), .signInRequired),
        ]
        for (error, standing) in cases {
            for host in ["a", "b", "c"] { fixture.source.put(.failure(error), at: "https://\(host).test/feed") }
            fixture.clock.advance(86400 * 2)
            await fixture.refresher.runOnce()
            #expect(try await fixture.library.editions.health(of: paper, for: fixture.me) == standing)
        }
    }

    @Test func `A feed that has moved stays in its section`() async throws {
        try put("A1", at: "https://a.test/feed")
        try await open(listed())
        try await fixture.follow("https://new.test/feed", stories: [fixture.story("n", title: "New")])
        for _ in 0..<2 {
            fixture.source.put(
                .success(ChannelResponse(stories: nil, movedTo: try webAddress("https://new.test/feed"))),
                at: "https://a.test/feed")
            fixture.clock.advance(86400 * 2)
            await fixture.refresher.runOnce()
        }
        #expect(try await fixture.titles(.within(paper, .everything)).sorted() == ["A1", "New"])
        try await fixture.library.editions.synchronize([listed()])
        #expect(
            try await fixture.titles(.within(paper, .everything)).sorted() == ["A1", "New"], "read from the file again")
    }
}
