import Foundation
import GRDB
import Markup
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Library

@Suite struct `A pack's page among stories` {
    @Test func `pages are never unread or new, whatever versions bring, for new readers too`() async throws {
        let fixture = try await PackLibraryFixture(address: "https://c.test/guide.pack")
        let (library, id) = (fixture.base.library, fixture.edition.id)
        try await fixture.base.follow("https://a.test/feed", stories: [fixture.base.story("1")])
        try await library.readers.recordVisit(for: fixture.me)
        let newest = try #require(try await library.stories.newestStory(for: fixture.me))
        func expectNone(_ reader: ReaderID) async throws {
            try await library.editions.refreshIfStale(id, for: reader)
            #expect(try await library.editions.unread(in: id, for: reader) == .zero)
            #expect(try await library.editions.sections(of: id, for: reader).map(\.unread) == [.zero])
            #expect(try await library.stories.newStoryCount(since: newest, for: reader, in: id) == 0)
            #expect(try await library.stories.list(.within(id, .unread), for: reader, depth: 9).rows.isEmpty)
        }
        var draft = try PackDraft.county()
        try await fixture.install(draft)
        try await expectNone(fixture.me)
        try await fixture.base.execute("insert into reader (name, created_at) values ('Second', 0)")
        let second = ReaderID(rawValue: 2)
        try await expectNone(second)
        draft.version = "2"
        try draft.add("more", "More", text: "More")
        try await fixture.install(draft)
        for reader in [fixture.me, second] { try await expectNone(reader) }
        let page = try await fixture.page("more").summary.story
        _ = try await library.marks.mark([page], as: .read, false, for: fixture.me)
        try await expectNone(fixture.me)
        #expect(try await library.editions.unread(in: .mine, for: fixture.me).value == 1)
        #expect(try await library.context.compactReadThrough() == 0)
    }

