import Foundation
import Markup
import News
import Synchronization
import TestSupport
import Testing

@testable import Library

/// Issues of the digest, from the stories of a day to what is stored and sent.
@Suite struct DigestTests {
    /// 15 January 2027, 8:00 UTC.
    private let fixture: LibraryFixture
    private let keys = temporaryFolder("tidings-keys")

    init() throws {
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        fixture = try LibraryFixture(masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")))
    }

    private var digests: DigestService { fixture.library.digests }
    private let noMessage: @Sendable (DigestIssue) -> OutgoingMessage? = { _ in nil }

    private static let hook = DeliveryAddress.webhook(WebhookAddress(address: "https://hook.example/", secret: ""))

    @Sendable private static func message(_ issue: DigestIssue) -> OutgoingMessage {
        var message = OutgoingMessage(
            id: issue.messageID, title: issue.slug, text: "", path: "/mine/digest", createdAt: issue.periodEndAt)
        message.series = issue.messageSeries
        return message
    }

    private func choose(
        _ hours: [Int] = [9], isOn: Bool = true, ways: Set<DeliveryWayRecord.ID> = [], for reader: ReaderID = .first
    ) async throws {
        let schedule = try #require(DigestSchedule(hours: hours, zone: .gmt))
        try await digests.choose(DigestSettings(isOn: isOn, schedule: schedule, ways: ways), for: reader)
    }

    /// Returns words that no other number has.
    private static func words(_ number: Int, _ count: Int) -> String {
        let syllables = ["ka", "lo", "mi", "ru", "te", "so", "pa", "ni", "du", "ve"]
        return (0..<count).map { word in
            let seed = number * 37 + word * 11
            return [seed % 10, number % 10, number / 10 % 10, word % 10].map { syllables[$0] }.joined()
        }.joined(separator: " ")
    }

    /// Follows three publishers of one event, and others that tell their own.
    private func tell(_ others: Int = 3) async throws {
        let event = "A fire in the cold store at Brannock quay in Saltmere killed four dockers on Sunday night."
        for number in 0..<3 {
            let story = try fixture.story(
                "fire", minutesAgo: Double(90 - number * 10), title: "Brannock fire in Saltmere, telling \(number)",
                text: "\(event) Ammonia leaked from the Brannock store, number \(number).")
            try await fixture.follow(
                "https://p\(number).test/feed", folder: "World", title: "Paper \(number)", stories: [story])
        }
        let stories = try (0..<others).map { number in
            try fixture.story(
                "\(number)", minutesAgo: Double(number), title: number == 0 ? "Choir sings" : Self.words(number, 5),
                text: Self.words(number + 50, 20))
        }
        try await fixture.follow("https://other.test/feed", folder: "Home", title: "Other", stories: stories)
    }

    @Test(.mission("BREAK-34")) func `at the chosen hour there is one issue, with the topics of the day`() async throws
    {
        try await choose()
        try await tell()
        #expect(try await digests.makeDue(noMessage).isEmpty, "it is not nine yet")
        fixture.clock.advance(3_600)
        let made = try await digests.makeDue(noMessage)
        #expect(made.count == 1 && made.first?.slug == "2027-01-15" && made.first?.number == 1)
        let content = try #require(made.first).content
        // The same clusters, in the same order, as everywhere else.
        let clusters = try await fixture.library.clusters.clusters(
            since: fixture.clock.now.addingTimeInterval(-86_400), for: fixture.me)
        #expect(content.topics.first?.story == clusters.first?.lead.row.id && content.topics.first?.others.count == 2)
        #expect(content.topics.first?.text.hasPrefix("A fire in the cold store") == true)
        #expect(Set(content.topics.map(\.story)) == Set(clusters.map(\.lead.row.id)), "few stories all stand in it")
        #expect(content.leftOutCount == 0)
        for _ in 0..<3 { #expect(try await digests.makeDue(noMessage).isEmpty) }
        let shown = try await digests.issue(for: fixture.me)
        #expect(shown.issue.content == content && shown.rows.count == 4 && shown.previous == nil)
    }

    @Test(.mission("BREAK-34")) func `a busy day has twelve topics, some others in short, and the number of the rest`()
        async throws
    {
        try await tell(40)
        try await fixture.library.clusters.update()
        let issue = try await digests.preview(for: fixture.me).issue
        #expect(issue.isPreview && issue.content.topics.count == DigestSelection.maxTopics)
        #expect(issue.content.sections.map(\.title) == ["Home"])
        let named = issue.content.topics.count + issue.content.sections.flatMap(\.stories).count
        let clusters = try await fixture.library.clusters.clusters(
            since: fixture.clock.now.addingTimeInterval(-86_400), for: fixture.me)
        let stories = clusters.reduce(0) { $0 + $1.members.count }
        let named2 = clusters.filter { cluster in
            (issue.content.topics + issue.content.sections.flatMap(\.stories)).map(\.story).contains(
                cluster.lead.row.id)
        }
        #expect(named2.count == named)
        #expect(issue.content.leftOutCount == stories - named2.reduce(0) { $0 + $1.members.count })
        #expect(try await digests.archive(for: fixture.me).isEmpty, "a preview is not kept")
    }

    @Test func `muted stories and those that are kept back do not stand in it`() async throws {
        try await tell()
        try await fixture.library.mutes.mute(MuteRule(kind: .words, words: "Choir"), for: fixture.me)
        try await fixture.library.clusters.update()
        let titles = try await digests.preview(for: fixture.me).issue.content.topics.map(\.title)
        #expect(titles.count == 3 && !titles.contains { $0.hasPrefix("Choir") })
    }

    @Test func `after a downtime there is one issue, late, and what was told in an issue is not told again`()
        async throws
    {
        try await choose([9, 18])
        try await tell()
        fixture.clock.advance(3_600)
        try await digests.makeDue(noMessage)
        fixture.clock.advance(days: 3)
        let channel = try #require(
            try await fixture.number("select id from channel where address = 'https://other.test/feed'"))
        let late = try fixture.story("late", minutesAgo: 300, title: "Late news", text: "It came while nobody looked.")
        try await fixture.deliver([late], in: ChannelID(rawValue: channel), at: "https://other.test/feed")
        let made = try await digests.makeDue(noMessage)
        #expect(made.map(\.slug) == ["2027-01-18"] && made.first?.number == 2)
        #expect(made.first?.content.topics.map(\.title) == ["Late news"])
        #expect(try await digests.archive(for: fixture.me).map(\.number) == [2, 1])
        // The second issue of a day has an address of its own.
        fixture.clock.advance(9 * 3_600)
        #expect(try await digests.makeDue(noMessage).map(\.slug) == ["2027-01-18-2"])
    }

    @Test func `a choice makes nothing that was due before, and off makes nothing`() async throws {
        try await tell()
        try await choose([7])
        #expect(try await digests.makeDue(noMessage).isEmpty)
        try await choose([9], isOn: false)
        fixture.clock.advance(days: 2)
        #expect(try await digests.makeDue(noMessage).isEmpty)
        try await choose([9])
        #expect(try await digests.makeDue(noMessage).isEmpty)
    }

    @Test func `an empty day has an issue that says so`() async throws {
        try await choose()
        fixture.clock.advance(3_600)
        let made = try await digests.makeDue(noMessage)
        #expect(made.count == 1 && made[0].content.isEmpty && made[0].content.leftOutCount == 0)
    }

    @Test func `no other reader sees an issue, and a choice leaves out others' ways`() async throws {
        try await fixture.execute("insert into reader (name, created_at) values ('Other', 0)")
        let other = ReaderID(rawValue: 2)
        let mine = try await fixture.library.deliveries.save(Self.hook, named: "Hook", for: fixture.me)
        try await choose(ways: [mine])
        try await choose(ways: [mine], for: other)
        #expect(try await digests.settings(for: fixture.me)?.ways == [mine])
        #expect(try await digests.settings(for: other)?.ways == [])
        try await tell()
        fixture.clock.advance(3_600)
        #expect(try await digests.makeDue(noMessage).count == 2)
        let theirs = try await digests.issue(for: other)
        #expect(theirs.issue.reader == other && theirs.issue.content.isEmpty)
        await #expect(throws: LibraryError.notThere) { try await digests.issue("2027-01-16", for: fixture.me) }
        // A way that is removed is no longer chosen.
        try await fixture.library.deliveries.remove(mine, for: fixture.me)
        #expect(try await digests.settings(for: fixture.me)?.ways == [])
    }

    // MARK: - Sending

    @Test func `only the newest of the digests that wait is sent, and other messages stay`() async throws {
        let way = try await fixture.library.deliveries.save(Self.hook, named: "Hook", for: fixture.me)
        let other = DeliveryAddress.webhook(WebhookAddress(address: "https://other.example/", secret: ""))
        try await fixture.library.deliveries.save(other, named: "Other", for: fixture.me)
        try await choose(ways: [way])
        try await tell()
        fixture.clock.advance(3_600)
        try await digests.makeDue(Self.message)
        let alert = OutgoingMessage(id: "alert", title: "!", text: "", path: "/", createdAt: fixture.clock.now)
        try await fixture.library.deliveries.enqueue(alert, by: [way], for: fixture.me)
        // The first is being tried and fails after the second was made.
        let claimed = try await fixture.library.deliveries.claimDue(limit: 9)
        #expect(claimed.map(\.message.title).sorted() == ["!", "2027-01-15"])
        fixture.clock.advance(days: 1)
        try await digests.makeDue(Self.message)
        for delivery in claimed {
            let failure = DeliveryFailure(.unreachable)
            try await fixture.library.deliveries.record(.later(nil, failure), of: delivery)
        }
        fixture.clock.advance(3_600)
        let due = try await fixture.library.deliveries.claimDue(limit: 9)
        #expect(due.map(\.message.title).sorted() == ["!", "2027-01-16"])
        #expect(try await fixture.library.deliveries.ways(for: fixture.me).map(\.waitingCount) == [2, 0])
    }

    @Test func `kill -9 while an issue is made leaves either issue and message or neither, and there is one`()
        async throws
    {
        let folder = temporaryFolder().path
        defer { removeFolder(URL(fileURLWithPath: folder)) }
        func open() throws -> LibraryFixture {
            try LibraryFixture(
                clock: TestClock(Date(timeIntervalSince1970: 1_800_007_200)), folder: URL(fileURLWithPath: folder))
        }
        for step in ["message", "after"] {
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, step = step as String] in
                let fixture = try LibraryFixture(
                    folder: URL(fileURLWithPath: folder),
                    masterKeyFile: MasterKeyFile(url: URL(fileURLWithPath: folder + "-keys/secrets.key")))
                let digests = fixture.library.digests
                if try await digests.settings(for: fixture.me) == nil {
                    let way = try await fixture.library.deliveries.save(
                        .webhook(WebhookAddress(address: "https://hook.example/", secret: "")), named: "Hook",
                        for: fixture.me)
                    let schedule = try #require(DigestSchedule(hours: [9], zone: .gmt))
                    try await digests.choose(
                        DigestSettings(isOn: true, schedule: schedule, ways: [way]), for: fixture.me)
                    let story = try fixture.story("1", title: "Ferry late", text: "The ferry was late.")
                    try await fixture.follow("https://a.test/feed", stories: [story])
                }
                fixture.clock.advance(7_200)
                try await digests.makeDue { issue in
                    if step == "message" { kill(getpid(), SIGKILL) }
                    var message = OutgoingMessage(
                        id: issue.messageID, title: issue.slug, text: "", path: "/", createdAt: issue.periodEndAt)
                    message.series = issue.messageSeries
                    return message
                }
                kill(getpid(), SIGKILL)
            }
            let fixture = try open()
            let count = step == "message" ? 0 : 1
            #expect(try await fixture.library.digests.archive(for: fixture.me).count == count)
            #expect(try await fixture.number("select count(*) from outgoing_delivery") == Int64(count))
            #expect(try await fixture.library.digests.makeDue(Self.message).count == 1 - count)
            #expect(try await fixture.library.digests.archive(for: fixture.me).count == 1)
            #expect(try await fixture.number("select count(*) from outgoing_delivery") == 1)
        }
        removeFolder(URL(fileURLWithPath: folder + "-keys"))
    }

    // MARK: - The feed

    @Test func `the feed's secret is not in the database, and ends when it is renewed or turned off`() async throws {
        await #expect(throws: LibraryError.notThere) { try await digests.makeFeed(for: fixture.me) }
        try await choose()
        let first = try await digests.makeFeed(for: fixture.me)
        let name = try await digests.feed(with: first).name
        let second = try await digests.makeFeed(for: fixture.me)
        await #expect(throws: LibraryError.notThere) { try await digests.feed(with: first) }
        #expect(try await digests.feed(with: second).name == name, "the entries stay the same")
        #expect(
            try await fixture.number("select count(*) from digest_schedule where feed_token_hash = '\(second.text)'")
                == 0)
        try await choose([7, 8])
        #expect(try await digests.settings(for: fixture.me)?.hasFeed == true, "other hours leave the feed as it is")
        try await digests.endFeed(for: fixture.me)
        await #expect(throws: LibraryError.notThere) { try await digests.feed(with: second) }
    }
}
