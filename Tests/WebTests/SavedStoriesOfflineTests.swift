import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The list of what a device takes along of a newspaper: its saved stories.
@Suite struct SavedStoriesOfflineTests {
    private struct Listed: Decodable {
        let title, version, digest, start: String
        let files, pages, pageVersions: [String]
        let hasPagePictures: Bool
    }

    private let feed = "https://post.example/feed"

    private func listed(_ browser: Browser, at path: String = "/mine/offline.json") async throws -> Listed {
        try JSONDecoder().decode(Listed.self, from: Data(try await browser.get(path).bytes))
    }

    private func save(_ title: String, _ isSaved: Bool = true, in app: WebTestApp) async throws -> Int64 {
        let story = try await app.row(title).id
        _ = try await app.library.marks.mark([story], as: .saved, isSaved, for: .first)
        return story.rawValue
    }

    @Test func `every saved story is a page with a version of its own, and another list is another version`()
        async throws
    {
        let app = try WebTestApp()
        try await app.follow(feed, stories: app.stories(1...3))
        let first = try await save("Story 1", in: app)
        try await app.withBrowser { browser async throws in
            let one = try await listed(browser)
            #expect(one.title.hasSuffix(": saved stories") && one.version == "1 story" && one.hasPagePictures)
            #expect(one.start == "saved" && one.pages == ["saved?depth=500", "search", "story/\(first)"])
            #expect(one.pageVersions.count == 3 && one.files.contains { $0.hasSuffix("/app.js") })
            app.clock.advance(60)
            let second = try await save("Story 2", in: app)
            let two = try await listed(browser)
            #expect(two.pages == ["saved?depth=500", "search", "story/\(second)", "story/\(first)"])
            #expect(two.digest != one.digest && two.pageVersions[3] == one.pageVersions[2])
            _ = try await save("Story 2", false, in: app)
            #expect(try await listed(browser).digest == one.digest)
            for page in two.pages { #expect(try await browser.get("/mine/\(page)").status == .ok) }
        }
    }

    @Test func `a story that its origin changes has another version`() async throws {
        let app = try WebTestApp()
        let channel = try await app.follow(feed, stories: app.stories(1...2))
        _ = try await save("Story 1", in: app)
        try await app.withBrowser { browser async throws in
            let before = try await listed(browser)
            var changed = app.stories(1...2)
            (changed[0].text, changed[0].body) = ("Nobody saw it.", SafeHTML(restoring: "<p>Nobody saw it.</p>"))
            changed[0].original = "<p>Nobody saw it.</p>"
            app.clock.advance(7_200)
            app.source.put(.success(ChannelResponse(stories: changed)), at: feed)
            _ = try await app.library.refreshing.requestRefresh([channel], reason: .manual, for: .first)
            await app.refresh()
            let after = try await listed(browser)
            #expect(after.pages == before.pages && after.pageVersions[2] != before.pageVersions[2])
        }
    }

    @Test func `a device asks whether anything has changed, and a page read by it is not opened`() async throws {
        let app = try WebTestApp()
        try await app.follow(feed, stories: app.stories(1...1))
        let story = try await save("Story 1", in: app)
        try await app.withBrowser { browser async throws in
            let tag = try #require(try await browser.get("/mine/offline.json").header("ETag"))
            let question = ["If-None-Match": tag]
            #expect(try await browser.get("/mine/offline.json?part=summary", question).status == .notModified)
            let asked = ["Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Want-Repr-Digest": "sha-256=10"]
            let page = try await browser.get("/mine/story/\(story)", asked)
            #expect(page.header("Repr-Digest")?.hasPrefix("sha-256=:") == true)
            #expect(try await !app.row("Story 1").isOpened)
            _ = try await save("Story 1", false, in: app)
            #expect(try await browser.get("/mine/offline.json?part=summary", question).status == .ok)
            #expect(try await listed(browser).pages == ["saved?depth=500", "search"])
        }
    }

    @Test func `a newspaper without saving has nothing to take along, and Saved offers it only with stories`()
        async throws
    {
        let plain = Edition(
            id: EditionID(rawValue: "plain"), title: "Plain", sections: .folders,
            options: EditionOptions(allowsSaving: false))
        let app = try WebTestApp(editions: [.mine, plain])
        try await app.follow(feed, stories: app.stories(1...1))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/plain/offline.json").status == .notFound)
            let panel = "data-offline-edition=\"mine\""
            for path in ["/mine/saved", "/mine/settings/offline"] {
                #expect(try await !browser.get(path).text.contains(panel), "\(path)")
                // Where something was taken along before, it can be removed.
                #expect(try await browser.get(path, ["Cookie": "along=mine.moor"]).text.contains(panel), "\(path)")
            }
            _ = try await save("Story 1", in: app)
            for path in ["/mine/saved", "/mine/settings/offline"] {
                #expect(try await browser.get(path).text.contains(panel), "\(path)")
            }
        }
    }

    @Test func `the front page is listed with its stories, the newest saved ones, and what stands for other pages`()
        async throws
    {
        let app = try WebTestApp()
        try await app.follow(feed, stories: app.stories(1...3))
        let saved = try await save("Story 3", in: app)
        try await app.withBrowser { browser async throws in
            let front = try await listed(browser, at: "/mine/front.json")
            #expect(front.pages.prefix(4) == ["./", "offline", "search", "saved"] && front.start == "./")
            #expect(Set(front.pages).count == front.pages.count && front.pages.contains("story/\(saved)"))
            #expect(front.pageVersions.count == front.pages.count && front.version == "3 stories")
            #expect(
                !front.files.contains { $0.contains("/compose") } && front.files.contains { $0.hasSuffix("/app.js") })
            // Fetched ahead, nothing is marked as opened.
            for page in front.pages {
                let path = "/mine/\(page == "./" ? "" : page)"
                #expect(try await browser.get(path, ["X-Purpose": "prefetch"]).status == .ok, "\(path)")
            }
            #expect(try await !app.row("Story 1").isOpened)
            // A mark changes the lists, a choice of looks all pages.
            _ = try await save("Story 1", in: app)
            let marked = try await listed(browser, at: "/mine/front.json")
            #expect(marked.pageVersions[0] != front.pageVersions[0] && marked.pageVersions[1] == front.pageVersions[1])
            _ = try await browser.post("/mine/act/preferences", "theme=night")
            let dark = try await listed(browser, at: "/mine/front.json")
            #expect(
                dark.pageVersions[1] != marked.pageVersions[1] && dark.pageVersions.last != marked.pageVersions.last)
            let page = try await browser.get("/mine/offline").text
            #expect(
                page.contains("data-theme=\"night\"") && page.contains("class=\"tabs\"")
                    && page.contains("data-not-here"))
        }
    }

    @Test func `a page that is fetched to be kept has no message of an action`() async throws {
        let app = try WebTestApp()
        try await app.follow(feed, stories: app.stories(1...1))
        let story = try await app.row("Story 1").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/set-mark", "story=\(story)&kind=saved&value=1&back=/mine/saved")
            let script = ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"]
            #expect(try await !browser.get("/mine/saved", script).text.contains("data-undo-id"))
            #expect(try await browser.get("/mine/saved").text.contains("data-undo-id"))
        }
    }
}
