import Foundation
import HTTPTypes
import Logging
import News
import TestSupport
import Testing
import URLs

@testable import Library
@testable import Web

/// The page that chooses a place to follow.
@Suite struct PlacesPageTests {
    private static let edition = EditionID(rawValue: "gazette")
    private static let page = "/gazette/topics/places"

    private func makeApp(logger: Logger = Logger(label: "test")) async throws -> WebTestApp {
        let shelf = CountryFeedList(
            country: "gb", title: "United Kingdom", languages: ["en"],
            feeds: [PublisherFeed(publisher: "Post", address: try webAddress("https://gb.example/top"))])
        let papers = [
            Edition(
                id: Self.edition, title: "Gazette", sections: .listed([]), topics: TopicOptions(shelves: [shelf])),
            Edition(id: EditionID(rawValue: "plain"), title: "Plain", sections: .listed([])),
        ]
        let app = try WebTestApp(editions: papers, logger: logger)
        try await app.library.editions.synchronize(papers)
        return app
    }

    private func places(_ app: WebTestApp) async throws -> [PlaceName] {
        try await app.library.topics.topics(in: Self.edition, for: app.reader).compactMap {
            if case .place(let place) = $0.subject { place } else { nil }
        }
    }

    /// The first form with an action, as a browser would send it.
    private func body(_ action: String, in page: ShownPage) throws -> String {
        try #require(page.form("/gazette/act/\(action)")).formBody()
    }

    /// Every row of the database.
    private func rows(_ app: WebTestApp) async throws -> [String] {
        try await app.library.context.database.read { transaction in
            let tables = try transaction.texts(
                "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' order by 1")
            return try tables.flatMap { table in
                let columns = try transaction.texts("select name from pragma_table_info('\(table)')")
                let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                return try transaction.texts("select \(line) from \"\(table)\" order by 1").map { "\(table) \($0)" }
            }
        }
    }

    @Test(.mission("BREAK-38"))
    func `a town that was typed is followed, and its stories come into a section of its own`() async throws {
        let app = try await makeApp()
        app.source.put(
            [
                FetchedStory(key: "a", title: "Bridge in York closed", publishedAt: WebTestApp.start - 600),
                FetchedStory(key: "b", title: "Comet seen", publishedAt: WebTestApp.start - 600),
            ], at: "https://gb.example/top")
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("/gazette/", Browser.navigation.merging(["Accept-Language": "en-GB"]) { $1 })
            await app.refresh()
            let found = try await browser.get("\(Self.page)?q=York").page
            #expect(found.hasButton("Follow York, City of York, England, United Kingdom"))
            #expect(found.text.contains("Pennsylvania, United States"))
            _ = try await browser.post("/gazette/act/follow-topic", try body("follow-topic", in: found))
            let york = try #require(try await places(app).first)
            #expect(york == PlaceName(name: "York", district: "City of York", region: "England", country: "gb"))
            let topic = try #require(
                try await app.library.topics.topics(in: Self.edition, for: app.reader).first {
                    $0.subject == .place(york)
                })
            let section = try await browser.get("/gazette/section/\(topic.section.rawValue)")
            #expect(section.page.storyTitles.contains("Bridge in York closed") && !section.text.contains("Comet seen"))
        }
    }

    @Test(.mission("BREAK-38")) func `a place is forgotten with one tap, and nothing of it remains`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let found = try await browser.get("\(Self.page)?q=York").page
            _ = try await browser.post("/gazette/act/follow-topic", try body("follow-topic", in: found))
            let page = try await browser.get(Self.page).page
            #expect(page.text.contains("Tidings stores only a place’s name, until you forget it."))
            #expect(page.hasButton("Forget York"))
            #expect(try await rows(app).contains { $0.contains("York") })
            let answer = try await browser.post("/gazette/act/unfollow-topic", try body("unfollow-topic", in: page))
            #expect(answer.headers[.location] == Self.page)
            #expect(try await places(app).isEmpty)
            #expect(try await rows(app).allSatisfy { !$0.contains("York") })
        }
    }

    @Test(.mission("BREAK-33"))
    func `a location becomes the name of a town, and its coordinates are kept nowhere`() async throws {
        let log = CapturedLog()
        var logger = log.logger
        logger.logLevel = .trace
        let app = try await makeApp(logger: logger)
        try await app.withBrowser { browser async throws in
            _ = try await browser.get(Self.page)
            let before = try await rows(app)
            let answer = try await browser.post(
                "/gazette/act/locate-place", "latitude=53.9581237&longitude=-1.0803219",
                ["Accept": "application/json"])
            #expect(answer.text.contains("The nearest town is York."))
            #expect(answer.text.replacing("\\/", with: "/").contains("\(Self.page)?q=York"))
            let kept = try await rows(app)
            #expect(!before.isEmpty && kept == before)
            for coordinate in ["53.9", "1.08", "54.0"] {
                #expect(!answer.text.contains(coordinate))
                #expect(log.messages.allSatisfy { !$0.contains(coordinate) })
                #expect(kept.allSatisfy { !$0.contains("'\(coordinate)") })
            }
            #expect(try await places(app).isEmpty)
        }
    }

    @Test(arguments: [
        ("latitude=0&longitude=-150", "No town is near."), ("latitude=nan&longitude=1", "The device gave no location."),
        ("latitude=54", "The device gave no location."),
        ("latitude=999&longitude=1e400", "The device gave no location."),
        ("latitude=170&longitude=1", "No town is near."),
    ])
    func `a location without a town says so`(body: String, sentence: String) async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post(
                "/gazette/act/locate-place", body, ["Accept": "application/json"])
            #expect(answer.text.contains(sentence))
        }
    }

    @Test(.mission("BREAK-33")) func `only the page of places may ask the browser for the location`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let policy = try await browser.get(Self.page).headers[.permissionsPolicy]
            #expect(policy == "camera=(), microphone=(), geolocation=(self)")
            for path in [
                "/gazette/", "/gazette/topics", "/plain/topics/places", "/mine/topics/places", "/mine/settings/about",
                "/gazette/nothing",
            ] {
                let policy = try await browser.get(path).headers[.permissionsPolicy]
                #expect(policy?.hasSuffix("geolocation=()") == true, "\(path)")
            }
        }
    }

    @Test func `editions without topics have no page of places`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/plain/topics/places").status == .notFound)
            let answer = try await browser.post("/plain/act/locate-place", "latitude=54.0&longitude=-1.1")
            #expect(answer.status == .notFound)
        }
    }

    @Test func `what was typed is escaped, and what names no town is said`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("\(Self.page)?q=%3Cscript%3Eqqq").text
            #expect(!page.contains("<script>qqq") && page.contains("is called &lt;script&gt;qqq"))
        }
    }
}
