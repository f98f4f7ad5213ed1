import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// A newspaper whose sections are those that its origin offers, as MIT's are: what its origin is asked, and when.
@Suite struct OfferedSectionsTests {
    private static let directory = "https://news.example/categories"

    private static func list(_ key: String) -> String { "https://news.example/stories?category=\(key)&limit=20" }

    private static func edition() throws -> Edition {
        Edition(
            id: EditionID(rawValue: "inst"), title: "Institute News", theme: EditionTheme(rowStyle: .right),
            layout: EditionBars(frontBottomBar: .status, listBottomBar: .status, tabs: [], hasDrawer: false),
            sections: .offered(
                by: ChannelAddress(
                    kind: .feed, site: try webAddress("https://news.example/"), address: try webAddress(directory)),
                options: [:]),
            options: EditionOptions(
                allowsSaving: false, grid: .optional, hasLeadStory: false, front: FrontPageOptions(order: .newest),
                mailSubjectPrefix: "Inst: ", reloadMinutes: 5))
    }

    private func story(_ number: Int, in key: String) -> FetchedStory {
        FetchedStory(
            key: "\(key)\(number)", title: "\(key) \(number)",
            body: SafeHTML(restoring: "<p>Text of \(key) \(number)</p>"),
            text: "Text of \(key) \(number)", publishedAt: WebTestApp.start.addingTimeInterval(-Double(number) * 60))
    }

    private func answer(
        _ key: String, _ numbers: ClosedRange<Int>, next: String? = nil,
        change: (inout FetchedStory) -> Void = { _ in }
    ) -> ChannelResponse {
        let stories = numbers.map { number in
            var story = story(number, in: key)
            change(&story)
            return story
        }
        var answer = ChannelResponse(stories: stories, next: next.map { SourceCursor(rawValue: $0) })
        answer.pollingHints.viewFreshSeconds = 60
        return answer
    }

    /// An opened paper of two categories, Latest with twenty of sixty stories and Media with twenty.
    private func makeApp() async throws -> WebTestApp {
        let paper = try Self.edition()
        let app = try WebTestApp(editions: [paper])
        var categories = ChannelResponse(
            stories: nil,
            channels: [
                OfferedChannel(key: "1", title: "Latest", address: try webAddress(Self.list("1"))),
                OfferedChannel(key: "2", title: "Media", address: try webAddress(Self.list("2"))),
            ])
        categories.pollingHints.viewFreshSeconds = 60
        app.source.put(.success(categories), at: Self.directory)
        app.source.put(.success(answer("Latest", 1...20, next: "second")), at: Self.list("1"))
        app.source.put(.success(answer("Latest", 21...40, next: "third")), at: Self.list("1"), after: "second")
        app.source.put(.success(answer("Latest", 41...60)), at: Self.list("1"), after: "third")
        app.source.put(.success(answer("Media", 1...20)), at: Self.list("2"))
        try await app.library.editions.synchronize([paper])
        try await app.library.editions.refreshIfStale(paper.id, for: app.reader)
        await app.refresh()
        await app.refresh()
        return app
    }

    private func section(_ browser: Browser) async throws -> String {
        try #require(try await browser.get("/inst/").page.part("a[href^=/inst/section/]").path)
    }

