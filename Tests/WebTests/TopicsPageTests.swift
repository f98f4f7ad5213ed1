import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The pages by which readers choose what they follow, and what the front page makes of it.
@Suite struct TopicsPageTests {
    private static let edition = EditionID(rawValue: "gazette")

    private static func shelf(_ country: String, _ title: String, _ language: String) throws -> CountryFeedList {
        CountryFeedList(
            country: country, title: title, languages: [language],
            feeds: [
                PublisherFeed(publisher: "\(title) Post", address: try webAddress("https://\(country).example/top")),
                PublisherFeed(
                    publisher: "\(title) Trade", address: try webAddress("https://\(country).example/business"),
                    category: .business),
                PublisherFeed(
                    publisher: "\(title) Lab", address: try webAddress("https://\(country).example/science"),
                    category: .science),
            ])
    }

    private func story(_ key: String, _ title: String, minutesAgo: Double = 60, text: String = "") -> FetchedStory {
        FetchedStory(
            key: key, title: title, link: WebAddress("https://gb.example/\(key)"), text: text,
            publishedAt: WebTestApp.start - minutesAgo * 60)
    }

    /// A paper with two shelves, whose feeds each have a story.
    private func makeApp() async throws -> WebTestApp {
        let paper = Edition(
            id: Self.edition, title: "Gazette", sections: .listed([]),
            topics: TopicOptions(shelves: [
                try Self.shelf("gb", "United Kingdom", "en"), try Self.shelf("de", "Germany", "de"),
            ]))
        let app = try WebTestApp(editions: [paper])
        try await app.library.editions.synchronize([paper])
        app.source.put([story("a", "Harbour opens")], at: "https://gb.example/top")
        app.source.put([story("b", "Banks merge")], at: "https://gb.example/business")
        app.source.put([story("c", "Comet seen")], at: "https://gb.example/science")
        app.source.put([story("d", "Hafen offen")], at: "https://de.example/top")
        return app
    }

    /// Opens the paper for the first time, and lets what is due be fetched.
    private func open(_ app: WebTestApp, _ browser: Browser, _ headers: [String: String] = [:]) async throws {
        let british = ["Accept-Language": "en-GB"]
        _ = try await browser.get("/gazette/", Browser.navigation.merging(british) { $1 }.merging(headers) { $1 })
        await app.refresh()
    }

    private func topics(_ app: WebTestApp) async throws -> [FollowedTopic] {
        try await app.library.topics.topics(in: Self.edition, for: app.reader)
    }

    private func follow(_ browser: Browser, _ kind: String, _ value: String) async throws -> Browser.Response {
        try await browser.post(
            "/gazette/act/follow-topic", "kind=\(kind)&value=\(QueryParameters.encoded(value))&back=/gazette/topics")
    }

    private func sectionTitles(_ page: ShownPage) -> [String] { page.texts("h2[id^=h] > a") }

    // MARK: - The first visit

