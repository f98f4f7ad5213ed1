import Foundation
import News
import TestSupport
import Testing

@testable import Library

@Suite struct `Kinds of headlines` {
    @Test(
        .mission("BREAK-41"),
        arguments: [
            (HeadlineKind.teasers, "You Won't Believe What Washed Ashore"),
            (.teasers, "He opened the letter. What happened next surprised the town"),
            (.teasers, "The Internet Is Losing It Over This Goat"),
            (.lists, "17 things to do with a leek"),
            (.lists, "The 9 Best Hidden Reasons to Stay"),
            (.lists, "Ten small, clever ways to save"),
            (.lists, "Top 25 photos of the week"),
            (.deals, "The best deals on kettles"),
            (.deals, "Hotel PROMO-CODES for November"),
            (.games, "Today’s Wordle: hints and answer"),
            (.games, "Horoscope for Saturday"),
            (.gossip, "Lena Stark Claps Back at Fans"),
            (.lists, "Leeks: 17 things to do"),
            (.lists, "6 towers you can climb"),
            (.shouting, "COUNCIL VOTES TO CLOSE THE BRIDGE"),
            (.shouting, "They did what?!"),
            (.shouting, "We won!!"),
        ])
    func `are told by their phrases and patterns`(kind: HeadlineKind, title: String) {
        for other in HeadlineKind.allCases {
            #expect(HeadlineMatcher(other).matches(title) == (other == kind), "\(other)")
        }
    }

