import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `What is muted` {
    let fixture: LibraryFixture
    let harbour: ChannelID
    let press: ChannelID

    init() async throws {
        fixture = try LibraryFixture()
        harbour = try await fixture.follow(
            "https://a.test/feed", folder: "Local",
            stories: [
                fixture.story("1", minutesAgo: 1, title: "The Café by the tide"),
                fixture.story(
                    "2", minutesAgo: 2, title: "Cafeteria closes",
                    text: String(repeating: "Words come first. ", count: 60) + "No tide table here"),
                fixture.story("3", minutesAgo: 3, title: "Bells", link: "https://www.bells.example/x"),
            ])
        press = try await fixture.follow(
            "https://b.test/feed",
            stories: [
                fixture.story("4", minutesAgo: 4, title: "Tide, table and time"),
                fixture.story("5", minutesAgo: 5, title: "潮汐每天来两次"),
            ])
    }

    private func words(_ text: String, inText: Bool = false) -> MuteRule {
        MuteRule(kind: .words, words: text, inText: inText)
    }
    private func unread() async throws -> Int {
        try await fixture.library.stories.list(.unread, for: fixture.me, depth: 100).unread.value
    }
    private var everything: [String] {
        get async throws { try await fixture.titles(.everything).sorted() }
    }

    @Test(arguments: [
        ("tide", ["Bells", "Cafeteria closes", "潮汐每天来两次"]),
        ("CAFE", ["Bells", "Cafeteria closes", "Tide, table and time", "潮汐每天来两次"]),
        ("tide table", ["Bells", "Cafeteria closes", "The Café by the tide", "潮汐每天来两次"]),
        ("潮汐", ["Bells", "Cafeteria closes", "The Café by the tide", "Tide, table and time"]),
    ])
    func `Words are whole, folded, and phrases stand together`(typed: String, left: [String]) async throws {
        let preview = try await fixture.library.mutes.preview(words(typed), for: fixture.me)
        #expect(preview.count.value == 5 - left.count && !preview.isPartial)
        #expect(preview.newest.allSatisfy { !left.contains($0.row.title) } && preview.newest.count == 5 - left.count)
        #expect(try await everything.count == 5, "a preview changes nothing")
        try await fixture.library.mutes.mute(words(typed), for: fixture.me)
        #expect(try await everything == left.sorted())
        #expect(try await fixture.titles(.unread).sorted() == left.sorted())
        #expect(try await unread() == left.count)
    }

    @Test func `A preview shows where each story matches`() async throws {
        func shown(_ rule: MuteRule) async throws -> [String] {
            try await fixture.library.mutes.preview(rule, for: fixture.me).newest.map { story in
                [story.title, story.excerpt].map { parts in
                    parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
                }.joined(separator: " | ")
            }
        }
        #expect(try await shown(words("cafe")) == ["The [Café] by the tide | "])
        #expect(try await shown(words("tide table")) == ["[Tide, table] and time | "], "as a phrase")
        #expect(try await shown(words("潮汐")) == ["[潮汐]每天来两次 | "])
        let inText = try await shown(words("no tide", inText: true))
        #expect(inText.count == 1 && inText.first?.hasPrefix("Cafeteria closes | …") == true)
        #expect(inText.first?.hasSuffix("Words come first. [No tide] table here") == true)
        let site = MuteRule(kind: .site, words: "bells.example")
        #expect(try await shown(site) == ["Bells | [www.bells.example]"])
        let feed = MuteRule(kind: .feed, words: "a.test", channel: press)
        #expect(try await shown(feed).sorted() == ["Tide, table and time | ", "潮汐每天来两次 | "])
    }

    @Test func `A text is looked into only when asked for`() async throws {
        try await fixture.library.mutes.mute(words("no tide"), for: fixture.me)
        #expect(try await everything.count == 5)
        try await fixture.library.mutes.mute(words("no tide", inText: true), for: fixture.me)
        #expect(try await everything.contains("Cafeteria closes") == false)
    }

    @Test func `A site is its own and what lies below it`() async throws {
        try await fixture.library.mutes.mute(MuteRule(kind: .site, words: "https://bells.example/"), for: fixture.me)
        #expect(try await everything.contains("Bells") == false)
        #expect(try await everything.count == 4)
        await #expect(throws: LibraryError.self) {
            try await fixture.library.mutes.mute(MuteRule(kind: .site, words: "no site"), for: fixture.me)
        }
    }

    @Test func `An author is found within a byline`() async throws {
        var story = try fixture.story("6", title: "By two")
        story.byline = "Jane Doe and John Roe"
        try await fixture.deliver([story], in: press, at: "https://b.test/feed")
        try await fixture.library.mutes.mute(MuteRule(kind: .author, words: "jane doe"), for: fixture.me)
        #expect(try await everything.contains("By two") == false)
    }

    @Test func `A muted feed is on its own page alone`() async throws {
        try await fixture.library.mutes.mute(MuteRule(kind: .feed, words: "B", channel: press), for: fixture.me)
        #expect(try await everything == ["Bells", "Cafeteria closes", "The Café by the tide"])
        #expect(try await fixture.titles(.channel(press)).count == 2)
        #expect(try await unread() == 3)
        let front = try await fixture.library.stories.frontPage(for: fixture.me)
        #expect(front.sections.map(\.title) == ["Local"] && front.unread.value == 3)
        // Marking all shown stories leaves the muted feed alone.
        let through = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        let ticket = try await fixture.library.marks.markAllRead(.everything, through: through, for: fixture.me)
        #expect(ticket.count == 3)
        let mute = try #require(try await fixture.library.mutes.all(for: fixture.me).first)
        #expect(mute.hidden.value == 2)
        _ = try await fixture.library.mutes.unmute(mute.id, for: fixture.me)
        #expect(try await unread() == 2)
    }

    @Test func `Counts, neighbours and arrivals leave muted stories out`() async throws {
        let before = try #require(try await fixture.library.stories.newestStory(for: fixture.me))
        try await fixture.library.mutes.mute(words("tide"), for: fixture.me)
        let counts = try await fixture.library.subscriptions.folders(for: fixture.me).flatMap(\.subscriptions)
        #expect(counts.map(\.unread.value).reduce(0, +) == 3)
        let last = try await fixture.library.stories.story(fixture.id("潮汐每天来两次"), for: fixture.me, in: .everything)
        #expect(last.previous?.title == "Bells")
        let bells = try await fixture.library.stories.story(fixture.id("Bells"), for: fixture.me, in: .everything)
        #expect(bells.next?.title == "潮汐每天来两次")
        fixture.clock.advance(3600)
        try await fixture.deliver(
            [fixture.story("7", title: "Spring tide"), fixture.story("8", title: "Fog")], in: press,
            at: "https://b.test/feed")
        #expect(try await fixture.library.stories.newStoryCount(since: before, for: fixture.me) == 1)
        #expect(try await everything.contains("Spring tide") == false)
        let ticket = try await fixture.library.marks.markAllRead(
            .unread, through: try #require(try await fixture.library.stories.newestStory(for: fixture.me)),
            for: fixture.me)
        #expect(ticket.count == 4)
    }

    @Test func `A story that changes is judged again`() async throws {
        try await fixture.library.mutes.mute(words("fog"), for: fixture.me)
        try await fixture.deliver(
            [fixture.story("4", minutesAgo: 4, title: "Fog")], in: press, at: "https://b.test/feed")
        #expect(try await everything.contains("Fog") == false)
        try await fixture.deliver(
            [fixture.story("4", minutesAgo: 4, title: "Sun")], in: press, at: "https://b.test/feed")
        #expect(try await everything.contains("Sun"))
    }

    @Test func `Saved stories and search show what is muted, and why`() async throws {
        let id = try await fixture.id("Tide, table and time")
        _ = try await fixture.library.marks.mark([id], as: .saved, true, for: fixture.me)
        try await fixture.library.mutes.mute(words("Tide"), for: fixture.me)
        let saved = try await fixture.library.stories.list(.saved, for: fixture.me, depth: 10).rows
        #expect(saved.map(\.muteReason?.words) == ["Tide"])
        let hits = try await fixture.library.search.find("tide", for: fixture.me).hits
        #expect(
            hits.filter { $0.row.title.contains("ide") }.allSatisfy { $0.row.muteReason?.words == "Tide" }
                && hits.count == 3)
        #expect(try await fixture.library.stories.story(id, for: fixture.me, in: nil).row.muteReason?.words == "Tide")
    }

    @Test func `Undo and unmuting bring everything back, and undo of unmuting hides again`() async throws {
        let all = try await everything
        let ticket = try await fixture.library.mutes.mute(words("tide"), for: fixture.me)
        #expect(try await fixture.library.marks.undo(ticket.id, for: fixture.me) == 1)
        #expect(try await everything == all)
        #expect(try await fixture.library.mutes.all(for: fixture.me).isEmpty)
        #expect(try await fixture.number("select count(*) from muted_story") == 0)

        try await fixture.library.mutes.mute(words("tide"), for: fixture.me)
        let hidden = try await everything
        let rule = try #require(try await fixture.library.mutes.all(for: fixture.me).first)
        let back = try await fixture.library.mutes.unmute(rule.id, for: fixture.me)
        #expect(try await everything == all)
        _ = try await fixture.library.marks.undo(back.id, for: fixture.me)
        #expect(try await everything == hidden)
        #expect(try await fixture.library.mutes.all(for: fixture.me).map(\.id) == [rule.id])
    }

    @Test func `A rule is changed in its place, and that can be undone too`() async throws {
        try await fixture.library.mutes.mute(words("tide"), for: fixture.me)
        let rule = try #require(try await fixture.library.mutes.all(for: fixture.me).first)
        let ticket = try await fixture.library.mutes.mute(words("bells"), changing: rule.id, for: fixture.me)
        #expect(try await everything.count == 4)
        #expect(try await fixture.library.mutes.all(for: fixture.me).map(\.rule.words) == ["bells"])
        _ = try await fixture.library.marks.undo(ticket.id, for: fixture.me)
        #expect(try await everything.count == 3)
        #expect(try await fixture.library.mutes.all(for: fixture.me).map(\.rule.words) == ["tide"])
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.mutes.mute(words("x"), changing: MuteID(rawValue: 99), for: fixture.me)
        }
    }

    @Test func `A rule ends when its time has come, and the pages know`() async throws {
        try await fixture.library.mutes.mute(words("tide"), until: fixture.clock.now + 86_400, for: fixture.me)
        fixture.clock.advance(86_399)
        try await fixture.library.mutes.runMaintenance()
        #expect(try await everything.count == 3)
        let revision = fixture.library.revision(for: fixture.me)
        fixture.clock.advance(1)
        try await fixture.library.mutes.runMaintenance()
        #expect(try await everything.count == 5)
        #expect(fixture.library.revision(for: fixture.me) > revision)
        #expect(try await fixture.library.mutes.all(for: fixture.me).isEmpty)
    }

    @Test func `Many old stories are judged in the background, the newest at once`() async throws {
        let many = try (10..<2600).map { try fixture.story("\($0)", minutesAgo: Double($0), title: "Old tide") }
        try await fixture.deliver(many, in: press, at: "https://b.test/feed")
        try await fixture.library.mutes.mute(words("tide"), for: fixture.me)
        #expect(try await fixture.number("select count(*) from muted_story") == 2000)
        #expect(try await fixture.number("select count(*) from mute where applied_down_to_story_id > 0") == 1)
        let revision = fixture.library.revision(for: fixture.me)
        try await fixture.library.mutes.runMaintenance()
        #expect(try await fixture.number("select count(*) from muted_story") == 2592)
        #expect(try await fixture.number("select count(*) from mute where applied_down_to_story_id > 0") == 0)
        #expect(fixture.library.revision(for: fixture.me) > revision)
        #expect(try await unread() == 3)
        #expect(try await everything.count == 3)
    }

    @Test func `A rule that says nothing is refused`() async throws {
        for rule in [words(" "), words("…"), MuteRule(kind: .author, words: ""), MuteRule(kind: .feed, words: "x")] {
            await #expect(throws: LibraryError.self) { try await fixture.library.mutes.mute(rule, for: fixture.me) }
        }
        await #expect(throws: LibraryError.notThere) {
            try await fixture.library.mutes.mute(
                MuteRule(kind: .feed, words: "x", channel: ChannelID(rawValue: 99)), for: fixture.me)
        }
    }
}
