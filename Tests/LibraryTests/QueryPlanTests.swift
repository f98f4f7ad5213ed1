import Foundation
import GRDB
import News
import Synchronization
import TestSupport
import Testing

@testable import Library

/// Tests that run the Library's queries on a recorded connection, and read SQLite's plan of each statement: no list may
/// read a whole table or sort.
@Suite struct `Query plans` {
    let fixture: LibraryFixture

    init() async throws {
        fixture = try LibraryFixture()
        for channel in 0..<4 {
            try await fixture.follow(
                "https://h\(channel).test/feed", folder: channel < 2 ? "F" : nil,
                stories: (0..<8).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        }
        var ranked = ChannelResponse(stories: try (8..<16).map { try fixture.story("\($0)", minutesAgo: Double($0)) })
        ranked.firstRank = 0
        let channel = try await fixture.follow("https://ranked.test/list", folder: "R")
        fixture.source.put(.success(ranked), at: "https://ranked.test/list")
        try await fixture.refresh(channel)
        _ = try await fixture.library.marks.mark([fixture.id("Story 3")], as: .saved, true, for: fixture.me)
        // The rules are of both kinds, so that every list has to check them.
        try await fixture.library.mutes.mute(MuteRule(kind: .words, words: "Story 7"), for: fixture.me)
        try await fixture.library.keptBack.choose([.lists, .deals], in: .mine, for: fixture.me)
        let last = try #require(
            try await fixture.library.subscriptions.folders(for: fixture.me).last?.subscriptions.last)
        try await fixture.library.mutes.mute(MuteRule(kind: .feed, words: "x", channel: last.id), for: fixture.me)
    }

    /// Returns the plans of all statements that the work executed.
    private func plans(_ work: @escaping @Sendable (Transaction) throws -> Void) async throws -> [(
        sql: String, plan: [String]
    )] {
        let queue = try DatabaseQueue(path: fixture.folder.appendingPathComponent("tidings.sqlite").path)
        return try await queue.read { database in
            let statements = Mutex<[String]>([])
            database.trace { event in statements.withLock { $0.append(event.expandedDescription) } }
            try work(Transaction(database))
            database.trace(options: [])
            return try statements.withLock { $0 }.filter { $0.hasPrefix("select") }.map { sql in
                (sql, try Row.fetchAll(database, sql: "explain query plan " + sql).map { $0["detail"] as String })
            }
        }
    }

    private func expectQuick(_ work: @escaping @Sendable (Transaction) throws -> Void) async throws {
        let plans = try await plans(work)
        #expect(!plans.isEmpty)
        for (sql, plan) in plans {
            for step in plan {
                let isWholeTable = step.hasPrefix("SCAN ") && !Self.isHarmless(step)
                #expect(!isWholeTable, "\(step): \(sql)")
                #expect(!step.contains("TEMP B-TREE FOR ORDER BY"), "\(step): \(sql)")
            }
        }
    }

    /// Returns true for subqueries whose rows were counted already, and constants.
    private static func isHarmless(_ step: String) -> Bool {
        ["SCAN CONSTANT ROW", "SCAN (subquery", "SCAN counted", "SCAN any_one", "SCAN f VIRTUAL TABLE"].contains {
            step.hasPrefix($0)
        }
    }

    @Test(arguments: [
        StoryList.section(.other), .section(SectionID(rawValue: 1)), .channel(ChannelID(rawValue: 1)), .unread, .saved,
        .everything, .channel(ChannelID(rawValue: 5)), .section(SectionID(rawValue: 2)),
    ])
    func `Lists neither read whole tables nor sort`(list: StoryList) async throws {
        let (now, sources) = (fixture.clock.now, fixture.source.catalog)
        for isUnreadOnly in [false, true] {
            for order in StoryOrder.allCases {
                try await expectQuick { transaction in
                    let page = try StoryListQuery(transaction: transaction, reader: 1, now: now, sources: sources)
                        .load(list, depth: 20, filter: StoryFilter(isUnreadOnly: isUnreadOnly, order: order))
                    #expect(!page.rows.isEmpty)
                }
            }
        }
    }