    @Test(
        .mission("BREAK-41"),
        arguments: [
            "", "!", "17", "The 9",
            "Nobody believes you", "What happened on Pell Road", "The reason the ferry stopped",
            "17 people rescued in ways nobody expected", "Two ideas for the harbour", "2026 photos of the year",
            "Police list 12 suspects", "1,000 things", "Three ships", "How 17 things went",
            "A good deal for dockers", "Best in show", "The code of the sea", "Gifted pupils guide visitors",
            "Lottery funds the pier", "Crossword champion retires",
            "NASA, ESA, JAXA", "Fire! Two hurt", "Flood: 40 homes lost", "Who pays?", "US, EU, UN and NATO meet",
            "潮汐每天来两次", "A B C D E",
        ])
    func `leave ordinary headlines alone`(title: String) {
        for kind in HeadlineKind.allCases { #expect(!HeadlineMatcher(kind).matches(title), "\(kind)") }
    }

    @Test(arguments: [
        ("Here: the best deals on kettles", ["best deals"]), ("Leeks: 17 things to do", ["17", "things"]),
        ("COUNCIL VOTES TO CLOSE THE BRIDGE", ["COUNCIL VOTES TO CLOSE THE BRIDGE"]), ("They did what?! Now", ["?!"]),
        ("Three ships", []),
    ]) func `mark in a title what their reasons name`(title: String, marked: [String]) {
        let parts = HeadlineMatcher.parts(of: title, for: HeadlineMatcher.reasons(of: title))
        #expect(parts.map(\.text).joined() == title)
        #expect(parts.filter(\.isMatch).map(\.text) == marked)
    }

    @Test func `have phrases that each match, once`() {
        for kind in HeadlineKind.allCases where kind != .lists {
            for phrase in kind.phrases { #expect(HeadlineMatcher(kind).matches("So: \(phrase), again"), "\(phrase)") }
        }
        for noun in HeadlineKind.lists.phrases { #expect(HeadlineMatcher(.lists).matches("12 \(noun)"), "\(noun)") }
        let all = HeadlineKind.allCases.flatMap(\.phrases)
        #expect(Set(all).count == all.count && all.allSatisfy { $0 == $0.lowercased() })
    }

    private func makeFixture() async throws -> (fixture: LibraryFixture, channel: ChannelID) {
        let fixture = try LibraryFixture()
        let channel = try await fixture.follow(
            "https://a.test/feed",
            stories: [
                fixture.story("1", minutesAgo: 1, title: "You won’t believe this pier"),
                fixture.story("2", minutesAgo: 2, title: "A pier", text: "You won't believe what happened next."),
                fixture.story("3", minutesAgo: 3, title: "Nine reasons to swim"),
            ])
        return (fixture, channel)
    }

    @Test(.mission("BREAK-41"))
    func `are shown until a reader hides them, and then say which rule hides them`() async throws {
        let (fixture, channel) = try await makeFixture()
        #expect(try await fixture.titles(.everything).count == 3)
        let rule = MuteRule(hiding: .teasers)
        let preview = try await fixture.library.mutes.preview(rule, for: fixture.me)
        #expect(preview.count.value == 1)
        let found = try #require(preview.newest.first)
        #expect(found.title.filter(\.isMatch).map(\.text) == ["You won’t believe"] && found.excerpt.isEmpty)
        let id = try await fixture.id("You won’t believe this pier")
        let token = try await fixture.library.mutes.mute(rule, for: fixture.me)
        #expect(try await fixture.titles(.everything).sorted() == ["A pier", "Nine reasons to swim"])
        #expect(
            try await fixture.library.stories.story(id, for: fixture.me, in: nil).row.muteReason?.headlineKind
                == .teasers)
        try await fixture.deliver(
            [fixture.story("4", title: "The mind-blowing pier"), fixture.story("5", title: "Fog")], in: channel,
            at: "https://a.test/feed")
        #expect(try await fixture.titles(.everything).sorted() == ["A pier", "Fog", "Nine reasons to swim"])
        let mute = try #require(try await fixture.library.mutes.all(for: fixture.me).first)
        #expect(mute.hidden.value == 2 && mute.rule == rule)
        let all = try await fixture.library.mutes.preview(mute.rule, for: fixture.me, showing: 20)
        #expect(all.newest.map(\.row.title).sorted() == ["The mind-blowing pier", "You won’t believe this pier"])
        _ = try await fixture.library.marks.undo(token.id, for: fixture.me)
        #expect(try await fixture.titles(.everything).count == 5)
    }

    @Test(.mission("BREAK-41")) func `are hidden in an edition with topics too, by a reader's choice`() async throws {
        let fixture = try TopicFixture()
        func story(_ title: String) throws -> FetchedStory {
            try fixture.base.story(title, minutesAgo: 5, title: title)
        }
        let (fog, pier) = (try story("Fog over the pier"), try story("Nine reasons to love the pier"))
        fixture.put(fog, pier, at: TopicFixture.ledger)
        let headlines = try await fixture.follow(.headlines(country: "gb"))
        let words = try await fixture.follow(.words("pier"))
        try await fixture.refresh()
        let library = fixture.base.library
        func expect(_ shown: [String]) async throws {
            let sections = try await fixture.sections()
            // A story is on the front page only once.
            #expect(sections.map { $0.rows.map(\.title).sorted() } == [shown])
            #expect(sections.map(\.unread.value) == [shown.count])
            for topic in [headlines, words] { #expect(try await fixture.titles(topic).sorted() == shown) }
            let everything = StoryList.within(fixture.edition.id, .everything)
            let all = try await library.stories.list(everything, for: fixture.me, depth: 9)
            #expect(all.rows.map(\.title).sorted() == shown)
            #expect(try await library.editions.unread(in: fixture.edition.id, for: fixture.me).value == shown.count)
        }
        try await expect([fog.title, pier.title])
        try await library.mutes.mute(MuteRule(hiding: .lists), for: fixture.me)
        try await expect([fog.title])
        fixture.put(try story("Ten ways to reach the pier"), fog, pier, at: TopicFixture.ledger)
        fixture.base.clock.advance(7_200)
        try await fixture.refresh()
        try await expect([fog.title])
        let mute = try #require(try await library.mutes.all(for: fixture.me).first)
        #expect(mute.hidden.value == 2)
    }

    @Test func `that this release does not know hide nothing, and cannot be asked for`() async throws {
        let (fixture, channel) = try await makeFixture()
        await #expect(throws: LibraryError.self) {
            try await fixture.library.mutes.mute(MuteRule(kind: .headlines, words: "boring"), for: fixture.me)
        }
        try await fixture.library.mutes.mute(MuteRule(hiding: .lists), for: fixture.me)
        #expect(try await fixture.titles(.everything).count == 2)
        try await fixture.execute("update mute set words = 'boring'")
        try await fixture.deliver(
            [fixture.story("6", title: "Seven signs of spring")], in: channel, at: "https://a.test/feed")
        #expect(try await fixture.titles(.everything).contains("Seven signs of spring"))
        #expect(try await fixture.library.mutes.all(for: fixture.me).map(\.rule.headlineKind) == [nil])
    }
}
