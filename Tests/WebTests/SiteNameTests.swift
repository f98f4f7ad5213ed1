import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

@Suite struct SiteNameTests {
    private static let names: [(String, String?, String)] = [
        ("https://www.loom.example/a/b", nil, "loom.example"), ("https://blog.loom.example/", nil, "blog.loom.example"),
        ("https://github.com/Ada/looms", nil, "github.com/ada"), ("https://www.github.com/", nil, "github.com"),
        ("https://medium.com/@ada/on-looms-1", nil, "medium.com/@ada"),
        ("https://x.com/ada/status/1", nil, "x.com/ada"),
        // The site's own, unless it is of another link.
        ("https://blog.loom.example/a", "loom.example", "loom.example"),
        ("https://github.com/Ada/looms", "github.com/ada", "github.com/ada"),
        ("https://ledger.example/a", "loom.example", "ledger.example"), ("https://loom.example/a", "", "loom.example"),
    ]

    @Test(arguments: names)
    func `a site's name is short, and says whose page it is`(link: String, own: String?, name: String) throws {
        #expect(SiteName.of(try webAddress(link), as: own) == name)
    }

    @Test func `rows name a site whole, up to forty characters`() throws {
        let whole = "\(String(repeating: "a", count: 32)).example"
        #expect(whole.count == SiteName.maxLength && SiteName.shortened(whole) == whole)
        #expect(SiteName.shortened("b\(whole)") == "…\(whole.dropFirst())")
        let user = "github.com/\(String(repeating: "u", count: 40))"
        #expect(SiteName.shortened(user) == "\(user.prefix(39))…")
    }

    @Test func `a story's page names its site as the list does, in a community and elsewhere`() async throws {
        let app = try WebTestApp()
        let feed = "https://talk.example/feed"
        let link = try webAddress("https://www.loom.example/looms")
        app.source.put(
            [FetchedStory(key: "1", title: "Looms", link: link, text: "Text", publishedAt: WebTestApp.start)], at: feed)
        let sections = "sections: [{ title: Top, key: top, feeds: ['\(feed)'] }]\n"
        try await app.publish([
            "talk.yaml": "title: Talk\n\(sections)look: { rows: counted }\n", "post.yaml": "title: Post\n\(sections)",
        ])
        for id in ["talk", "post"] {
            try await app.library.editions.refreshIfStale(EditionID(rawValue: id), for: app.reader)
        }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            var names: [String] = []
            for id in ["talk", "post"] {
                let front = try await browser.get("/\(id)/").page
                let row = try front.part(id == "talk" ? "span.site-name" : "span.name").text
                let story = try #require(try front.part("a[href*=/story/]").path)
                let kicker = try await browser.get(story).page.part("p.kicker")
                let name = kicker.texts(id == "talk" ? "span" : "a").first
                #expect(id == "talk" ? name == row : name?.hasSuffix(row) == true, "\(id)")
                names.append(row)
            }
            #expect(names[0] == "loom.example" && names[1] != names[0])
        }
    }

    @Test(.mission("HN-86")) func `a flagged story's row says so`() async throws {
        let app = try WebTestApp()
        var story = FetchedStory(key: "1", title: "Looms", text: "Text", publishedAt: WebTestApp.start)
        story.labels.moderationState = .flagged
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [story])
        try await app.withBrowser { browser async throws in
            let row = try await browser.get("/mine/all").page.row("Looms")
            #expect(row.texts("h2 > span.moderation-state") == ["[flagged]"])
        }
    }
}
