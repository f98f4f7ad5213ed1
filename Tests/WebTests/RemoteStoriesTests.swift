import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing

@testable import Web

/// Lists that go on at their origin, searches that ask it, and stories that are told elsewhere.
@Suite struct RemoteStoriesTests {
    private let address = "https://a.example/feed"

    /// A feed of forty stories, of which it gives twenty at a time.
    private func makeApp() async throws -> (WebTestApp, ChannelID) {
        let app = try WebTestApp()
        return (app, try await app.follow(address, stories: app.stories(1...20), next: "second"))
    }

    private func form(_ page: ShownPage) throws -> String { try #require(page.form("load-more")).formBody() }

    @Test(.mission("MIT-23", "MIT-24", "MIT-25"))
    func `load more asks the origin where what is known ends, once, to the end`() async throws {
        let (app, channel) = try await makeApp()
        app.source.put(.success(ChannelResponse(stories: app.stories(20...40))), at: address, after: "second")
        let asked = app.source.requestedChannels.count
        try await app.withBrowser { browser async throws in
            let list = "/mine/feed/\(channel.rawValue)"
            let first = try await browser.get(list).page
            #expect(first.rows.count == 20)
            let answer = try await browser.post("/mine/act/load-more", try form(first))
            #expect(answer.status == .seeOther)
            #expect(answer.header("Location")?.hasPrefix("\(list)?depth=40#s") == true)
            let second = try await browser.get("\(list)?depth=40").page
            #expect(second.rows.count == 40)
            #expect(!second.has("[data-more]") && second.text.contains("That is all since"))
            #expect(Array(app.source.requestedChannels.dropFirst(asked)) == ["https://a.example/feed second"])
        }
    }

    @Test(.mission("MIT-22"))
    func `an origin that gives no more is named in a sentence, and can be asked again`() async throws {
        let (app, channel) = try await makeApp()
        app.source.put(.failure(.refused(status: 500)), at: address, after: "second")
        try await app.withBrowser { browser async throws in
            let list = "/mine/feed/\(channel.rawValue)"
            let first = try await browser.get(list).page
            #expect(first.alerts.isEmpty)
            let fields = try form(first)
            let facts = try await browser.post("/mine/act/load-more", fields, ["Accept": "application/json"])
            #expect(
                facts.text.contains("\"failed\":true")
                    && facts.text.contains("answered with an error instead of more stories"))
            let answer = try await browser.post("/mine/act/load-more", fields)
            let again = try #require(answer.header("Location"))
            #expect(again == "\(list)?depth=20&older=refused#more")
            let page = try await browser.get("\(list)?depth=20&older=refused").page
            let sentence = "answered with an error instead of more stories. Try again later."
            #expect(page.alerts.contains { $0.contains(sentence) })
            #expect(page.form("load-more") != nil && page.rows.count == 20)
        }
    }

    private func story(_ key: String, _ title: String) -> FetchedStory {
        FetchedStory(key: key, title: title, text: "About it", publishedAt: WebTestApp.start)
    }

    @Test(.mission("MIT-16")) func `a story told elsewhere leads to its teller's page, shown here`() async throws {
        let app = try WebTestApp()
        var clipping = story("c", "A clipping")
        clipping.link = try webAddress("https://gazette.example/clip?a=1&b=2")
        clipping.isExternal = true
        try await app.follow(address, stories: [clipping, story("own", "Our own")])
        let row = try await app.row("A clipping")
        try await app.withBrowser { browser async throws in
            for path in ["/mine/", "/mine/all"] {
                let answer = try await browser.get(path)
                let page = answer.page
                let linked = page.parts("a[href*=at=https://gazette.example/clip?a%3D1%26b%3D2&story=]")
                #expect(linked.count == 1 && !page.has("[href^=https://gazette.example]"), "\(path)")
                #expect(page.texts("span").count { $0 == ", opens at gazette.example" } == 1)
                #expect(!answer.text.contains("/mine/story/\(row.id.rawValue)") && !page.has("[target=_blank]"))
            }
        }
    }