    @Test func `What other programs list is neither sorted nor read whole`() async throws {
        let list = try await fixture.library.sync.feeds(in: [], for: fixture.me)
        let counts = try await fixture.library.sync.unreadCounts(for: fixture.me)
        let feed = try #require(list.feeds.first { counts[$0.id] != nil }?.id, "a feed that is not muted")
        try await expectQuick { transaction in
            _ = try SyncFeedQuery(transaction: transaction, reader: 1).feeds(in: [.mine])
            for feeds in [nil, Set([feed])] {
                for (isRead, isSaved) in [(nil, nil), (false, nil), (true, nil), (nil, true), (nil, false)] {
                    for order in [SyncStoryFilter.Order.newestFirst, .oldestFirst] {
                        var filter = SyncStoryFilter(feeds, of: list, limit: 5)
                        (filter.isRead, filter.isSaved, filter.order) = (isRead, isSaved, order)
                        filter.arrivedFrom = Date(timeIntervalSince1970: 1)
                        let page = try SyncStoryIDQuery(transaction, reader: 1, filter: filter).page()
                        _ = try SyncStoryQuery(transaction, reader: 1, list: list)
                            .stories(page.stories, preferring: [])
                    }
                }
            }
        }
    }

    @Test func `Who comes in, and what they may open, is found by index`() async throws {
        let now = fixture.clock.now
        try await expectQuick { transaction in
            _ = try SessionStore(transaction: transaction, now: now).find(SecretToken())
            _ = try PasskeyStore(transaction: transaction, now: now).find([1])
            _ = try PeopleStore(transaction: transaction, now: now).reader(named: "Ada")
            _ = try OutsideIdentityStore(transaction: transaction, now: now)
                .reader(of: OutsideSubject(issuer: "https://id.test", subject: "1"))
            let passwords = AppPasswordStore(transaction: transaction, now: now)
            _ = (try passwords.find(token: "t"), try passwords.find(feverKey: "k"))
            _ = try StoryVisibility(transaction: transaction, reader: 1).foreign(among: [1, 2])
        }
    }

    @Test func `A list reads its rows by one statement`() async throws {
        let (now, sources) = (fixture.clock.now, fixture.source.catalog)
        let plans = try await plans { transaction in
            let page = try StoryListQuery(transaction: transaction, reader: 1, now: now, sources: sources)
                .load(.everything, depth: 20, filter: StoryFilter())
            #expect(page.rows.count > 1)
        }
        #expect(plans.count(where: { $0.sql.contains("as listed_channel_id, s.id as story_id") }) == 1)
    }

    @Test func `The front page neither reads whole tables nor sorts`() async throws {
        let now = fixture.clock.now
        try await expectQuick { transaction in
            let page = try FrontPageBuilder(transaction: transaction, reader: 1, now: now, rowsPerSection: 3).build()
            #expect(page.sections.count == 3)
        }
    }

    @Test func `What an account adds to lists is found by index`() async throws {
        let (now, policy) = (fixture.clock.now, fixture.library.context.pollingPolicy)
        try await expectQuick { transaction in
            let replies = ReplyStore(transaction: transaction, reader: 1, now: now, pollingPolicy: policy)
            #expect(try replies.newCount() == nil, "without an account, one look-up")
            _ = try MemberItemStore(transaction: transaction, reader: 1, now: now).hidden(among: [1, 2, 3])
        }
    }

    @Test func `The front page finds what it weighs by the index, and stops when it has enough`() async throws {
        let now = fixture.clock.now
        let plans = try await plans { transaction in
            _ = try FrontPageBuilder(transaction: transaction, reader: 1, now: now, rowsPerSection: 3).build()
        }
        let weighed = plans.filter { $0.sql.contains("cs.shown_at >= ") }
        #expect(!weighed.isEmpty)
        #expect(weighed.allSatisfy { !$0.sql.contains("join story s") }, "no story's row is read to find it")
        for (sql, plan) in weighed {
            #expect(sql.contains("limit"), "\(sql)")
            let isIndexed = plan.contains { $0.contains("channel_story_shown (channel_id=? AND shown_at>?)") }
            #expect(isIndexed, "\(plan): \(sql)")
        }
    }

