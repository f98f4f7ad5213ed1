import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of followed words and places, which are searched in all arriving stories.
@Suite struct TopicMatchTests {
    let fixture: TopicFixture
    private let own = "https://own.test/feed"

    init() throws { fixture = try TopicFixture() }

    private func story(_ key: String, _ title: String, dek: String? = nil, text: String = "", minutesAgo: Double = 5)
        throws -> FetchedStory
    {
        var story = try fixture.base.story(key, minutesAgo: minutesAgo, title: title, text: text)
        story.dek = dek
        return story
    }

    // MARK: Arrival

    @Test(.mission("BREAK-39"))
    func `a new story with the words appears in their section, whatever channel brought it`() async throws {
        let tide = try await fixture.follow(.words("Tide barrier"))
        try await fixture.follow(.headlines(country: "gb"))
        fixture.put(
            try story("1", "The TIDE BARRIER holds"), try story("2", "Tide and barrier"),
            try story("3", "Harbour", dek: "The tide-barrier, again", minutesAgo: 6),
            try story("4", "Quays", text: "They said the tide barrier opens.", minutesAgo: 7), at: TopicFixture.ledger)
        try await fixture.refresh()
        try await fixture.base.follow(own, title: "Own", stories: [story("5", "My tide barrier", minutesAgo: 8)])
        #expect(try await fixture.titles(tide) == ["The TIDE BARRIER holds", "Harbour", "Quays", "My tide barrier"])
        let rows = try await fixture.base.library.stories.list(.section(tide.section), for: fixture.me, depth: 9).rows
        #expect(rows.map(\.channelTitle) == ["ledger.test", "ledger.test", "ledger.test", "Own"])
        let section = try #require(try await fixture.sections().first { $0.id == tide.section })
        #expect(section.unread.value == 4 && section.rows.count == 3 && section.hasMore)

        try await fixture.topics.unfollow(tide.id, for: fixture.me)
        #expect(try await fixture.base.number("select count(*) from story") == 5, "stories stay")
        #expect(try await fixture.base.titles(.everything) == ["My tide barrier"])
        #expect(try await fixture.base.number("select count(*) from channel where is_result_list = 1") == 0)
        #expect(try await fixture.base.number("select count(*) from channel_story") == 5)
    }

    @Test func `a story that changes is matched anew`() async throws {
        let topic = try await fixture.follow(.words("tide"))
        let channel = try await fixture.base.follow(own, stories: [story("1", "Tide"), story("2", "Calm")])
        #expect(try await fixture.titles(topic) == ["Tide"])
        fixture.base.clock.advance(3600)
        try await fixture.base.deliver([story("1", "Ebb"), story("2", "Calm tide")], in: channel, at: own)
        #expect(try await fixture.titles(topic) == ["Calm tide"])
    }

    @Test func `a topic lists nothing of a muted feed, and everything again when it is muted no more`() async throws {
        let topic = try await fixture.follow(.words("tide"))
        let channel = try await fixture.base.follow(own, stories: [story("1", "Own tide", minutesAgo: 9)])
        try await fixture.base.follow("https://other.test/feed", stories: [story("2", "Other tide", minutesAgo: 8)])
        let mutes = fixture.base.library.mutes
        let rule = MuteRule(kind: .feed, words: "Own", channel: channel)
        let undo = try await mutes.mute(rule, for: fixture.me)
        #expect(try await fixture.titles(topic) == ["Other tide"])
        _ = try await fixture.base.library.marks.undo(undo.id, for: fixture.me)
        #expect(try await fixture.titles(topic) == ["Other tide", "Own tide"])
        try await mutes.mute(rule, for: fixture.me)
        fixture.base.clock.advance(3600)
        try await fixture.base.deliver([story("3", "Later tide")], in: channel, at: own)
        #expect(try await fixture.titles(topic) == ["Other tide"], "what arrives meanwhile")
        let mute = try #require(try await mutes.all(for: fixture.me).first)
        _ = try await mutes.unmute(mute.id, for: fixture.me)
        #expect(Set(try await fixture.titles(topic)) == ["Later tide", "Other tide", "Own tide"])
    }