    @Test func `pages outlast retention, and those removed leave search and lists`() async throws {
        let fixture = try await PackLibraryFixture()
        let draft = try PackDraft.county()
        try await fixture.install(draft)
        fixture.base.clock.advance(days: 1000)
        #expect(try await fixture.base.library.context.purge() == 0)
        #expect(try await fixture.page("loom").text.text.contains("Weaving"))
        try await fixture.install(draft.version("2").without("drink").without("loom"))
        #expect(
            try await fixture.base.library.search.find("weaving", for: fixture.me, in: .within(nil, .everything)).hits
                .isEmpty)
        #expect(try await fixture.base.number("select count(*) from channel_story") == 6)
        await #expect(throws: LibraryError.notThere) { _ = try await fixture.page("loom") }
        try await fixture.base.library.context.database.write { transaction in
            _ = try transaction.run("insert into story_search (story_search) values ('integrity-check')")
        }
    }

    @Test func `search finds pages in their edition and everywhere, also before anybody opened it`() async throws {
        let fixture = try await PackLibraryFixture()
        try await fixture.install(PackDraft.county())
        let loom = try await fixture.page("loom").summary.story
        for list in [StoryList.within(fixture.edition.id, .everything), .within(nil, .everything)] {
            let found = try await fixture.base.library.search.find("weaving", for: fixture.me, in: list)
            #expect(found.hits.map(\.row.id) == [loom], "\(list)")
            #expect(found.hits.first?.row.channelTitle == "The guide")
        }
        #expect(try await fixture.base.library.search.find("weaving", for: fixture.me, in: .everything).hits.isEmpty)
    }

    @Test func `cleaning texts again leaves links and pictures inside the pack as they are`() async throws {
        let fixture = try await PackLibraryFixture()
        var draft = try PackDraft.county()
        let picture = draft.picture("inside")
        let address = PackAddress.medium(picture)
        try draft.add(
            "links", "Links", text: "<a href=\"page/food\">Food</a> <img src=\"\(address)\" alt=\"Gate\">")
        try await fixture.install(draft)
        let before = try await fixture.page("links").text
        #expect(before.text.contains(PackAddress.page("food")) && before.text.contains(address))
        try await fixture.base.execute("update story_text set rules_version = 0, html = '<p>old</p>'")
        #expect(try await Resanitizer(library: fixture.base.library).run() == 9)
        #expect(try await fixture.page("links").text == before)
        // The pictures of a pack are local files, which are never fetched.
        #expect(try await fixture.base.number("select count(*) from picture") == 0)
        #expect(try await fixture.base.number("select count(*) from story_picture") == 0)
    }

    @Test func `pages are no duplicates, match no topic, and no mute hides them`() async throws {
        let fixture = try await PackLibraryFixture()
        let library = fixture.base.library
        let words = String(repeating: "Weaving since eighteen ninety in the county. ", count: 20)
        var story = try fixture.base.story("1", title: "Loom University opens its mills", text: words)
        story.link = try webAddress("https://c.test/mills")
        try await fixture.base.follow("https://a.test/feed", stories: [story])
        var draft = try PackDraft.county()
        try draft.add("mills", "Loom University opens its mills", text: words, address: "https://c.test/mills")
        let paper = Edition(
            id: EditionID(rawValue: "paper"), title: "P", sections: .listed([]), topics: TopicOptions())
        try await library.mutes.mute(MuteRule(kind: .words, words: "weaving", inText: true), for: fixture.me)
        _ = try await library.topics.follow(.words("Weaving"), in: paper, for: fixture.me)
        try await fixture.install(draft)
        try await library.mutes.mute(MuteRule(kind: .words, words: "mills"), for: fixture.me)
        _ = try await library.topics.follow(.words("mills"), in: paper, for: fixture.me)
        let page = try await fixture.page("mills").summary.story.rawValue
        for table in ["muted_story", "story_group"] {
            #expect(try await fixture.base.number("select count(*) from \(table) where story_id = \(page)") == 0)
        }
        let channels = try await fixture.base.number("select count(*) from channel_story where story_id = \(page)")
        #expect(channels == 1)
    }

    @Test func `a pack without an address is never due, asked or leased, and counts as healthy once installed`()
        async throws
    {
        let fixture = try await PackLibraryFixture()
        let library = fixture.base.library.withSources(
            SourceCatalog([.pack: { [source = fixture.base.source] _ in source }]))
        for _ in 0..<3 {
            try await library.editions.refreshIfStale(fixture.edition.id, for: fixture.me)
            _ = try await library.editions.requestRefresh(of: fixture.edition.id, for: fixture.me)
            _ = try await library.refreshing.requestRefresh(
                nil, reason: .manual, for: fixture.me, minimumInterval: .zero)
            await Refresher(library: library).runOnce(reason: .manual)
            fixture.base.clock.advance(days: 2)
        }
        #expect(fixture.base.source.requests.isEmpty)
        #expect(try await fixture.base.number("select count(*) from channel where due_at is not null") == 0)
        let revision = library.revision(for: fixture.me)
        try await library.editions.refreshIfStale(fixture.edition.id, for: fixture.me)
        #expect(library.revision(for: fixture.me) == revision)
        try await fixture.install(PackDraft.county())
        #expect(try await library.editions.health(of: fixture.edition.id, for: fixture.me) == .healthy)
    }

    @Test func `an edition that gets another address, or none, keeps its pages and their ids`() async throws {
        let fixture = try await PackLibraryFixture(address: "https://c.test/guide.pack")
        try await fixture.install(PackDraft.county())
        let story = try await fixture.page("loom").summary.story
        for address in ["https://d.test/guide.pack", nil] {
            let edition = try PackLibraryFixture.edition(address: address)
            try await fixture.base.library.editions.synchronize([edition])
            let page = try await fixture.packs.page("loom", in: edition, for: fixture.me)
            #expect(page.summary.story == story)
            let found = try await fixture.base.library.search.find(
                "weaving", for: fixture.me, in: .within(edition.id, .everything))
            #expect(found.hits.map(\.row.id) == [story])
        }
        #expect(try await fixture.base.number("select count(*) from channel where due_at is not null") == 0)
    }
}
