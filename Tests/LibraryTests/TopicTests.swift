import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of the topics that readers follow in an edition.
@Suite struct TopicTests {
    let fixture: TopicFixture

    init() throws { fixture = try TopicFixture() }

    private func story(_ title: String, minutesAgo: Double = 5, link: String? = nil) throws -> FetchedStory {
        try fixture.base.story(title, minutesAgo: minutesAgo, title: title, link: link)
    }

    // MARK: Following

    @Test(.mission("BREAK-32", "BREAK-44"))
    func `what is followed makes the front page's sections, in the reader's order, until it is not`() async throws {
        fixture.put(try story("Election"), at: TopicFixture.ledger)
        fixture.put(try story("Cup final"), at: TopicFixture.postSports)
        try await fixture.follow(.headlines(country: "gb"))
        let sports = try await fixture.follow(.category(.sports))
        try await fixture.refresh()
        #expect(try await fixture.sections().map(\.title) == ["United Kingdom", "Sports"])
        #expect(try await fixture.sections().map { $0.rows.map(\.title) } == [["Election"], ["Cup final"]])
        #expect(try await fixture.sections().map(\.unread.value) == [1, 1])

        try await fixture.topics.move(sports.id, isUp: true, for: fixture.me)
        #expect(try await fixture.sections().map(\.title) == ["Sports", "United Kingdom"])
        try await fixture.topics.move(sports.id, isUp: true, for: fixture.me)
        let followed = try await fixture.topics.topics(in: fixture.edition.id, for: fixture.me)
        #expect(followed.map(\.subject) == [.category(.sports), .headlines(country: "gb")])
        #expect(try await fixture.follow(.category(.sports)) == sports, "what is followed already stays as it is")

        try await fixture.topics.unfollow(sports.id, for: fixture.me)
        #expect(try await fixture.sections().map(\.title) == ["United Kingdom"])
        await #expect(throws: LibraryError.notThere) { try await fixture.titles(sports) }
        await #expect(throws: LibraryError.notThere) {
            try await fixture.topics.unfollow(sports.id, for: fixture.me)
        }
        let due = "select count(*) from channel where due_at is not null and address = '\(TopicFixture.postSports)'"
        #expect(try await fixture.base.number(due) == 0, "its feed is fetched no more")
        #expect(try await fixture.base.number("select count(*) from story where title = 'Cup final'") == 1)
    }

    @Test(
        .mission("BREAK-32"),
        arguments: [
            ("gb", ["en-US"], "gb"), ("GB", [], "gb"), ("nl", ["nl", "en-GB"], "gb"), ("nl", ["nl"], "us"),
            (nil, ["es-AR", "en-GB"], "us"), (nil, ["en-GB"], "gb"), (nil, [], "us"),
        ])
    func `headlines are followed by themselves at the first visit, and never again`(
        country: String?, languages: [String], expected: String
    ) async throws {
        let me = fixture.me
        func visit() async throws {
            try await fixture.topics.followDefaultHeadlines(
                country: country, languages: languages, in: fixture.edition, for: me)
        }
        async let first: Void = visit()
        async let second: Void = visit()
        _ = try await (first, second)
        let followed = try await fixture.topics.topics(in: fixture.edition.id, for: me)
        #expect(followed.map(\.subject) == [.headlines(country: expected)])
        try await fixture.topics.unfollow(try #require(followed.first).id, for: me)
        try await visit()
        #expect(try await fixture.topics.topics(in: fixture.edition.id, for: me).isEmpty)
    }

    @Test(.mission("BREAK-37"))
    func `a category comes from the shelf of the country that is followed, and from all where that has none`()
        async throws
    {
        let sports = try await fixture.follow(.category(.sports))
        #expect(try await fixture.addresses(sports) == [TopicFixture.postSports])
        let science = try await fixture.follow(.category(.science))
        try await fixture.follow(.headlines(country: "us"))
        #expect(try await fixture.addresses(science) == [TopicFixture.ledgerScience])
        let elsewhere = try await fixture.follow(.headlines(country: "fr"))
        #expect(try await fixture.addresses(elsewhere) == [TopicFixture.post], "the first shelf is for all others")
        let publisher = try await fixture.follow(
            .publisher(NewsPublisher(title: "The Ledger", feed: try webAddress(TopicFixture.ledger))))
        #expect(try await fixture.addresses(publisher) == [TopicFixture.ledger])
    }

    @Test(arguments: [
        TopicSubject.words(" … "), .headlines(country: "g"), .headlines(country: "g1"),
        .publisher(NewsPublisher(title: " ")), .place(PlaceName(name: "", country: "gb")),
    ])
    func `a subject that names nothing is not followed`(subject: TopicSubject) async throws {
        do {
            try await fixture.follow(subject)
            Issue.record("followed")
        } catch LibraryError.invalid(let why) { #expect(!why.isEmpty) }
        let plain = Edition(id: fixture.edition.id, title: "P", sections: .listed([]))
        await #expect(throws: LibraryError.notThere) {
            _ = try await fixture.topics.follow(.words("tide"), in: plain, for: fixture.me)
        }
    }

    @Test func `forty topics can be followed, and what is followed already is no further one`() async throws {
        for number in 1...40 { try await fixture.follow(.words("tide \(number)")) }
        do {
            try await fixture.follow(.words("tide 41"))
            Issue.record("a further topic was followed")
        } catch LibraryError.invalid(let why) { #expect(why.contains("40")) }
        try await fixture.follow(.words("tide 40"))
        #expect(try await fixture.topics.topics(in: fixture.edition.id, for: fixture.me).count == 40)
    }

    @Test func `what cannot be followed whole is not followed at all`() async throws {
        try await fixture.base.execute(
            "create trigger no_subscription before insert on section_channel begin select raise(abort, 'no'); end")
        await #expect(throws: LibraryError.self) { try await fixture.follow(.words("tide")) }
        for table in ["topic", "subscription", "section_channel", "channel", "folder where id > 0"] {
            #expect(try await fixture.base.number("select count(*) from \(table)") == 0, "\(table)")
        }
    }

    // MARK: Readers

    @Test(.mission("BREAK-32")) func `nobody sees, opens, counts or marks what another reader follows`() async throws {
        try await fixture.addOtherReader()
        fixture.put(try story("Tide rises"), at: TopicFixture.ledger)
        let mine = try await fixture.follow(.headlines(country: "gb"))
        let words = try await fixture.follow(.words("tide"))
        let theirs = try await fixture.follow(.headlines(country: "us"), for: fixture.other)
        try await fixture.refresh()
        #expect(try await fixture.titles(words) == ["Tide rises"])
        let (library, other) = (fixture.base.library, fixture.other)
        // The other reader follows the same feed, by a topic of their own.
        try await fixture.follow(
            .publisher(NewsPublisher(title: "L", feed: webAddress(TopicFixture.ledger))), for: other)

        #expect(try await fixture.sections(for: other).map(\.title) == ["United States", "L"])
        #expect(try await library.editions.sections(of: fixture.edition.id, for: other).map(\.title).count == 2)
        for section in [mine.section, words.section] {
            await #expect(throws: LibraryError.notThere) {
                try await library.stories.list(.section(section), for: other, depth: 9)
            }
            #expect(try await library.stories.unreadCounts(of: [.section(section)], for: other).first?.value == .zero)
            let marked = try await library.marks.markAllRead(
                .section(section), through: StoryID(rawValue: 99), for: other)
            #expect(marked.count == 0)
            #expect(try await library.search.find("tide", for: other, in: .section(section)).hits.isEmpty)
        }
        #expect(try await library.editions.unread(in: fixture.edition.id, for: other).value == 1)
        #expect(try await library.editions.unread(in: fixture.edition.id, for: fixture.me).value == 1)
        for change in [true, false] {
            await #expect(throws: LibraryError.notThere) {
                if change {
                    try await fixture.topics.unfollow(mine.id, for: other)
                } else {
                    try await fixture.topics.move(mine.id, isUp: true, for: other)
                }
            }
        }
        // A channel that one reader no longer follows is still fetched for the other.
        try await fixture.topics.unfollow(mine.id, for: fixture.me)
        let due = "select count(*) from channel where due_at is not null and address = '\(TopicFixture.ledger)'"
        #expect(try await fixture.base.number(due) == 1)
        #expect(try await fixture.sections(for: other).map(\.id).contains(theirs.section))
        let subscribed =
            "select count(*) from subscription u join channel c on c.id = u.channel_id where u.reader_id = "
        #expect(try await fixture.base.number(subscribed + "1 and c.address = '\(TopicFixture.ledger)'") == 0)
        #expect(try await fixture.base.number(subscribed + "2 and c.address = '\(TopicFixture.ledger)'") == 1)
    }

    @Test func `topics are no folders of the reader's own paper`() async throws {
        let topic = try await fixture.follow(.words("Harbour"))
        let library = fixture.base.library
        _ = try await library.subscriptions.follow(
            .feed, at: webAddress("https://own.test/feed"), folder: "Harbour", for: fixture.me)
        let folders = try await library.subscriptions.folders(for: fixture.me)
        #expect(folders.map(\.title) == ["Harbour"] && folders.first?.id != topic.section)
        #expect(try await library.stories.frontPage(for: fixture.me).sections.map(\.id) == [])
        await #expect(throws: LibraryError.notThere) {
            try await library.subscriptions.renameFolder(topic.section, to: "X", for: fixture.me)
        }
        await #expect(throws: LibraryError.notThere) {
            try await library.subscriptions.removeFolder(topic.section, for: fixture.me)
        }
        // Undoing removes folders that are empty afterwards.
        let undo = try #require(try await library.marks.lastUndo(for: fixture.me, within: 60))
        _ = try await library.marks.undo(undo.id, for: fixture.me)
        #expect(try await library.subscriptions.folders(for: fixture.me).isEmpty)
        #expect(try await fixture.titles(topic) == [])
    }

    // MARK: The edition's file

    @Test func `topics stay while the edition has them, and go with it or with its topics`() async throws {
        let (library, edition) = (fixture.base.library, fixture.edition)
        var plain = edition
        plain.topics = nil
        for (editions, kept) in [([], []), ([plain], [])] as [([Edition], Set<EditionID>)] {
            try await library.editions.synchronize([edition])
            try await library.topics.followDefaultHeadlines(country: "gb", languages: [], in: edition, for: fixture.me)
            try await fixture.follow(.words("tide"))
            try await library.editions.synchronize([edition])
            try await library.editions.synchronize([], keeping: [edition.id])
            #expect(try await fixture.sections().map(\.title) == ["United Kingdom", "tide"])
            try await library.editions.synchronize(editions, keeping: kept)
            #expect(try await fixture.sections().isEmpty)
            for table in [
                "topic", "default_headlines", "section_channel", "subscription", "channel where is_result_list = 1",
            ] {
                #expect(try await fixture.base.number("select count(*) from \(table)") == 0, "\(table)")
            }
        }
    }

    @Test func `a shelf that has changed changes what is followed`() async throws {
        let topic = try await fixture.follow(.headlines(country: "gb"))
        var changed = fixture.edition
        changed.topics?.shelves[1].title = "Britain"
        changed.topics?.shelves[1].feeds[0].address = try webAddress("https://gazette.test/feed")
        try await fixture.base.library.editions.synchronize([changed])
        #expect(try await fixture.addresses(topic) == ["https://gazette.test/feed"])
        #expect(try await fixture.sections().map(\.title) == ["Britain"])
        #expect(try await fixture.sections().map(\.id) == [topic.section])
    }

    // MARK: The service

    @Test(.mission("BREAK-37")) func `a key adds the service's channels, and without it they go`() async throws {
        let headlines = try await fixture.follow(.headlines(country: "gb"))
        let words = try await fixture.follow(.words("tide"))
        #expect(try await fixture.addresses(headlines) == [TopicFixture.ledger])
        #expect(try await fixture.addresses(words) == [])
        try await fixture.setKey()
        #expect(try await fixture.addresses(headlines) == [TopicFixture.ledger, TopicFixture.service + "gb"])
        #expect(try await fixture.addresses(words) == [TopicFixture.service + "search?q=tide"])
        let health = try await fixture.follow(.category(.health))
        #expect(try await fixture.addresses(health) == [TopicFixture.service + "health"])
        fixture.put(try story("By the service"), at: TopicFixture.service + "search?q=tide")
        try await fixture.refresh()
        #expect(try await fixture.titles(words) == ["By the service"])
        try await fixture.removeKey()
        for (topic, left) in [(headlines, [TopicFixture.ledger]), (words, []), (health, [])] {
            #expect(try await fixture.addresses(topic) == left)
        }
        let asked = fixture.base.source.requests.count
        fixture.base.clock.advance(86_400)
        try await fixture.refresh()
        #expect(fixture.base.source.requestedChannels.dropFirst(asked) == [TopicFixture.ledger])
    }

    @Test func `a story that comes by the service and by a feed is one story`() async throws {
        try await fixture.setKey()
        let headlines = try await fixture.follow(.headlines(country: "gb"))
        let words = try await fixture.follow(.words("barrier"))
        let link = "https://ledger.test/2026/tide-barrier"
        var listed = try story("Tide barrier opens, says mayor", minutesAgo: 3, link: link + "?utm_source=news")
        listed.key = "https://ledger.test/2026/tide-barrier"
        let own = try story("Tide barrier opens", minutesAgo: 5, link: link)
        fixture.put(own, try story("Other barrier", minutesAgo: 9, link: link + "-2"), at: TopicFixture.ledger)
        fixture.put(listed, at: TopicFixture.service + "gb")
        fixture.put(listed, at: TopicFixture.service + "search?q=barrier")
        try await fixture.refresh()
        func unread() async throws -> [Int] {
            let sections = try await fixture.base.library.editions.sections(of: fixture.edition.id, for: fixture.me)
            return sections.map(\.unread.value)
        }
        #expect(fixture.base.source.requests.count == 3)
        for topic in [headlines, words] {
            let titles = try await fixture.titles(topic)
            #expect(titles.count == 2 && titles.last == "Other barrier", "\(titles)")
        }
        #expect(try await unread() == [2, 2])
        #expect(try await fixture.base.library.editions.unread(in: fixture.edition.id, for: fixture.me).value == 2)
        let row = try #require(
            try await fixture.base.library.stories.list(.section(headlines.section), for: fixture.me, depth: 9).rows
                .first)
        #expect(row.otherChannelTitles.count == 1, "it names the other")
        _ = try await fixture.base.library.marks.mark([row.id], as: .read, true, for: fixture.me)
        #expect(try await unread() == [1, 1])
    }
}
