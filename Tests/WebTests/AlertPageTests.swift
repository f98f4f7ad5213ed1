import Foundation
import HTTPTypes
import Markup
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// *Settings, Alerts*, the list of alerts, and *Alert me* where a subject is.
@Suite struct AlertPageTests {
    private static let page = "/mine/settings/alerts"

    private func open(
        hasWay: Bool = true, _ body: @escaping @Sendable (WebTestApp, Browser) async throws -> Void
    ) async throws {
        let keys = temporaryFolder("tidings-keys")
        defer { removeFolder(keys) }
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let app = try WebTestApp(masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")))
        if hasWay {
            let hook = DeliveryAddress.webhook(WebhookAddress(address: "https://hook.example/", secret: ""))
            try await app.library.deliveries.save(hook, named: "My hook", for: app.reader)
        }
        try await app.withBrowser { browser async throws in try await body(app, browser) }
    }

    private func story(_ app: WebTestApp, _ title: String, text: String = "", minutesAgo: Double = 1) -> FetchedStory {
        FetchedStory(
            key: title, title: title, body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: text,
            publishedAt: app.clock.now.addingTimeInterval(-60 * minutesAgo))
    }

    @Test(.mission("BREAK-36"))
    func `a new reader asks to be told when the barrier closes, and is led to a way out`() async throws {
        try await open(hasWay: false) { app, browser in
            let search = try await browser.get("/mine/search?q=barrier+closes").page
            #expect(search.text.contains("Alert me about this"))
            let saved = try await browser.post("/mine/act/save-alert", "kind=words&value=barrier+closes")
            #expect(saved.status == .seeOther && saved.header("Location") == Self.page)
            let page = try await browser.get(Self.page).page
            #expect(page.text.contains("Alerts have no way to reach you yet."))
            #expect(try page.part(".alert-notice a")["href"] == "/mine/settings/notifications")
            #expect(page.text.contains("“barrier closes”") && page.text.contains("every 15 to 60 minutes"))
            #expect(!page.text.contains("home screen"))
            let iPhone = try await browser.get(Self.page, ["User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)"])
            #expect(iPhone.page.text.contains("first add the app to the home screen"))
        }
    }

    @Test func `a rule is changed and removed, and what cannot be is refused in a sentence`() async throws {
        try await open { app, browser in
            _ = try await browser.post("/mine/act/save-alert", "kind=words&value=tide")
            let rule = try #require(try await app.library.alerts.rules(for: app.reader).first)
            let path = "\(Self.page)/rule?rule=\(rule.id.rawValue)"
            #expect(try await browser.get(path).page.part("input[name=value]")["value"] == "tide")
            for (fields, words) in [
                ("kind=words&value=x", "at least two letters"), ("kind=nothing", "Choose what to be told of"),
                ("kind=great-news&publishers=0&minutes=60", "2 to 50 publishers"),
                ("kind=great-news&publishers=3&minutes=99999999999999999999", "5 to 2880 minutes"),
                ("kind=feed&value=77", "not among yours"), ("kind=site&value=%3F", "address of a site"),
            ] {
                let refused = try await browser.post(
                    "/mine/act/save-alert", "\(fields)&rule=\(rule.id.rawValue)")
                #expect(refused.text.contains(words), "\(fields)")
            }
            #expect(try await app.library.alerts.rules(for: app.reader) == [rule])
            _ = try await browser.post(
                "/mine/act/save-alert", "kind=words&value=low+tide&followUps=1&rule=\(rule.id.rawValue)")
            #expect(try await browser.get(Self.page).page.text.contains("Words · also when it goes on"))
            _ = try await browser.post("/mine/act/remove-alert", "rule=\(rule.id.rawValue)")
            #expect(try await app.library.alerts.rules(for: app.reader).isEmpty)
        }
    }

    @Test func `quiet hours, zone, limit and ways are chosen, and a fault keeps what was there`() async throws {
        try await open { app, browser in
            let way = try #require(try await app.library.deliveries.ways(for: app.reader).first?.id.rawValue)
            let form = "from=22%3A00&to=06%3A30&zone=Europe%2FBerlin&limit=3&ways=\(way)"
            _ = try await browser.post("/mine/act/save-alert-settings", form)
            let known = try #require(try await app.library.alerts.settings(for: app.reader))
            #expect(known.quietHours?.startText == "22:00" && known.zone.identifier == "Europe/Berlin")
            #expect(known.dailyLimit == 3 && known.excludedWays.isEmpty)
            for (old, new, words) in [
                ("22%3A00", "25%3A00", "no time of day"), ("Europe%2FBerlin", "Atlantis", "no time zone"),
                ("limit=3", "limit=0", "number from 1 to 100"),
            ] {
                let refused = try await browser.post(
                    "/mine/act/save-alert-settings", form.replacing(old, with: new))
                #expect(refused.text.contains(words), "\(new)")
            }
            #expect(try await app.library.alerts.settings(for: app.reader) == known)
            let page = try await browser.get(Self.page).page
            #expect(try page.part("input[name=from]")["value"] == "22:00")
            #expect(try page.part("input[name=limit]")["value"] == "3")
            _ = try await browser.post("/mine/act/save-alert-settings", form.replacing("&ways=\(way)", with: ""))
            #expect(try await app.library.alerts.settings(for: app.reader)?.excludedWays.map(\.rawValue) == [way])
        }
    }

    @Test(.mission("BREAK-36"))
    func `beside great news stands what it would have sent last week`() async throws {
        try await open { app, browser in
            let texts = [
                "A fire in the cold store at Brannock quay in Saltmere killed four dockers. Ammonia leaked.",
                "Four dockers died when the Brannock cold store in Saltmere burned. Ammonia leaked at the quay.",
                "The Brannock cold store in Saltmere is burnt out. Four dockers are dead; ammonia leaked at the quay.",
            ]
            for (number, text) in texts.enumerated() {
                let told = story(
                    app, "Brannock fire kills dockers in Saltmere, \(number)", text: text,
                    minutesAgo: Double(300 - number * 20))
                try await app.follow("https://p\(number).example/feed", title: "Paper \(number)", stories: [told])
            }
            try await app.library.clusters.update()
            let three = try await browser.get("\(Self.page)?publishers=3&minutes=40").page
            #expect(try three.part(".great-news-count").text == "Last week: 1 alert")
            #expect(three.text.contains("Brannock fire kills dockers") && three.text.contains("within 40 minutes"))
            let short = try await browser.get("\(Self.page)?publishers=3&minutes=30").page
            #expect(try short.part(".great-news-count").text == "Last week: no alert")
            let wrong = try await browser.get("\(Self.page)?publishers=1&minutes=30").page
            #expect(try wrong.part(".great-news-past").text.contains("2 to 50 publishers"))
        }
    }

    @Test(.mission("BREAK-36"))
    func `the list says why each alert came and what was held back, and a topic is left alone`() async throws {
        try await open { app, browser in
            let feed = "https://quay.example/feed"
            let channel = try await app.follow(feed, title: "Daily Quay", stories: [story(app, "Old", minutesAgo: 900)])
            let list = try await browser.get("/mine/feed/\(channel.rawValue)").page
            #expect(list.text.contains("Alert me"))
            _ = try await browser.post("/mine/act/save-alert", "kind=feed&value=\(channel.rawValue)&stays=1")
            #expect(try await browser.get("/mine/feed/\(channel.rawValue)").page.text.contains("Alerts are on: change"))
            _ = try await browser.post(
                "/mine/act/save-alert-settings", "from=&to=&zone=UTC&limit=1&ways=1")
            for title in ["The barrier closes at nine", "Choir sings"] {
                let next = story(app, title, text: "\(title).")
                app.source.put(.success(ChannelResponse(stories: [next])), at: feed)
                _ = try await app.library.refreshing.requestRefresh(
                    [channel], reason: .manual, for: app.reader, minimumInterval: .zero)
                _ = await Refresher(library: app.library).runOnce(only: [channel])
                try await app.library.clusters.update()
                try await app.library.alerts.judge(with: AlertMessages())
                app.clock.advance(5)
            }
            let page = try await browser.get("/mine/alerts").page
            #expect(page.text.contains("Everything of Daily Quay") && page.text.contains("Sent"))
            #expect(page.text.contains("Held back: your limit for the day was reached"))
            let alert = try #require(try await app.library.alerts.alerts(for: app.reader).last)
            let link = try #require(page.parts(".alert-title").last?["href"])
            // While nobody else tells it, the topic is its story.
            let opened = try await browser.get(link, Browser.navigation)
            #expect(opened.header("Location") == "/mine/story/\(alert.story.rawValue)")
            _ = try await browser.post("/mine/act/silence-alert", "alert=\(alert.id.rawValue)&silenced=1")
            #expect(try await browser.get("/mine/alerts").page.text.contains("Tell me of this topic again"))
            let sent = try #require(
                try await app.library.deliveries.claimDue(limit: 9).map(\.message).first)
            #expect(sent.title == "The barrier closes at nine" && sent.path == link && sent.urgency == .high)
            #expect(sent.text == "Daily Quay · Everything of Daily Quay")
        }
    }
}
