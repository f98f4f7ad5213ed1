import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Stories that are kept back` {
    /// An edition that keeps teasers and lists back, with a section of its own and one of a topic.
    private func makeFixture() async throws -> (fixture: TopicFixture, edition: Edition) {
        let fixture = try TopicFixture()
        var edition = fixture.edition
        edition.options.keptBack = [.teasers, .lists]
        try await fixture.base.library.editions.synchronize([edition])
        try await fixture.follow(.headlines(country: "gb"))
        try await fixture.follow(.words("pier"))
        try await deliver(
            ["Fog over the pier", "Nine reasons to love the pier", "The best deals on piers"], to: fixture)
        return (fixture, edition)
    }

    private func deliver(_ titles: [String], to fixture: TopicFixture) async throws {
        let stories = try titles.map { try fixture.base.story($0, minutesAgo: 5, title: $0) }
        fixture.base.source.put(.success(ChannelResponse(stories: stories)), at: TopicFixture.ledger)
        fixture.base.clock.advance(7_200)
        try await fixture.refresh()
    }

    private static let shown = ["Fog over the pier", "The best deals on piers"]

    @Test(.mission("BREAK-41"))
    func `are in no list of their edition, sections of topics included, but counted and listed with reasons`()
        async throws
    {
        let (fixture, edition) = try await makeFixture()
        let library = fixture.base.library
        let front = try await library.stories.frontPage(for: fixture.me, of: edition.id)
        #expect(front.rows.map(\.title).sorted() == Self.shown)
        #expect(front.unread.value == 2 && front.keptBack.recent.value == 1 && front.keptBack.hasEarlier)
        for topic in try await fixture.topics.topics(in: edition.id, for: fixture.me) {
            let list = try await library.stories.list(.section(topic.section), for: fixture.me, depth: 9)
            let expected = topic.subject == .words("pier") ? ["Fog over the pier"] : Self.shown
            #expect(list.rows.map(\.title).sorted() == expected)
            #expect(list.unread.value == expected.count && list.keptBack.recent.value == 1)
        }
        let everything = StoryList.within(edition.id, .everything)
        let all = try await library.stories.list(everything, for: fixture.me, depth: 9)
        #expect(all.rows.map(\.title).sorted() == Self.shown && all.unread.value == 2)
        let kept = try await library.keptBack.stories(of: everything, for: fixture.me, depth: 9)
        #expect(kept.stories.map(\.row.title) == ["Nine reasons to love the pier"] && !kept.hasMore)
        #expect(
            kept.stories[0].reasons == [HeadlineReason(kind: .lists, evidence: .number("nine", word: "reasons"))])
        // They are found, and the neighbours of a story leave them out.
        #expect(
            try await library.search.find("reasons", for: fixture.me, in: everything).hits.count == 1)
        let fog = try #require(all.rows.first { $0.title == "Fog over the pier" })
        let details = try await library.stories.story(fog.id, for: fixture.me, in: everything)
        #expect(![details.next, details.previous].contains { $0?.title.hasPrefix("Nine") == true })
    }

    @Test(.mission("BREAK-41")) func `come back one by one and all at once, which can be undone`() async throws {
        let (fixture, edition) = try await makeFixture()
        let library = fixture.base.library
        try await deliver(["You won’t believe this pier", "Ten ways to leave a pier"], to: fixture)
        let everything = StoryList.within(edition.id, .everything)
        func kept() async throws -> [String] {
            try await library.keptBack.stories(of: everything, for: fixture.me, depth: 9).stories
                .filter { !$0.isRestored }.map(\.row.title)
        }
        func shown() async throws -> Int {
            try await library.stories.list(everything, for: fixture.me, depth: 9).rows.count
        }
        #expect(try await kept().count == 3)
        let first = try await library.keptBack.stories(of: everything, for: fixture.me, depth: 1)
        #expect(first.hasMore && first.stories.count == 1)
        let one = try await library.marks.mark([first.stories[0].row.id], as: .restored, true, for: fixture.me)
        #expect(one.kind == .restored)
        #expect(try await kept().count == 2)
        #expect(try await shown() == 3)
        let all = try await library.keptBack.restoreAll(of: everything, for: fixture.me)
        #expect(all.count == 2)
        #expect(try await kept().isEmpty)
        #expect(try await shown() == 5)
        _ = try await library.marks.undo(all.id, for: fixture.me)
        #expect(try await kept().count == 2)
        _ = try await library.marks.undo(one.id, for: fixture.me)
        #expect(try await kept().count == 3)
        #expect(try await shown() == 2)
    }

    @Test(.mission("BREAK-41")) func `are the reader's choice for each edition, and none elsewhere until then`()
        async throws
    {
        let (fixture, edition) = try await makeFixture()
        let library = fixture.base.library
        let everything = StoryList.within(edition.id, .everything)
        func titles(_ list: StoryList) async throws -> [String] {
            try await library.stories.list(list, for: fixture.me, depth: 9).rows.map(\.title).sorted()
        }
        try await fixture.addOtherReader()
        // A feed of one's own has the same headlines.
        try await fixture.base.follow(
            "https://own.test/feed", stories: [fixture.base.story("x", title: "Seven signs of spring")])
        #expect(try await titles(.everything) == ["Seven signs of spring"])
        #expect(try await library.keptBack.kinds(in: .mine, for: fixture.me) == [])
        #expect(try await library.keptBack.kinds(in: edition.id, for: fixture.me) == [.teasers, .lists])
        try await library.keptBack.choose([.deals], in: edition.id, for: fixture.me)
        #expect(try await titles(everything) == ["Fog over the pier", "Nine reasons to love the pier"])
        #expect(try await library.keptBack.kinds(in: edition.id, for: fixture.other) == [.teasers, .lists])
        try await library.keptBack.choose([.lists], in: .mine, for: fixture.me)
        #expect(try await titles(.everything) == [])
        #expect(try await titles(.unread) == [])
        #expect(try await library.editions.unread(in: .mine, for: fixture.me).value == 0)
        #expect(try await fixture.base.library.subscriptions.folders(for: fixture.me).map(\.unread.value) == [0])
        // A feed's own list has all that the feed has.
        let own = try #require(try await library.subscriptions.folders(for: fixture.me)[0].subscriptions.first)
        #expect(try await titles(.channel(own.id)) == ["Seven signs of spring"])
        try await library.keptBack.choose([], in: edition.id, for: fixture.me)
        #expect(try await titles(everything).count == 3)
    }

    @Test func `are read with all others, without being counted among them`() async throws {
        let (fixture, edition) = try await makeFixture()
        let library = fixture.base.library
        let everything = StoryList.within(edition.id, .everything)
        let through = try #require(
            try await library.stories.list(everything, for: fixture.me, depth: 9).asOf)
        let token = try await library.marks.markAllRead(everything, through: through, for: fixture.me)
        #expect(token.count == 2)
        let kept = try await library.keptBack.stories(of: everything, for: fixture.me, depth: 9)
        #expect(kept.stories.map(\.row.isRead) == [true])
    }

    @Test func `are found among stored stories when the rules are new`() async throws {
        let (fixture, edition) = try await makeFixture()
        let library = fixture.base.library
        try await fixture.base.execute("delete from headline")
        try await fixture.base.execute("update headline_rules set version = 0")
        func count() async throws -> Int {
            try await library.stories.frontPage(for: fixture.me, of: edition.id).keptBack.recent.value
        }
        #expect(try await count() == 0)
        try await library.mutes.runMaintenance()
        #expect(try await count() == 1)
        #expect(try await fixture.base.number("select applied_down_to_story_id from headline_rules") == 0)
        // A story that gets another title is judged by that.
        let story = try fixture.base.story("Nine reasons to love the pier", minutesAgo: 5, title: "Reasons to go")
        fixture.put(story, at: TopicFixture.ledger)
        fixture.base.clock.advance(7_200)
        try await fixture.refresh()
        #expect(try await count() == 0)
    }
}

