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

    private func count(_ needle: String, in text: String) -> Int { text.components(separatedBy: needle).count - 1 }

    /// A feed of forty stories, of which it gives twenty at a time.
    private func makeApp() async throws -> (WebTestApp, ChannelID) {
        let app = try WebTestApp()
        return (app, try await app.follow(address, stories: app.stories(1...20), next: "second"))
    }

    private func form(_ page: String) throws -> String {
        let form = try #require(page.firstMatch(of: /data-action="load-more">(.*?)<\/form>/)?.1)
        return form.matches(of: /name="([^"]+)" value="([^"]*)"/).map { match in
            "\(match.1)=\(QueryParameters.encoded(String(match.2)))"
        }.joined(separator: "&")
    }

    @Test func `load more asks the origin where what is known ends, once, to the end`() async throws {
        let (app, channel) = try await makeApp()
        app.source.put(.success(ChannelResponse(stories: app.stories(20...40))), at: address, after: "second")
        let asked = app.source.requestedChannels.count
        try await app.withBrowser { browser async throws in
            let list = "/mine/feed/\(channel.rawValue)"
            let first = try await browser.get(list).text
            #expect(count("<article", in: first) == 20)
            let answer = try await browser.post("/mine/act/load-more", try form(first))
            #expect(answer.status == .seeOther)
            #expect(answer.header("Location")?.hasPrefix("\(list)?depth=40#s") == true)
            let second = try await browser.get("\(list)?depth=40").text
            #expect(count("<article", in: second) == 40)
            #expect(!second.contains("data-more") && second.contains("That is all since"))
            #expect(Array(app.source.requestedChannels.dropFirst(asked)) == ["https://a.example/feed second"])
        }
    }

    @Test func `an origin that gives no more is named in a sentence, and can be asked again`() async throws {
        let (app, channel) = try await makeApp()
        app.source.put(.failure(.refused(status: 500)), at: address, after: "second")
        try await app.withBrowser { browser async throws in
            let list = "/mine/feed/\(channel.rawValue)"
            let first = try await browser.get(list).text
            #expect(!first.contains("role=\"alert\""))
            let fields = try form(first)
            let facts = try await browser.post("/mine/act/load-more", fields, ["Accept": "application/json"])
            #expect(
                facts.text.contains("\"failed\":true")
                    && facts.text.contains("answered with an error instead of more stories"))
            let answer = try await browser.post("/mine/act/load-more", fields)
            let again = try #require(answer.header("Location"))
            #expect(again == "\(list)?depth=20&older=refused#more")
            let page = try await browser.get("\(list)?depth=20&older=refused").text
            #expect(
                page.contains("answered with an error instead of more stories. Try again later.")
                    && page.contains("data-action=\"load-more\""))
            #expect(count("<article", in: page) == 20)
        }
    }

    private func story(_ key: String, _ title: String) -> FetchedStory {
        FetchedStory(key: key, title: title, text: "About it", publishedAt: WebTestApp.start)
    }

    @Test func `a story told elsewhere leads to its teller's page, shown here`() async throws {
        let app = try WebTestApp()
        var clipping = story("c", "A clipping")
        clipping.link = try webAddress("https://gazette.example/clip?a=1&b=2")
        clipping.isExternal = true
        try await app.follow(address, stories: [clipping, story("own", "Our own")])
        let row = try await app.row("A clipping")
        try await app.withBrowser { browser async throws in
            for path in ["/mine/", "/mine/all"] {
                let page = try await browser.get(path).text
                #expect(count("at=https://gazette.example/clip?a%3D1%26b%3D2&amp;story=", in: page) == 1, "\(path)")
                #expect(count("href=\"https://gazette.example", in: page) == 0)
                #expect(count(">, opens at gazette.example</span>", in: page) == 1)
                #expect(!page.contains("/mine/story/\(row.id.rawValue)"))
                #expect(count("target=\"_blank\"", in: page) == 0)
            }
        }
    }

    @Test func `a section may open outside whatever its stories have`() async throws {
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
            let front = try await browser.get("/cuttings/").text
            #expect(count(" data-external", in: front) == 1 && front.contains("at=https://cut.example/story&amp;"))
            let section = try #require(front.firstMatch(of: /href="(\/cuttings\/section\/\d+)"/)?.1)
            #expect(try await browser.get(String(section)).text.contains("at=https://cut.example/story&amp;"))
        }
    }

    @Test func `a search asks the origin too, and gives one list`() async throws {
        let (app, _) = try await makeApp()
        app.source.put(finds: .success(app.stories(1...1) + (1...3).map { story("far\($0)", "Far \($0)") }))
        try await app.withBrowser { browser async throws in
            let quick = try await browser.get("/mine/search?q=Story&local=1", Browser.navigation).text
            #expect(quick.contains("data-searching-origins") && app.source.searches.isEmpty)
            let page = try await browser.get("/mine/search?q=Far+out", Browser.navigation)
            // Two at a time, one of which may be known here already.
            #expect(count("<article", in: page.text) == 2 && page.text.contains("Far 1"))
            #expect(count("data-list=", in: page.text) == 1 && !page.text.contains("data-searching-origins"))
            #expect(page.header("ETag") == nil)
            #expect(page.text.contains("/mine/search?q=Far%20out&amp;depth=40"))
            let deeper = try await browser.get("/mine/search?q=Far+out&depth=40", Browser.navigation).text
            #expect(count("<article", in: deeper) == 4 && !deeper.contains("data-more"))
            // More asks for the next page alone; the same words looked for anew ask from the beginning.
            #expect(app.source.searches == ["Far out", "Far out 2"])
            _ = try await browser.get("/mine/search?q=Far+out", Browser.navigation)
            #expect(app.source.searches == ["Far out", "Far out 2", "Far out"])
            let id = try #require(deeper.firstMatch(of: /data-story="(\d+)"><a href="(\/mine\/story\/\d+)/)?.2)
            #expect(try await browser.get(String(id)).status == .ok)
        }
    }

    @Test func `an origin that could not be searched is told from nothing found`() async throws {
        let (app, _) = try await makeApp()
        app.source.put(finds: .failure(.refused(status: 503)))
        try await app.withBrowser { browser async throws in
            let failed = try await browser.get("/mine/search?q=nowhere", Browser.navigation).text
            #expect(failed.contains("a.example reported a server error (503).") && failed.contains("Try again"))
            #expect(!failed.contains("No story has the words"))
            let partly = try await browser.get("/mine/search?q=Story", Browser.navigation).text
            #expect(count("<article", in: partly) == 20 && partly.contains("a.example reported a server error (503)."))
            app.source.put(finds: .success([]))
            let none = try await browser.get("/mine/search?q=nowhere", Browser.navigation).text
            #expect(none.contains("No story has the words") && !none.contains("role=\"alert\""))
        }
    }
}