    // MARK: What is stored

    @Test(.mission("BREAK-39")) func `what is stored already is found when the words are followed`() async throws {
        var stories = try (0..<250).map { try story("\($0)", "Calm \($0)", minutesAgo: Double(10 + $0)) }
        stories[249] = try story("old", "Old", text: "The crème brûlée of tides.", minutesAgo: 9_000)
        stories[2] = try story("dek", "Summary", dek: "A CREME brulee")
        stories[3] = try story("byline", "Byline")
        stories[3].byline = "Creme Brulee"
        try await fixture.base.follow(own, stories: stories)
        let topic = try await fixture.follow(.words("creme brulee"))
        #expect(try await fixture.titles(topic) == ["Summary", "Old"])
    }

    @Test func `what was read is read in a topic, and what a topic's section marks read is read everywhere`()
        async throws
    {
        let channel = try await fixture.base.follow(own, stories: [story("1", "Tide one")])
        let library = fixture.base.library
        _ = try await library.marks.markAllRead(.everything, through: StoryID(rawValue: 1), for: fixture.me)
        let topic = try await fixture.follow(.words("tide"))
        func unread(_ list: StoryList) async throws -> Int {
            try await library.stories.list(list, for: fixture.me, depth: 9).unread.value
        }
        #expect(try await unread(.section(topic.section)) == 0)
        fixture.base.clock.advance(3600)
        try await fixture.base.deliver([story("2", "Tide two"), story("3", "Calm")], in: channel, at: own)
        #expect(try await unread(.section(topic.section)) == 1)
        #expect(try await unread(.everything) == 2)
        _ = try await library.marks.markAllRead(
            .section(topic.section), through: StoryID(rawValue: 99), for: fixture.me)
        #expect(try await unread(.section(topic.section)) == 0)
        #expect(try await unread(.everything) == 1)
        fixture.base.clock.advance(3600)
        try await fixture.base.deliver([story("4", "Tide four")], in: channel, at: own)
        _ = try await library.marks.markAllRead(.everything, through: StoryID(rawValue: 99), for: fixture.me)
        #expect(try await unread(.section(topic.section)) == 0)
        #expect(try await unread(.everything) == 0)
    }

    // MARK: Readers

    @Test func `only stories of a reader's own channels are matched`() async throws {
        try await fixture.addOtherReader()
        let (mine, theirs) = (
            try await fixture.follow(.words("tide")), try await fixture.follow(.words("tide"), for: fixture.other)
        )
        try await fixture.base.follow(own, stories: [story("1", "My tide")])
        #expect(try await fixture.titles(mine) == ["My tide"])
        #expect(try await fixture.titles(theirs, for: fixture.other) == [])
        // The stories also belong to the other reader from then on.
        try await fixture.base.library.subscriptions.follow(.feed, at: webAddress(own), for: fixture.other)
        #expect(try await fixture.titles(theirs, for: fixture.other) == ["My tide"])
    }

    // MARK: Places

    private static let york = PlaceName(name: "York", district: "North Yorkshire", region: "England", country: "gb")
    private static let marlow = PlaceName(name: "Marlow", region: "Bavaria", country: "de")