    /// The few channels of a section may be sorted; its stories come from the index.
    @Test func `The lists of an edition read no whole table`() async throws {
        let edition = EditionID(rawValue: "paper")
        let channels = try (0..<4).map { number in
            let address = try webAddress("https://h\(number).test/feed")
            return ChannelAddress(kind: .feed, site: address, address: address)
        }
        let sections = [
            EditionSection(key: "a", title: "A", channels: Array(channels[..<2])),
            EditionSection(key: "b", title: "B", channels: Array(channels[2...])),
        ]
        try await fixture.library.editions.synchronize([Edition(id: edition, title: "P", sections: .listed(sections))])
        try await fixture.library.editions.refreshIfStale(edition, for: fixture.me)
        let section = try #require(
            try await fixture.library.stories.frontPage(for: fixture.me, of: edition).sections.first
        ).id
        let (now, sources) = (fixture.clock.now, fixture.source.catalog)
        for list in [
            StoryList.section(section), .within(edition, .everything), .within(edition, .unread),
            .within(edition, .saved), .within(.mine, .saved), .within(nil, .everything),
        ] {
            let plans = try await plans { transaction in
                let page = try StoryListQuery(transaction: transaction, reader: 1, now: now, sources: sources)
                    .load(list, depth: 20, filter: StoryFilter(isUnreadOnly: list.isUnread))
                #expect(!page.rows.isEmpty, "\(list)")
            }
            expectNoScans(plans)
        }
        expectNoScans(
            try await plans { transaction in
                _ = try FrontPageBuilder(
                    transaction: transaction, reader: 1, now: now, edition: edition, rowsPerSection: 3
                ).build()
                _ = try StaleChannelQuery(transaction: transaction, reader: 1, now: now).channelsToRefresh(
                    edition, section: nil)
                _ = try StaleChannelQuery(transaction: transaction, reader: 1, now: now).health(of: edition)
            })
    }

    private func expectNoScans(_ plans: [(sql: String, plan: [String])]) {
        #expect(!plans.isEmpty)
        for (sql, plan) in plans {
            for step in plan {
                #expect(!(step.hasPrefix("SCAN ") && !Self.isHarmless(step)), "\(step): \(sql)")
                // Stories are never sorted, only a section's channels.
                let sorts = step.contains("TEMP B-TREE FOR ORDER BY") && sql.contains("from channel_story")
                #expect(!sorts, "\(step): \(sql)")
            }
        }
    }

    @Test func `A story with its neighbours does not read whole tables`() async throws {
        let now = fixture.clock.now
        let plans = try await plans { transaction in
            _ = try StoryDetailsQuery(transaction: transaction, reader: 1, now: now).details(of: 5, in: .everything)
        }
        for (sql, plan) in plans { #expect(!plan.contains { $0.hasPrefix("SCAN ") && !Self.isHarmless($0) }, "\(sql)") }
    }

    @Test func `Search follows the index, newest first`() async throws {
        let plans = try await plans { transaction in
            _ = try StorySearchIndex(transaction: transaction).matches(
                "\"story\"", reader: 1, scope: .followed, condition: "", limit: 20)
        }
        let plan = try #require(plans.first?.plan)
        #expect(plan.contains { $0.hasPrefix("SCAN f VIRTUAL TABLE") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    }

    @Test func `Claiming looks at what is due alone`() async throws {
        let now = fixture.clock.now
        let plans = try await plans { transaction in
            _ = try DueChannelQueue(transaction: transaction, now: now, policy: .standard, channels: nil).dueChannels()
        }
        #expect(plans.first?.plan.contains { $0.contains("channel_due") } == true)
    }

    @Test func `Judging old stories by a new rule reads each once, by its id`() async throws {
        for withText in [false, true] {
            try await expectQuick { transaction in
                let found = try StoryMatchCandidate.newest(
                    transaction, below: .max, size: 10, withText: withText)
                #expect(found.count == 10)
            }
        }
    }

    @Test func `A story under a changed key is found by indexes, a few rows each`() async throws {
        let now = fixture.clock.now
        var stories = try (0..<3).map { number in
            try fixture.story("http://h.test/\(number)", minutesAgo: Double(number), link: "http://h.test/\(number)")
        }
        stories[2].publishedAt = nil
        let unknown = try stories.map { try PreparedStory($0, now: now) }
        let plans = try await plans { transaction in
            var matcher = ChangedStoryKeyFinder(transaction: transaction, channel: 1, source: 1, listed: [])
            _ = try matcher.matches(unknown)
        }
        #expect(plans.count >= 7)
        for (sql, plan) in plans {
            #expect(
                !plan.contains { $0.hasPrefix("SCAN ") && !Self.isHarmless($0) && !$0.contains("newest") },
                "\(plan): \(sql)")
            let isIndexed = [
                "source_id=? AND origin_key=?", "story_link (link_hash=?)", "channel_story_shown (channel_id=?",
                "INTEGER PRIMARY KEY",
            ].contains { sign in plan.contains { $0.contains(sign) } }
            #expect(isIndexed, "\(plan): \(sql)")
        }
    }
}