    /// The body that the button for more stories sends.
    private func form(_ page: ShownPage) throws -> String { try #require(page.form("load-more")).formBody() }

    @Test(.mission("MIT-07"))
    func `a person's refresh of the front page asks for the categories once and for each list once`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            app.clock.advance(120)
            let asked = app.source.requestedChannels.count
            let outcome = try await browser.post("/inst/act/refresh", "back=/inst/", ["Accept": "application/json"])
            #expect(outcome.text.contains("Updating…"))
            await app.refresh()
            await app.refresh()
            #expect(
                app.source.requestedChannels.dropFirst(asked).sorted() == [
                    Self.directory, Self.list("1"), Self.list("2"),
                ])
        }
    }

    @Test(.mission("MIT-09")) func `a dek of nothing but spaces takes no line`() async throws {
        let app = try await makeApp()
        app.source.put(
            .success(answer("Media", 1...2) { $0.dek = $0.key == "Media1" ? " \n\u{00A0} " : "About it" }),
            at: Self.list("2"))
        app.clock.advance(120)
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/inst/act/refresh", "back=/inst/")
            await app.refresh()
            let all = try await browser.get("/inst/all?depth=60").page
            #expect(!(try all.row("Media 1").has(".dek")))
            #expect(try all.row("Media 2").texts("p.dek") == ["About it"])
        }
    }

    @Test(.mission("MIT-15"))
    func `a row opens its very story, also when a refresh has replaced the list`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let list = try await section(browser)
            let row = try await browser.get(list).page.row("Latest 3")
            let link = try #require(try row.part("a[href^=/inst/story/]").path)
            app.source.put(
                .success(answer("Latest", 61...80) { $0.publishedAt = $0.publishedAt?.addingTimeInterval(8000) }),
                at: Self.list("1"))
            app.clock.advance(120)
            _ = try await browser.post("/inst/act/refresh", "back=\(list)")
            await app.refresh()
            #expect(!(try await browser.get(list).page.storyTitles.contains("Latest 3")))
            let story = try await browser.get(link, Browser.navigation).page
            #expect(story.headings(1).contains("Latest 3") && story.text.contains("Text of Latest 3"))
        }
    }

    @Test(.mission("MIT-26")) func `refreshing a category's list begins again with its first twenty`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let list = try await section(browser)
            _ = try await browser.post("/inst/act/load-more", try form(try await browser.get(list).page))
            let deep = try await browser.get("\(list)?depth=40").page
            #expect(deep.rows.count == 40)
            let refresh = try #require(deep.form("refresh"))
            #expect(refresh.has("button[data-retry-path=\(list)]") && refresh.fields["back"] == list)
            #expect(!(try await browser.get(list).page.has("[data-retry-path]")))
            app.source.put(
                .success(answer("Latest", 0...19, next: "second")), at: Self.list("1"))
            app.clock.advance(120)
            let answer = try await browser.post("/inst/act/refresh", "back=\(list)")
            #expect(answer.header("Location") == list)
            await app.refresh()
            let titles = try await browser.get(list).page.storyTitles
            #expect(titles.count == 20 && titles.contains("Latest 0") && !titles.contains("Latest 20"))
        }
    }

    @Test(.mission("MIT-41", "MIT-42"))
    func `title, byline, date, dek and body follow one another, and what is missing leaves no gap`() async throws {
        let app = try await makeApp()
        let body = HTMLSanitizer(base: try webAddress("https://news.example/a")).sanitize(
            "<p> </p><p>The text.</p><p>&nbsp;</p><p></p>")
        app.source.put(
            .success(
                answer("Media", 1...2) { story in
                    (story.body, story.text) = (body.html, body.text)
                    guard story.key == "Media2" else { return }
                    (story.byline, story.dek) = ("Jo Writer", "What it is about")
                }), at: Self.list("2"))
        app.clock.advance(120)
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/inst/act/refresh", "back=/inst/")
            await app.refresh()
            func story(_ title: String) async throws -> ShownPage {
                let id = try await app.rowInAnyEdition(title).id.rawValue
                return try await browser.get("/inst/story/\(id)").page.part("article.story")
            }
            let full = try await story("Media 2")
            #expect(full.headings(1) == ["Media 2"])
            let (text, date) = (full.text, try full.part(".exact-date time").text)
            let places = try ["Media 2", "Jo Writer", date, "What it is about", "The text."].map { part in
                try #require(text.range(of: part), "\(part)").lowerBound
            }
            #expect(places == places.sorted())
            let bare = try await story("Media 1")
            #expect(!bare.has(".standfirst") && bare.has(".facts-line > .exact-date time"))
            #expect(bare.texts(".text p") == ["The text."])
        }
    }

    @Test(.mission("MIT-50"))
    func `after the last known story the origin is asked for the next page, to the end`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let list = try await section(browser)
            let code = "s\(try #require(list.split(separator: "/").last))"
            let last = try await app.rowInAnyEdition("Latest 20").id.rawValue
            let asked = app.source.requestedChannels.count
            let page = try await browser.get("/inst/story/\(last)?in=\(code)").page
            #expect(page.hasButton("Next story") && !page.has("article[data-next]"))
            #expect(app.source.requestedChannels.count == asked, "only a person's wish asks")
            let answer = try await browser.post("/inst/act/load-more", try form(page))
            let next = try await app.rowInAnyEdition("Latest 21").id.rawValue
            #expect(answer.header("Location") == "/inst/story/\(next)?in=\(code)")
            #expect(Array(app.source.requestedChannels.dropFirst(asked)) == ["\(Self.list("1")) second"])
            // A second tap finds it here.
            #expect(
                try await browser.post("/inst/act/load-more", try form(page)).header("Location")?.contains("\(next)")
                    == true)
            #expect(app.source.requestedChannels.count == asked + 1)

            app.source.put(.failure(.refused(status: 500)), at: Self.list("1"), after: "third")
            let later = try await app.rowInAnyEdition("Latest 40").id.rawValue
            let fields = try form(try await browser.get("/inst/story/\(later)?in=\(code)").page)
            let refused = try await browser.post("/inst/act/load-more", fields)
            let back = try #require(refused.header("Location"))
            #expect(back == "/inst/story/\(later)?in=\(code)&older=refused")
            let sorry = try await browser.get(back).page
            let sentence = "Institute News answered with an error instead of more stories."
            #expect(sorry.alerts.contains { $0.contains(sentence) } && sorry.hasButton("Next story"))
            app.source.put(.success(self.answer("Latest", 41...60)), at: Self.list("1"), after: "third")
            _ = try await browser.post("/inst/act/load-more", fields)
            let end = try await app.rowInAnyEdition("Latest 60").id.rawValue
            #expect(!(try await browser.get("/inst/story/\(end)?in=\(code)").text.contains("Next story")))
        }
    }

    @Test(.mission("MIT-65"))
    func `while an origin answers slowly the status line says that it is being updated`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            app.clock.advance(120)
            #expect(try await browser.get("/inst/").page.hasButton("Updated 2 minutes ago"))
            let gate = app.source.hold(Self.list("1"))
            let asked = app.source.requestedChannels.count
            _ = try await browser.post("/inst/act/refresh", "back=/inst/")
            async let round: Void = app.refresh()
            while !app.source.requestedChannels.dropFirst(asked).contains(Self.list("1")) { await Task.yield() }
            for path in ["/inst/", try await section(browser)] {
                #expect(try await browser.get(path).page.hasButton("Updating..."), "\(path)")
            }
            #expect(try await browser.get("/api/live?edition=inst").text.contains("\"isUpdating\":true"))
            gate.finish()
            await round
            #expect(try await browser.get("/inst/").page.hasButton("Updated Just Now"))
        }
    }

    @Test(.mission("MIT-66"))
    func `a round that nobody answered is told, and the line keeps the time of the last answer`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let stories = try await browser.get("/inst/").page.storyTitles
            for address in [Self.directory, Self.list("1"), Self.list("2")] {
                app.source.put(.failure(.unreachable(.noAnswer(from: "institute.example"))), at: address)
            }
            app.clock.advance(180)
            _ = try await browser.post("/inst/act/refresh", "back=/inst/")
            await app.refresh()
            #expect(
                try await browser.get("/api/live?edition=inst").text.contains(
                    "\"failed\":\"Institute News could not be updated: "))
            let front = try await browser.get("/inst/")
            #expect(front.page.text.contains("Updated 3 minutes ago") && !front.text.contains("could not"))
            #expect(front.page.storyTitles == stories)
            #expect(!(try await browser.get("/api/live?edition=mine").text.contains("could not")))
        }
    }

    @Test(.mission("MIT-68", "MIT-72"))
    func `a list that is shown, or stays open, asks when its freshness has run out, also where nothing changed`()
        async throws
    {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let list = try await section(browser)
            let answer = try await browser.get(list)
            let page = answer.page
            let code = try #require(page.state("refreshes-list"))
            #expect(page.state("reload-minutes") == "5" && code.hasPrefix("s"))
            let tag = try #require(answer.header("ETag"))
            func asked(after seconds: Double, _ path: String) async throws -> [String] {
                let before = app.source.requestedChannels.count
                app.clock.advance(seconds)
                let known = path == list ? ["If-None-Match": tag] : [:]
                _ = try await browser.get(path, Browser.navigation.merging(known) { $1 })
                await app.refresh()
                return Array(app.source.requestedChannels.dropFirst(before))
            }
            #expect(try await asked(after: 30, list) == [])
            #expect(try await asked(after: 31, list) == [Self.list("1")])
            // An open page says now and then that it is looked at.
            #expect(try await asked(after: 61, "/api/live?edition=inst") == [])
            #expect(try await asked(after: 0, "/api/live?edition=inst&appeared=\(code)") == [Self.list("1")])
            #expect(try await asked(after: 0, "/api/live?edition=inst&appeared=\(code)") == [])
        }
    }

    @Test(.mission("MIT-70")) func `opening a story asks its origin for nothing`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let id = try await app.rowInAnyEdition("Latest 2").id.rawValue
            app.clock.advance(3000)
            let asked = app.source.requestedChannels
            for path in ["/inst/story/\(id)", "/inst/story/\(id)/menu"] {
                #expect(try await browser.get(path, Browser.navigation).status == .ok)
            }
            await app.refresh()
            #expect(app.source.requestedChannels == asked)
        }
    }

    @Test(.mission("MIT-73", "HN-60"))
    func `after a restart a list that was loaded to sixty opens with twenty, and the stories are there`() async throws {
        let app = try await makeApp()
        let list = try await open(app) { browser in
            let list = try await section(browser)
            for depth in [20, 40] {
                _ = try await browser.post(
                    "/inst/act/load-more", try form(try await browser.get("\(list)?depth=\(depth)").page))
            }
            #expect(try await browser.get("\(list)?depth=60", Browser.navigation).page.rows.count == 60)
            #expect(try await browser.get("/mine/newsstand").page.hasLink(to: "\(list)?depth=60"))
            return list
        }
        // A new program over the same folder.
        _ = try await open(app) { browser in
            let stand = try await browser.get("/mine/newsstand")
            #expect(stand.page.hasLink(to: list) && !stand.text.contains("depth=60"))
            #expect(try await browser.get(list).page.rows.count == 20)
            #expect(try await browser.get("\(list)?depth=60").page.rows.count == 60)
            return list
        }
    }

    private func open(
        _ app: WebTestApp, _ work: @escaping @Sendable (Browser) async throws -> String
    ) async throws -> String {
        let slot = ValueBox<String>()
        try await app.withBrowser { browser in slot.store(try await work(browser)) }
        return try #require(slot.storedValue)
    }

    @Test(.mission("MIT-74"))
    func `a grid begins with what its origin gives a place of honour, five at most and each once`() async throws {
        let app = try await makeApp()
        app.source.put(.success(answer("Latest", 1...20) { $0.isFeatured = true }), at: Self.list("1"))
        app.source.put(.success(answer("Media", 1...20) { $0.isFeatured = $0.key == "Media1" }), at: Self.list("2"))
        app.clock.advance(120)
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/inst/act/refresh", "back=/inst/")
            await app.refresh()
            #expect(!(try await browser.get("/inst/").page.has(".featured")))
            _ = try await browser.post("/inst/act/preferences", "part=layout&layout=grid&back=/inst/")
            let page = try await browser.get("/inst/").page
            let featured = try page.part("section.featured").storyTitles
            #expect(featured.count == 5 && featured.contains("Media 1") && featured.contains("Latest 4"))
            #expect(!featured.contains("Latest 5"))
            let ids = page.parts("[id^=s]").compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count, "no number stands twice")
        }
    }
}
