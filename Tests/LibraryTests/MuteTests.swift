import Foundation
import News
import Testing

@testable import Library

@Suite struct `What is muted` {
    let house: TestHouse
    let harbour: ChannelID
    let press: ChannelID

    init() async throws {
        house = try TestHouse()
        harbour = try await house.follow(
            "https://a.test/feed", folder: "Local",
            stories: [
                house.story("1", minutesAgo: 1, title: "The Café by the tide"),
                house.story(
                    "2", minutesAgo: 2, title: "Cafeteria closes",
                    text: String(repeating: "Words come first. ", count: 60) + "No tide table here"),
                house.story("3", minutesAgo: 3, title: "Bells", link: "https://www.bells.example/x"),
            ])
        press = try await house.follow(
            "https://b.test/feed",
            stories: [
                house.story("4", minutesAgo: 4, title: "Tide, table and time"),
                house.story("5", minutesAgo: 5, title: "潮汐每天来两次"),
            ])
    }

    private func words(_ text: String, inText: Bool = false) -> MuteRule {
        MuteRule(kind: .words, words: text, inText: inText)
    }
    private func unread() async throws -> Int {
        try await house.library.stories.list(.unread, for: house.me, depth: 100).unread.value
    }
    private var everything: [String] {
        get async throws { try await house.titles(.everything).sorted() }
    }

    @Test(arguments: [
        ("tide", ["Bells", "Cafeteria closes", "潮汐每天来两次"]),
        ("CAFE", ["Bells", "Cafeteria closes", "Tide, table and time", "潮汐每天来两次"]),
        ("tide table", ["Bells", "Cafeteria closes", "The Café by the tide", "潮汐每天来两次"]),
        ("潮汐", ["Bells", "Cafeteria closes", "The Café by the tide", "Tide, table and time"]),
    ])
    func `Words are whole, folded, and phrases stand together`(typed: String, left: [String]) async throws {
        let preview = try await house.library.mutes.preview(words(typed), for: house.me)
        #expect(preview.count.value == 5 - left.count && !preview.isPartial)
        #expect(preview.newest.allSatisfy { !left.contains($0.title) } && preview.newest.count == 5 - left.count)
        #expect(try await everything.count == 5, "a preview changes nothing")
        try await house.library.mutes.mute(words(typed), for: house.me)
        #expect(try await everything == left.sorted())
        #expect(try await house.titles(.unread).sorted() == left.sorted())
        #expect(try await unread() == left.count)
    }

    @Test func `A text is looked into only when asked for`() async throws {
        try await house.library.mutes.mute(words("no tide"), for: house.me)
        #expect(try await everything.count == 5)
        try await house.library.mutes.mute(words("no tide", inText: true), for: house.me)
        #expect(try await everything.contains("Cafeteria closes") == false)
    }

