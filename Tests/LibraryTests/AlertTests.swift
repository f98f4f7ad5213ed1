import Foundation
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Tests of the alerts that are sent, the ones that are held back, and their reasons.
@Suite struct `Alerts` {
    /// A formatter with the shortest words.
    struct Plain: AlertMessageFormatter {
        func message(of alert: Alert, id: String, badge: Int, at time: Date) -> OutgoingMessage {
            OutgoingMessage(
                id: id, title: alert.title, text: "\(alert.reason)", path: "/\(alert.edition.rawValue)/", badge: badge,
                createdAt: time)
        }

        func summary(of alerts: [Alert], id: String, badge: Int, at time: Date) -> OutgoingMessage {
            OutgoingMessage(
                id: id, title: "\(alerts.count) alerts", text: alerts.map(\.title).joined(separator: "\n"), path: "/",
                badge: badge, createdAt: time)
        }
    }

    private let fixture: LibraryFixture
    private let keys = temporaryFolder("tidings-alert-keys")
    private var library: NewsLibrary { fixture.library }
    private var me: ReaderID { fixture.me }
    private var alerts: AlertService { library.alerts }

    init() throws {
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        fixture = try LibraryFixture(masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")))
    }

    private static let fire =
        "A fire in the cold store at Brannock quay in Saltmere killed four dockers on Sunday night"
    private static let tellings = [
        "\(fire). Ammonia leaked from the Brannock store, and the quay was closed.",
        "Four dockers died when the Brannock cold store in Saltmere burned. Ammonia leaked at the quay.",
        "Dockers mourn four of theirs after the fire at the Saltmere cold store; Brannock closes the quay.",
        "The Brannock cold store in Saltmere is burnt out. Four dockers are dead, and the quay smells of ammonia.",
    ]

    private func address(_ number: Int) -> String { "https://p\(number).test/feed" }

    /// Follows publishers, each with one old story, and a way out.
    private func followPapers(_ count: Int = 4, hasWay: Bool = true) async throws -> [ChannelID] {
        var channels: [ChannelID] = []
        for number in 0..<count {
            let old = try fixture.story("old", minutesAgo: 20_000, title: "Choir \(number) sings", text: "It sang.")
            channels.append(try await fixture.follow(address(number), title: "Paper \(number)", stories: [old]))
        }
        if hasWay { try await addWay() }
        return channels
    }

    private func addWay() async throws {
        let hook = DeliveryAddress.webhook(WebhookAddress(address: "https://hook.example/", secret: ""))
        try await library.deliveries.save(hook, named: "Hook", for: me)
    }

    private func tellFire(_ number: Int, in channels: [ChannelID], minutesAgo: Double = 1) async throws {
        let story = try fixture.story(
            "fire", minutesAgo: minutesAgo, title: "Brannock fire in Saltmere, telling \(number)",
            text: Self.tellings[number])
        try await fixture.deliver([story], in: channels[number], at: address(number))
    }

    private func judge() async throws {
        try await library.clusters.update()
        try await alerts.judge(with: Plain())
    }

    private func all() async throws -> [Alert] { try await alerts.alerts(for: me).reversed() }

    private func messages() async throws -> [OutgoingMessage] {
        let texts = try await library.context.database.read {
            try $0.texts("select content from outgoing_message order by created_at, rowid")
        }
        return try texts.map { try JSONColumn.decode($0) }
    }

    // MARK: Once per event

    @Test(.mission("BREAK-36"))
    func `followed words alert once for an event, however many tell it and whoever leads`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.words("fire Saltmere"), for: me)
        for number in 0..<3 {
            try await tellFire(number, in: papers)
            try await judge()
            fixture.clock.advance(120)
        }
        let told = try await all()
        #expect(told.count == 1 && told[0].reason.description == "Your words “fire Saltmere”")
        #expect(told[0].title.hasSuffix("telling 0") && told[0].publisher == "Paper 0")
        let sent = try await messages()
        #expect(sent.count == 1 && sent[0].title == told[0].title && sent[0].badge == 5)
        #expect(try await fixture.number("select count(*) from alert_queue") == 0)
    }

    @Test(.mission("BREAK-36"))
    func `topics that become one, or lose the story that was told, make no second alert`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.words("Brannock"), for: me)
        try await tellFire(0, in: papers)
        try await judge()
        // The cluster falls apart: the story that was told is gone, and the others form it anew.
        try await tellFire(1, in: papers)
        try await judge()
        let first = try await fixture.id("Brannock fire in Saltmere, telling 0").rawValue
        try await fixture.execute("update story set purged_at = 1 where id = \(first)")
        try await fixture.execute(
            "insert into cluster_queue (story_id, step) values (\(first), 0) on conflict (story_id) do nothing")
        try await judge()
        for number in 2..<4 { try await tellFire(number, in: papers) }
        try await judge()
        #expect(try await all().count == 1)
        #expect(try await messages().count == 1)
    }

    @Test func `a follow-up comes only if it was asked for, and not at once`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.words("Brannock"), for: me)
        try await tellFire(0, in: papers)
        try await judge()
        fixture.clock.advance(4000)
        try await tellFire(1, in: papers)
        try await judge()
        #expect(try await all().count == 1)
        try await alerts.save(.words("brannock"), hasFollowUps: true, for: me)
        #expect(try await alerts.rules(for: me).count == 1)
        try await tellFire(2, in: papers)
        try await judge()
        fixture.clock.advance(60)
        try await tellFire(3, in: papers)
        try await judge()
        let told = try await all()
        #expect(told.map(\.reason.isFollowUp) == [false, true])
        #expect(told[1].reason.description == "More on it. Your words “brannock”")
        #expect(Set(try await messages().map(\.id)).count == 2)
    }

    // MARK: Great news

    @Test(.mission("BREAK-36"))
    func `great news is what enough publishers tell in time, and last week says the same`() async throws {
        let papers = try await followPapers()
        let rule = GreatNews(publisherCount: 3, windowMinutes: 30)
        try await alerts.save(.greatNews(rule), for: me)
        try await tellFire(0, in: papers)
        fixture.clock.advance(3600)
        try await tellFire(1, in: papers)
        fixture.clock.advance(600)
        try await tellFire(2, in: papers)
        try await judge()
        // Three tell it, but not within half an hour.
        #expect(try await all().isEmpty)
        fixture.clock.advance(600)
        try await tellFire(3, in: papers)
        try await judge()
        let told = try await all()
        #expect(told.map(\.reason.description) == ["Great news: 3 publishers within 20 minutes"])
        let past = try await alerts.pastGreatNews(rule, for: me)
        #expect(past.map(\.reach) == [GreatNews(publisherCount: 3, windowMinutes: 20)])
        #expect(past.first?.title.hasPrefix("Brannock fire") == true)
        let wider = GreatNews(publisherCount: 4, windowMinutes: 90)
        #expect(try await alerts.pastGreatNews(wider, for: me).count == 1)
        #expect(try await alerts.pastGreatNews(.init(publisherCount: 4, windowMinutes: 60), for: me).isEmpty)
        #expect(try await alerts.pastGreatNews(wider, for: ReaderID(rawValue: 2)).isEmpty)
    }

    @Test func `one text printed by three papers is no great news`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.greatNews(GreatNews(publisherCount: 2, windowMinutes: 60)), for: me)
        for number in 0..<3 {
            let story = try fixture.story("fire", title: "Brannock fire, \(number)", text: Self.tellings[0])
            try await fixture.deliver([story], in: papers[number], at: address(number))
        }
        try await judge()
        #expect(try await all().isEmpty)
        try await tellFire(3, in: papers)
        try await judge()
        #expect(try await all().count == 1)
    }

    // MARK: Subjects

    @Test func `a feed, its section and its site alert of each story, and say so`() async throws {
        let channel = try await fixture.follow(
            "https://www.quay.test/feed", folder: "Harbour", title: "Quay", stories: [try fixture.story("old")])
        try await addWay()
        let section = try #require(
            try await library.subscriptions.folders(for: me).first { $0.title == "Harbour" }?.id)
        let subjects: [(AlertSubject, String)] = [
            (.section(section), "Everything in Harbour"), (.feed(channel), "Everything of Quay"),
            (.site("https://www.quay.test/"), "Everything of quay.test"),
            (.place(PlaceName(name: "Marleben", country: "de")), "Your place Marleben"),
        ]
        for (number, (subject, words)) in subjects.enumerated() {
            let rule = try await alerts.save(subject, for: me)
            fixture.clock.advance(60)
            let title = ["Harbour tax rises", "Pilots want longer nights", "Eel season begins", "Marleben buys trams"]
            let story = try fixture.story("\(number)", title: title[number])
            try await fixture.deliver([story], in: channel, at: "https://www.quay.test/feed")
            try await judge()
            #expect(try await all().last?.reason.description == words)
            try await alerts.remove(rule.id, for: me)
        }
        #expect(try await messages().count == 4)
    }

    // MARK: Held back

    @Test(.mission("BREAK-36"))
    func `quiet hours end with one message that sums up, and the day's limit holds the rest back`() async throws {
        let papers = try await followPapers()
        for word in ["Tidewater", "Brannock", "Lantern"] { try await alerts.save(.words(word), for: me) }
        // The clock says 8:00 UTC, which is 9:00 in Berlin.
        try await alerts.save(
            AlertSettings(quietFrom: "8:30", to: "10:15", zone: "Europe/Berlin", dailyLimit: "1"), for: me)
        try await tellFire(0, in: papers)
        let tide = try fixture.story("tide", title: "Tidewater is low", text: "The tide was low.")
        try await fixture.deliver([tide], in: papers[1], at: address(1))
        try await judge()
        #expect(try await messages().isEmpty)
        let end = fixture.clock.now.addingTimeInterval(75 * 60)
        #expect(try await all().map(\.state) == [.waiting(until: end), .waiting(until: end)])
        fixture.clock.advance(75 * 60 - 1)
        try await judge()
        #expect(try await messages().isEmpty)
        fixture.clock.advance(1)
        try await judge()
        try await judge()
        #expect(try await messages().map(\.title) == ["2 alerts"])
        fixture.clock.advance(60)
        let lantern = try fixture.story("lantern", title: "Lantern parade", text: "Lamps.")
        try await fixture.deliver([lantern], in: papers[2], at: address(2))
        try await judge()
        #expect(try await all().last?.state == .held(.dailyLimit))
        #expect(try await messages().count == 1)
    }

    @Test func `what is read, muted, kept back or old makes no message, and the list says why`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.feed(papers[0]), for: me)
        try await library.mutes.mute(MuteRule(kind: .words, words: "Muted"), for: me)
        try await library.keptBack.choose([.lists], in: .mine, for: me)
        let stories = [
            try fixture.story("a", title: "Seen elsewhere", text: "A."),
            try fixture.story("b", title: "Muted words", text: "B."),
            try fixture.story("c", title: "7 things you must see this winter", text: "C."),
            try fixture.story("d", minutesAgo: 13 * 60, title: "Yesterday's", text: "D."),
        ]
        try await fixture.deliver(stories, in: papers[0], at: address(0))
        _ = try await library.marks.mark([fixture.id("Seen elsewhere")], as: .read, true, for: me)
        try await judge()
        #expect(try await messages().isEmpty)
        let states = try await all().map { "\($0.title): \($0.state)" }.sorted()
        #expect(
            states == [
                "7 things you must see this winter: held(Library.Alert.HeldReason.keptBack)",
                "Muted words: held(Library.Alert.HeldReason.muted)",
                "Seen elsewhere: held(Library.Alert.HeldReason.read)",
            ])
    }

    @Test func `the first stories of a new feed alert nobody, and without a way out the list says so`() async throws {
        _ = try await followPapers(1, hasWay: false)
        try await alerts.save(.words("Brannock"), for: me)
        let story = try fixture.story("1", title: "Brannock, an introduction", text: "Old tales.")
        let channel = try await fixture.follow("https://new.test/feed", title: "New", stories: [story])
        try await judge()
        #expect(try await all().isEmpty)
        let next = try fixture.story("2", title: "Brannock again", text: "New tales.")
        try await fixture.deliver([next, story], in: channel, at: "https://new.test/feed")
        try await judge()
        #expect(try await all().map(\.state) == [.held(.noWay)])
    }

    @Test func `nothing more of a topic comes once the reader wants that`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.words("Brannock"), hasFollowUps: true, for: me)
        try await tellFire(0, in: papers)
        try await judge()
        let first = try #require(try await all().first)
        try await alerts.silence(first.id, true, for: me)
        await #expect(throws: LibraryError.notThere) {
            try await alerts.silence(first.id, true, for: ReaderID(rawValue: 2))
        }
        fixture.clock.advance(4000)
        try await tellFire(1, in: papers)
        try await judge()
        #expect(try await all().count == 1)
    }

    @Test func `a story whose topic is not known yet waits, also over a restart`() async throws {
        let papers = try await followPapers()
        try await alerts.save(.words("Brannock"), for: me)
        try await tellFire(0, in: papers)
        try await alerts.judge(with: Plain())
        #expect(try await all().isEmpty)
        #expect(try await fixture.number("select count(*) from alert_queue") == 1)
        // Another process continues.
        let other = try NewsLibrary.open(
            at: fixture.folder, now: { [clock = fixture.clock] in clock.now },
            masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")))
        defer { other.close() }
        try await other.clusters.update()
        try await other.alerts.judge(with: Plain())
        try await judge()
        #expect(try await all().count == 1)
        #expect(try await messages().count == 1)
    }

    @Test func `another reader's rules and alerts are not seen`() async throws {
        let papers = try await followPapers()
        let other = ReaderID(rawValue: 2)
        try await fixture.execute("insert into reader (id, name, created_at) values (2, 'Other', 0)")
        try await alerts.save(.words("Brannock"), for: other)
        let mine = try await alerts.save(.words("Saltmere"), for: me)
        try await tellFire(0, in: papers)
        try await judge()
        #expect(try await alerts.alerts(for: other).isEmpty)
        #expect(try await all().count == 1)
        await #expect(throws: LibraryError.notThere) { try await alerts.remove(mine.id, for: other) }
        await #expect(throws: LibraryError.notThere) { try await alerts.save(.feed(papers[0]), for: other) }
        #expect(try await alerts.rules(for: me) == [mine])
    }

    // MARK: Input

    @Test(arguments: [
        (AlertSubject.words("x"), "at least two letters"), (.words(" … "), "at least two letters"),
        (.words(String(repeating: "tide ", count: 40)), "Use fewer words"), (.site("quay"), "address of a site"),
        (.greatNews(.init(publisherCount: 0, windowMinutes: 60)), "2 to 50 publishers"),
        (.greatNews(.init(publisherCount: 3, windowMinutes: 0)), "5 to 2880 minutes"),
    ])
    func `a rule that cannot be is refused in a sentence, and the old one stays`(
        subject: AlertSubject, words: String
    ) async throws {
        let rule = try await alerts.save(.words("潮"), for: me)
        await #expect {
            try await alerts.save(subject, replacing: rule.id, for: me)
        } throws: { ($0 as? LibraryError)?.userMessage.contains(words) == true }
        #expect(try await alerts.rules(for: me) == [rule])
    }

    @Test(arguments: [
        ("25:00", "07:00", "UTC", "5", "“25:00” is no time of day"), ("22", "", "UTC", "5", "no time of day"),
        ("", "07:00", "UTC", "5", "no time of day"), ("07:00", "7:00", "UTC", "5", "another time"),
        ("", "", "Atlantis/Mole", "5", "no time zone"), ("", "", "UTC", "0", "number from 1 to 100"),
        ("", "", "UTC", "many", "number from 1 to 100"),
    ])
    func `settings that cannot be are refused in a sentence`(
        from: String, to: String, zone: String, limit: String, words: String
    ) throws {
        #expect {
            try AlertSettings(quietFrom: from, to: to, zone: zone, dailyLimit: limit)
        } throws: { ($0 as? LibraryError)?.userMessage.contains(words) == true }
    }

    @Test func `quiet hours end at the reader's hour across both changes of summer time`() throws {
        let settings = try AlertSettings(quietFrom: "22:00", to: "02:30", zone: "Europe/Berlin", dailyLimit: "5")
        func end(_ text: String) throws -> Date? { settings.quietEnd(at: try Date(text, strategy: .iso8601)) }
        // On 28 March 2027 the clock goes from 2:00 to 3:00, so half past two is three; on 31 October it comes twice.
        #expect(try end("2027-03-27T23:00:00Z") == Date("2027-03-28T01:00:00Z", strategy: .iso8601))
        #expect(try end("2027-10-30T22:30:00Z") == Date("2027-10-31T00:30:00Z", strategy: .iso8601))
        #expect(try end("2027-06-01T12:00:00Z") == nil)
    }

    // MARK: Polling

    @Test func `a feed that an alert follows is fetched sooner, unless its site asks for longer`() async throws {
        let papers = try await followPapers(2)
        func due(_ channel: ChannelID) async throws -> Double {
            let at = try await fixture.number("select due_at from channel where id = \(channel.rawValue)")
            return (Double(at ?? 0) / 1000 - fixture.clock.now.timeIntervalSince1970) / 60
        }
        #expect(try await due(papers[0]) > 61)
        try await alerts.save(.feed(papers[0]), for: me)
        #expect(try await due(papers[0]) == 60)
        #expect(try await due(papers[1]) > 61)
        let followed = try await fixture.library.context.database.read { transaction in
            try papers.filter { try AlertFeedQuery(transaction: transaction).follows($0.rawValue) }
        }
        #expect(followed == [papers[0]])
        var input = PollingSchedule.Input(now: fixture.clock.now)
        input.undated = 3
        input.isFollowedByAlert = true
        func minutes() -> Double? {
            PollingSchedule.next(after: input, within: .standard).dueAt.map {
                $0.timeIntervalSince(fixture.clock.now) / 60
            }
        }
        #expect(minutes() == 60)
        input.published = (0..<200).map { fixture.clock.now.addingTimeInterval(Double($0) * -600) }
        #expect(minutes() == 15)
        input.pollingHints.freshSeconds = 7200
        #expect(minutes() == 120)
        input.pollingHints.lacksValidators = true
        #expect(minutes() == 1440)
    }
}