    @Test(.mission("MIT-11")) func `a section may open outside whatever its stories have`() async throws {
        let app = try WebTestApp()
        let paper = """
            title: Cuttings
            sections:
              - { title: Elsewhere, key: elsewhere, feeds: [https://cut.example/feed], opensOutside: true }
              - { title: Here, key: here, feeds: [https://own.example/feed] }
            options: { lead: true }
            """
        for name in ["cut", "own"] {
            var told = story(name, "Told by \(name)")
            told.link = try webAddress("https://\(name).example/story")
            app.source.put([told], at: "https://\(name).example/feed")
        }
        try await app.publish(["cuttings.yaml": paper])
        try await app.library.editions.refreshIfStale(EditionID(rawValue: "cuttings"), for: app.reader)
        await app.refresh()
        try await app.withBrowser { browser async throws in
            let front = try await browser.get("/cuttings/").page
            let outside = "a[href*=at=https://cut.example/story&]"
            #expect(front.parts("[data-external]").count == 1 && front.has(outside))
            let section = try #require(try front.part("a[href^=/cuttings/section/]").path)
            #expect(try await browser.get(section).page.has(outside))
        }
    }

    @Test(.mission("MIT-30", "MIT-32", "MIT-33", "HN-83"))
    func `a search asks the origin too, and gives one list`() async throws {
        let (app, _) = try await makeApp()
        app.source.put(finds: .success(app.stories(1...1) + (1...3).map { story("far\($0)", "Far \($0)") }))
        try await app.withBrowser { browser async throws in
            let quick = try await browser.get("/mine/search?q=Story&local=1", Browser.navigation).page
            #expect(quick.has("[data-searching-origins]") && app.source.searches.isEmpty)
            let answer = try await browser.get("/mine/search?q=Far+out", Browser.navigation)
            let page = answer.page
            // Two at a time, one of which may be known here already.
            #expect(page.rows.count == 2 && page.storyTitles.contains("Far 1"))
            #expect(page.parts("[data-list]").count == 1 && !page.has("[data-searching-origins]"))
            #expect(answer.header("ETag") == nil)
            #expect(page.has("a[data-more][href^=/mine/search?q=Far%20out&depth=40]"))
            let deeper = try await browser.get("/mine/search?q=Far+out&depth=40", Browser.navigation).page
            #expect(deeper.rows.count == 4 && !deeper.has("[data-more]"))
            // More asks for the next page alone; the same words looked for anew ask from the beginning.
            #expect(app.source.searches == ["Far out", "Far out 2"])
            _ = try await browser.get("/mine/search?q=Far+out", Browser.navigation)
            #expect(app.source.searches == ["Far out", "Far out 2", "Far out"])
            let story = try #require(try deeper.part("[data-story] > a[href^=/mine/story/]").path)
            #expect(try await browser.get(story).status == .ok)
        }
    }

    @Test(.mission("MIT-34")) func `an origin that could not be searched is told from nothing found`() async throws {
        let (app, _) = try await makeApp()
        app.source.put(finds: .failure(.refused(status: 503)))
        try await app.withBrowser { browser async throws in
            let error = "a.example reported a server error (503)."
            let failed = try await browser.get("/mine/search?q=nowhere", Browser.navigation).page
            #expect(failed.alerts.contains { $0.contains(error) } && failed.hasLink("Try again"))
            #expect(!failed.text.contains("No story has the words"))
            let partly = try await browser.get("/mine/search?q=Story", Browser.navigation).page
            #expect(partly.rows.count == 20 && partly.alerts.contains { $0.contains(error) })
            app.source.put(finds: .success([]))
            let none = try await browser.get("/mine/search?q=nowhere", Browser.navigation).page
            #expect(none.text.contains("No story has the words") && none.alerts.isEmpty)
        }
    }
}