    @Test func `A site is its own and what lies below it`() async throws {
        try await house.library.mutes.mute(MuteRule(kind: .site, words: "https://bells.example/"), for: house.me)
        #expect(try await everything.contains("Bells") == false)
        #expect(try await everything.count == 4)
        await #expect(throws: LibraryError.self) {
            try await house.library.mutes.mute(MuteRule(kind: .site, words: "no site"), for: house.me)
        }
    }

    @Test func `An author is found within a byline`() async throws {
        var story = try house.story("6", title: "By two")
        story.byline = "Jane Doe and John Roe"
        try await house.arrive([story], in: press, at: "https://b.test/feed")
        try await house.library.mutes.mute(MuteRule(kind: .author, words: "jane doe"), for: house.me)
        #expect(try await everything.contains("By two") == false)
    }

    @Test func `A muted feed is on its own page alone`() async throws {
        try await house.library.mutes.mute(MuteRule(kind: .feed, words: "B", channel: press), for: house.me)
        #expect(try await everything == ["Bells", "Cafeteria closes", "The Café by the tide"])
        #expect(try await house.titles(.channel(press)).count == 2)
        #expect(try await unread() == 3)
        let front = try await house.library.stories.frontPage(for: house.me)
        #expect(front.sections.map(\.title) == ["Local"] && front.unread.value == 3)
        // Marking all of what is shown leaves the muted feed alone.
        let through = try #require(try await house.library.stories.newest(for: house.me))
        let ticket = try await house.library.marks.markAllRead(.everything, through: through, for: house.me)
        #expect(ticket.count == 3)
        let mute = try #require(try await house.library.mutes.all(for: house.me).first)
        #expect(mute.hidden.value == 2)
        _ = try await house.library.mutes.unmute(mute.id, for: house.me)
        #expect(try await unread() == 2)
    }

    @Test func `Counts, neighbours and arrivals leave muted stories out`() async throws {
        let before = try #require(try await house.library.stories.newest(for: house.me))
        try await house.library.mutes.mute(words("tide"), for: house.me)
        let counts = try await house.library.subscriptions.all(for: house.me).flatMap(\.subscriptions)
        #expect(counts.map(\.unread.value).reduce(0, +) == 3)
        let last = try await house.library.stories.story(house.id("潮汐每天来两次"), for: house.me, in: .everything)
        #expect(last.previous?.title == "Bells")
        let bells = try await house.library.stories.story(house.id("Bells"), for: house.me, in: .everything)
        #expect(bells.next?.title == "潮汐每天来两次")
        house.clock.advance(3600)
        try await house.arrive(
            [house.story("7", title: "Spring tide"), house.story("8", title: "Fog")], in: press,
            at: "https://b.test/feed")
        #expect(try await house.library.stories.arrived(since: before, for: house.me) == 1)
        #expect(try await everything.contains("Spring tide") == false)
        let ticket = try await house.library.marks.markAllRead(
            .unread, through: try #require(try await house.library.stories.newest(for: house.me)), for: house.me)
        #expect(ticket.count == 4)
    }

    @Test func `A story that changes is judged again`() async throws {
        try await house.library.mutes.mute(words("fog"), for: house.me)
        try await house.arrive([house.story("4", minutesAgo: 4, title: "Fog")], in: press, at: "https://b.test/feed")
        #expect(try await everything.contains("Fog") == false)
        try await house.arrive([house.story("4", minutesAgo: 4, title: "Sun")], in: press, at: "https://b.test/feed")
        #expect(try await everything.contains("Sun"))
    }

    @Test func `Saved stories and search show what is muted, and why`() async throws {
        let id = try await house.id("Tide, table and time")
        _ = try await house.library.marks.mark([id], as: .saved, true, for: house.me)
        try await house.library.mutes.mute(words("Tide"), for: house.me)
        let saved = try await house.library.stories.list(.saved, for: house.me, depth: 10).rows
        #expect(saved.map(\.mutedBy) == ["Tide"])
        let hits = try await house.library.search.find("tide", for: house.me).hits
        #expect(hits.filter { $0.row.title.contains("ide") }.allSatisfy { $0.row.mutedBy == "Tide" } && hits.count == 3)
        #expect(try await house.library.stories.story(id, for: house.me, in: nil).row.mutedBy == "Tide")
    }

    @Test func `Undo and unmuting bring everything back, and undo of unmuting hides again`() async throws {
        let all = try await everything
        let ticket = try await house.library.mutes.mute(words("tide"), for: house.me)
        #expect(try await house.library.marks.undo(ticket.id, for: house.me) == 1)
        #expect(try await everything == all)
        #expect(try await house.library.mutes.all(for: house.me).isEmpty)
        #expect(try await house.number("select count(*) from muted_story") == 0)

        try await house.library.mutes.mute(words("tide"), for: house.me)
        let hidden = try await everything
        let rule = try #require(try await house.library.mutes.all(for: house.me).first)
        let back = try await house.library.mutes.unmute(rule.id, for: house.me)
        #expect(try await everything == all)
        _ = try await house.library.marks.undo(back.id, for: house.me)
        #expect(try await everything == hidden)
        #expect(try await house.library.mutes.all(for: house.me).map(\.id) == [rule.id])
    }

    @Test func `A rule is changed in its place, and that can be undone too`() async throws {
        try await house.library.mutes.mute(words("tide"), for: house.me)
        let rule = try #require(try await house.library.mutes.all(for: house.me).first)
        let ticket = try await house.library.mutes.mute(words("bells"), changing: rule.id, for: house.me)
        #expect(try await everything.count == 4)
        #expect(try await house.library.mutes.all(for: house.me).map(\.rule.words) == ["bells"])
        _ = try await house.library.marks.undo(ticket.id, for: house.me)
        #expect(try await everything.count == 3)
        #expect(try await house.library.mutes.all(for: house.me).map(\.rule.words) == ["tide"])
        await #expect(throws: LibraryError.notThere) {
            try await house.library.mutes.mute(words("x"), changing: MuteID(rawValue: 99), for: house.me)
        }
    }

    @Test func `A rule ends when its time has come, and the pages know`() async throws {
        try await house.library.mutes.mute(words("tide"), until: house.clock.now + 86_400, for: house.me)
        house.clock.advance(86_399)
        try await house.library.mutes.tend()
        #expect(try await everything.count == 3)
        let revision = house.library.revision(for: house.me)
        house.clock.advance(1)
        try await house.library.mutes.tend()
        #expect(try await everything.count == 5)
        #expect(house.library.revision(for: house.me) > revision)
        #expect(try await house.library.mutes.all(for: house.me).isEmpty)
    }

    @Test func `Many old stories are judged in the background, the newest at once`() async throws {
        let many = try (10..<2600).map { try house.story("\($0)", minutesAgo: Double($0), title: "Old tide") }
        try await house.arrive(many, in: press, at: "https://b.test/feed")
        try await house.library.mutes.mute(words("tide"), for: house.me)
        #expect(try await house.number("select count(*) from muted_story") == 2000)
        #expect(try await house.number("select count(*) from mute where swept_to > 0") == 1)
        let revision = house.library.revision(for: house.me)
        try await house.library.mutes.tend()
        #expect(try await house.number("select count(*) from muted_story") == 2592)
        #expect(try await house.number("select count(*) from mute where swept_to > 0") == 0)
        #expect(house.library.revision(for: house.me) > revision)
        #expect(try await unread() == 3)
        #expect(try await everything.count == 3)
    }

    @Test func `A rule that says nothing is refused`() async throws {
        for rule in [words(" "), words("…"), MuteRule(kind: .author, words: ""), MuteRule(kind: .feed, words: "x")] {
            await #expect(throws: LibraryError.self) { try await house.library.mutes.mute(rule, for: house.me) }
        }
        await #expect(throws: LibraryError.notThere) {
            try await house.library.mutes.mute(
                MuteRule(kind: .feed, words: "x", channel: ChannelID(rawValue: 99)), for: house.me)
        }
    }
}