    @Test(.mission("BREAK-01"))
    func `headlines of the browser's country come at the first visit, without any action`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let german = ["Accept-Language": "de-AT;q=0.5, de-DE, en"]
            let first = try await browser.get("/gazette/", Browser.navigation.merging(german) { $1 }).page
            let reload = "noscript > meta[http-equiv=refresh][content=2]"
            #expect(first.has(reload) && first.rows.isEmpty, "BREAK-01: without script it comes again")
            await app.refresh()
            let front = try await browser.get("/gazette/").page
            #expect(front.storyTitles.contains("Hafen offen") && !front.text.contains("Harbour opens"))
            #expect(!front.has(reload))
            #expect(sectionTitles(front) == ["Germany"])
            #expect(app.source.requestedChannels == ["https://de.example/top"])
        }
    }

    @Test(.mission("BREAK-01"))
    func `the time zone tells the country of a browser whose languages have none`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser, ["Accept-Language": "nl", "Cookie": "zone=Europe%2FBerlin"])
            #expect(try await topics(app).map(\.subject) == [.headlines(country: "de")])
        }
    }

    @Test(
        arguments: [
            ("en-GB,en;q=0.9,de;q=0.8", nil, "gb", ["en-GB", "en", "de"]),
            ("de;q=0.2, fr-CA;q=0.7", "Europe/Berlin", "ca", ["fr-CA", "de"]),
            ("zh-Hant-TW", nil, "tw", ["zh-Hant-TW"]), ("en", "Australia/Perth", "au", ["en"]),
            ("en", "Etc/UTC", nil, ["en"]), (nil, nil, nil, []), ("*, ;q=1, sr-Latn;q=0, es-419", nil, nil, ["es-419"]),
        ] as [(String?, String?, String?, [String])])
    func `a browser's country is its languages' first region, else its zone's`(
        header: String?, zone: String?, country: String?, languages: [String]
    ) {
        let region = BrowserRegion(acceptLanguage: header, zone: zone)
        #expect(region.country == country && region.languages == languages)
    }

    @Test func `a GET that no person made follows nothing and fetches nothing`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            for headers in `What a request may cause`.crossSite + `What a request may cause`.prefetches {
                for path in ["/gazette/", "/gazette/topics", "/gazette/all"] {
                    #expect(try await browser.get(path, headers).status == .ok)
                }
            }
            _ = try await browser.get("/gazette/topics", Browser.navigation)
            #expect(try await topics(app).isEmpty)
            await app.refresh()
            #expect(app.source.requestedChannels.isEmpty)
        }
    }

    // MARK: - What is followed

    @Test(.mission("BREAK-32", "BREAK-37"))
    func `categories, words and publishers make the front page's sections, and unfollowing takes them away`()
        async throws
    {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            let tile = "button#category-business"
            #expect(try await browser.get("/gazette/topics").page.part(tile)["aria-pressed"] == "false")
            #expect(try await follow(browser, "category", "business").status == .seeOther)
            #expect(try await follow(browser, "words", "  harbour ").status == .seeOther)
            #expect(try await follow(browser, "publisher", "https://gb.example/science").status == .seeOther)
            _ = try await browser.get("/gazette/", Browser.navigation)
            await app.refresh()
            let front = try await browser.get("/gazette/").page
            #expect(sectionTitles(front).starts(with: ["United Kingdom", "Business"]))
            #expect(front.storyTitles.contains("Banks merge") && front.storyTitles.contains("Comet seen"))
            #expect(try await browser.get("/gazette/topics").page.part(tile)["aria-pressed"] == "true")
            let business = try #require(try await topics(app).first { $0.subject == .category(.business) })
            let gone = try await browser.post(
                "/gazette/act/unfollow-topic", "topic=\(business.id.rawValue)&back=/gazette/topics")
            let note = try await browser.get(try #require(gone.header("Location"))).page
            #expect(note.text.contains("Business is no longer followed.") && note.hasButton("Follow again"))
            #expect(try note.part(tile)["aria-pressed"] == "false")
            #expect(!sectionTitles(try await browser.get("/gazette/").page).contains("Business"))
        }
    }

    @Test(.mission("BREAK-39")) func `a story with followed words is in their section, and no other`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            _ = try await follow(browser, "words", "tide tables")
            let topic = try #require(try await topics(app).first { $0.subject == .words("tide tables") })
            let section = "/gazette/section/\(topic.section.rawValue)"
            #expect(try await browser.get(section).page.rows.isEmpty)
            app.clock.advance(7200)
            app.source.put(
                [story("e", "At sea", minutesAgo: -60, text: "The new tide tables are out."), story("f", "On land")],
                at: "https://gb.example/top")
            _ = try await browser.get("/gazette/", Browser.navigation)
            await app.refresh()
            let list = try await browser.get(section).page
            #expect(list.storyTitles.contains("At sea") && !list.text.contains("On land"))
            #expect(list.headings(1).contains("tide tables"))
            _ = try await browser.post("/gazette/act/unfollow-topic", "topic=\(topic.id.rawValue)")
            #expect(try await browser.get(section).status == .notFound)
        }
    }

    @Test(.mission("BREAK-44")) func `topics move up and down, and the front page's sections with them`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            _ = try await follow(browser, "category", "business")
            _ = try await follow(browser, "category", "science")
            _ = try await browser.get("/gazette/", Browser.navigation)
            await app.refresh()
            let science = try #require(try await topics(app).first { $0.subject == .category(.science) })
            for _ in 1...2 {
                _ = try await browser.post(
                    "/gazette/act/move-topic", "topic=\(science.id.rawValue)&direction=up&back=/gazette/topics")
            }
            let page = try await browser.get("/gazette/topics").page
            #expect(!page.has("#up-\(science.id.rawValue)"))
            #expect(page.has("button#down-\(science.id.rawValue)"))
            let front = try await browser.get("/gazette/").page
            #expect(sectionTitles(front) == ["Science", "United Kingdom", "Business"])
        }
    }

    @Test(.mission("BREAK-47"))
    func `publishers are searched by name and category, and one is followed by its button`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            func names(_ query: String) async throws -> [String] {
                try await browser.get("/gazette/topics?\(query)").page.texts(".publishers .name > b")
            }
            #expect(try await names("").count == 6)
            #expect(try await names("q=germany") == ["Germany Lab", "Germany Post", "Germany Trade"])
            let trade = try await names("category=business")
            #expect(trade == ["Germany Trade", "United Kingdom Trade"])
            let nobody = try await browser.get("/gazette/topics?q=nobody").page
            #expect(nobody.notes.contains("No publisher is listed like that."))
            _ = try await follow(browser, "publisher", "https://gb.example/business")
            #expect(try await topics(app).map { Strings.topicDetail($0.subject) } == ["Publisher"])
            let page = try await browser.get("/gazette/topics?q=kingdom+trade").page
            #expect(page.button("Following United Kingdom Trade")?["aria-pressed"] == "true")
        }
    }

    // MARK: - What cannot be followed

    @Test(
        .mission("BREAK-39"),
        arguments: [
            ("", "Type a word or a phrase to follow."), ("…!", "There is no word in it to look for."),
            (String(repeating: "x", count: 101), "have at most 100 characters; these have 101."),
        ])
    func `words that cannot be followed are kept in the field with a sentence`(typed: String, sentence: String)
        async throws
    {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let answer = try await follow(browser, "words", typed)
            let page = try await browser.get(try #require(answer.header("Location"))).page
            #expect(page.alerts.contains { $0.contains(sentence) })
            #expect(try page.part("input#typed-words").fieldValue == typed)
            let known = ["Accept": "application/json"]
            let form = "kind=words&value=\(QueryParameters.encoded(typed))"
            let json = try await browser.post("/gazette/act/follow-topic", form, known).text
            #expect(json.contains("\"failed\":true") && json.contains(sentence.prefix(30)))
            #expect(try await topics(app).isEmpty)
        }
    }

    @Test(arguments: [
        "kind=category&value=weather", "kind=headlines&value=zz", "kind=publisher&value=https://evil.example/feed",
        "kind=place&value=Whitby&country=x", "value=business", "",
    ])
    func `nothing is followed that the paper does not offer`(form: String) async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post(
                "/gazette/act/follow-topic", form, ["Accept": "application/json"])
            #expect(answer.text.contains("\"failed\":true"))
            #expect(try await topics(app).isEmpty)
            #expect(try await browser.get("/mine/topics").status == .notFound)
            #expect(try await browser.post("/mine/act/follow-topic", form).status == .notFound)
        }
    }

    @Test func `at forty topics the page says so, and no more are followed`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            for number in 1...40 { _ = try await follow(browser, "words", "harbour \(number)") }
            let refused = try await browser.post(
                "/gazette/act/follow-topic", "kind=category&value=business", ["Accept": "application/json"])
            #expect(refused.text.contains("You follow 40 topics, which is the most."))
            let page = try await browser.get("/gazette/topics").page
            #expect(page.text.contains("You follow 40 topics, which is the most."))
            #expect(try await topics(app).count == 40)
        }
    }

    // MARK: - The front page

    @Test(.mission("BREAK-32"))
    func `the invitation leads to the topics until something is followed or the reader declines`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            let invitation = ".topic-invitation"
            let front = try await browser.get("/gazette/").page
            #expect(front.storyTitles.contains("Harbour opens"))
            #expect(front.parts("article, \(invitation)").last?.hasClass("topic-invitation") == true, "below the news")
            #expect(front.parts("\(invitation) button[name=value]").count == 7)
            #expect(front.has("a[href=/gazette/topics][title=Topics]"))
            _ = try await follow(browser, "category", "health")
            #expect(!(try await browser.get("/gazette/").page.has(invitation)))
            let health = try #require(try await topics(app).first { $0.subject == .category(.health) })
            _ = try await browser.post("/gazette/act/unfollow-topic", "topic=\(health.id.rawValue)")
            #expect(try await browser.get("/gazette/").page.has(invitation))
            _ = try await browser.post("/gazette/act/preferences", "topicsOffered=1&back=/gazette/")
            let declined = try await browser.get("/gazette/").page
            #expect(!declined.has(invitation) && declined.has("a[title=Topics]"))
            #expect(!(try await browser.get("/mine/").page.has("[title=Topics]")))
        }
    }

    @Test(.mission("BREAK-41"))
    func `a kind of headlines that is hidden is on no page of an edition with topics`() async throws {
        let app = try await makeApp()
        let lists = [story("l", "Ten ways to cook a leek"), story("a", "Harbour opens")]
        app.source.put(lists, at: "https://gb.example/top")
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            let section = try #require(try await topics(app).first).section.rawValue
            let pages = ["/gazette/", "/gazette/all", "/gazette/unread", "/gazette/section/\(section)"]
            for path in pages { #expect(try await browser.get(path).text.contains("cook a leek"), "\(path)") }
            _ = try await browser.post("/gazette/act/mute", "what=headlines&words=lists&for=ever&back=/gazette/all")
            for path in pages {
                let page = try await browser.get(path).text
                #expect(page.contains("Harbour opens") && !page.contains("cook a leek"), "\(path)")
            }
        }
    }

    @Test(.mission("BREAK-43"))
    func `one line on top leads to the first story that is new since the visit before`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            app.clock.advance(60)
            _ = try await browser.get("/gazette/", Browser.navigation)
            #expect(!(try await browser.get("/gazette/").page.has(".since-visit")))
            app.clock.advance(7200)
            let (old, new) = (story("a", "Harbour opens"), story("n", "Bridge closed", minutesAgo: -119))
            app.source.put([new, old], at: "https://gb.example/top")
            _ = try await browser.get("/gazette/", Browser.navigation)
            await app.refresh()
            let line = try await browser.get("/gazette/").page.part("p.since-visit > a")
            let row = try await app.rowInAnyEdition("Bridge closed")
            #expect(line.path == "#s\(row.id.rawValue)" && line.text.hasPrefix("1 new since"))
            let list = try await browser.get("/gazette/all").page.text
            let parts = list.components(separatedBy: "New above, since")
            #expect(parts.count == 2 && parts[0].contains("Bridge closed") && parts[1].contains("Harbour opens"))
        }
    }

    @Test func `without any topic the front page leads to them`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            try await open(app, browser)
            let headlines = try #require(try await topics(app).first)
            _ = try await browser.post("/gazette/act/unfollow-topic", "topic=\(headlines.id.rawValue)")
            let front = try await browser.get("/gazette/", Browser.navigation).page
            #expect(front.text.contains("You follow no topics yet.") && front.hasLink("Choose topics"))
            #expect(try await topics(app).isEmpty)
        }
    }
}