    @Test(
        .mission("BREAK-38"),
        arguments: [
            (york, "Market in York", "", true), (york, "Market", "A street of York, last week.", true),
            (york, "Floods in NORTH YORKSHIRE", "", true), (york, "Yorkshire pudding", "", false),
            (york, "England wins", "In England.", false), (york, "A yorker at york", "", false),
            (marlow, "Bavaria votes", "", true), (marlow, "Votes", "In Bavaria.", false), (marlow, "Marlow", "", true),
            (PlaceName(name: "Reading", country: "gb"), "A reading list", "Worth reading.", false),
            (PlaceName(name: "Reading", country: "gb"), "Trains to Reading", "", true),
            (PlaceName(name: "Ay", region: "Marne", country: "fr"), "Ay, there", "Ay", false),
            (PlaceName(name: "Ay", region: "Marne", country: "fr"), "Wine of the Marne", "", true),
            (PlaceName(name: "東京", country: "jp"), "今日の東京", "", true),
            (PlaceName(name: "Zürich", country: "ch"), "Trams in Zurich", "", true),
        ])
    func `a place is its name or district anywhere, and without a district its region in titles`(
        place: PlaceName, title: String, text: String, isMatch: Bool
    ) async throws {
        let topic = try await fixture.follow(.place(place))
        try await fixture.base.follow(own, stories: [story("1", title, text: text), story("2", "Calm")])
        #expect(try await fixture.titles(topic) == (isMatch ? [title] : []))
        try await fixture.topics.unfollow(topic.id, for: fixture.me)
        let again = try await fixture.follow(.place(place))
        #expect(try await fixture.titles(again) == (isMatch ? [title] : []), "as what is stored")
        #expect(try await fixture.sections().map(\.title) == [place.name])
    }

    // MARK: Retention and refreshing

    @Test func `matches are kept as other channels' stories are, and purged with their stories`() async throws {
        let fixture = try TopicFixture(
            retention: RetentionPolicy(readDays: 90, unreadDays: 180, minimumPerChannel: 3))
        let topic = try await fixture.follow(.words("tide"))
        let stories = try (0..<9).map { number in
            try fixture.base.story(
                "\(number)", minutesAgo: Double(number), title: number > 3 ? "Tide \(number)" : "Calm")
        }
        try await fixture.base.follow(own, title: "Own", stories: stories)
        fixture.base.clock.advance(181 * 86_400)
        _ = try await fixture.base.library.context.purge()
        #expect(try await fixture.titles(topic) == ["Tide 4", "Tide 5", "Tide 6"])
        let rows = try await fixture.base.library.stories.list(.section(topic.section), for: fixture.me, depth: 9).rows
        #expect(rows.map(\.channelTitle) == ["Own", "Own", "Own"])
        _ = try await fixture.base.library.marks.mark([rows[0].id], as: .saved, true, for: fixture.me)
        try await fixture.topics.unfollow(topic.id, for: fixture.me)
        _ = try await fixture.base.library.context.purge()
        #expect(try await fixture.base.titles(.saved) == ["Tide 4"])
        #expect(try await fixture.base.number("select count(*) from story where purged_at is null") == 4)
        let unlisted = """
            select count(*) from story s where s.purged_at is null
              and not exists (select 1 from channel_story cs where cs.story_id = s.id)
            """
        #expect(try await fixture.base.number(unlisted) == 0)
    }

    @Test func `the channel of what matches is never fetched`() async throws {
        let topic = try await fixture.follow(.words("tide"))
        let (library, me) = (fixture.base.library, fixture.me)
        try await fixture.refresh()
        _ = try await library.editions.requestRefresh(of: fixture.edition.id, for: me)
        let section = topic.section.rawValue
        let number = try #require(
            try await fixture.base.number("select channel_id from section_channel where section_id = \(section)"))
        let channel = ChannelID(rawValue: number)
        #expect(try await library.refreshing.requestRefresh([channel], reason: .manual, for: me).accepted == 0)
        try await library.refreshing.refreshIfStale(channel, for: me)
        // The channel is not fetched, even if somebody follows it as a feed.
        _ = try await library.subscriptions.follow(channel, for: me)
        fixture.base.clock.advance(86_400)
        await fixture.base.refresher.runOnce(reason: .manual)
        #expect(fixture.base.source.requests.isEmpty)
        #expect(try await library.refreshing.status(for: me, of: fixture.edition.id).total == 0)
        #expect(try await library.editions.sections(of: fixture.edition.id, for: me).flatMap(\.channels).isEmpty)
    }
}