/// The measured quality of the rules, on invented titles that were written apart from them.
@Suite struct `Rules of headlines` {
    private struct Labelled {
        var kind: HeadlineKind?
        var title: String
    }

    private func labelled() throws -> [Labelled] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/headlines/labelled.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let parts = $0.split(separator: "\t", maxSplits: 1).map(String.init)
            try #require(parts.count == 2 && (parts[0] == "-" || HeadlineKind(rawValue: parts[0]) != nil), "\($0)")
            return Labelled(kind: HeadlineKind(rawValue: parts[0]), title: parts[1])
        }
    }

    /// What `docs/why/kept-back-and-calm.md` states.
    @Test(.mission("BREAK-41"))
    func `find four of five such headlines, and are wrong about one of twenty that they find`() throws {
        let all = try labelled()
        #expect(all.count == 400 && Set(all.map(\.title)).count == 400)
        let found = all.filter { HeadlineMatcher.kinds(of: $0.title) != 0 }
        let right = found.count { $0.kind != nil }
        let precision = Double(right) / Double(found.count)
        let recall = Double(right) / Double(all.count { $0.kind != nil })
        #expect(precision >= 0.94, "\(found.filter { $0.kind == nil }.map(\.title))")
        #expect(recall >= 0.8)
        // The kind is the right one, too.
        for headline in found where headline.kind != nil {
            let reasons = HeadlineMatcher.reasons(of: headline.title).map(\.kind)
            #expect(
                reasons.contains { $0 == headline.kind } || reasons.contains(.shouting), "\(headline.title): \(reasons)"
            )
        }
        for kind in HeadlineKind.allCases {
            let own = all.filter { $0.kind == kind }
            #expect(own.count >= 15)
            #expect(Double(own.count { HeadlineMatcher(kind).matches($0.title) }) >= 0.7 * Double(own.count), "\(kind)")
        }
    }
}
