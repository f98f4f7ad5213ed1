import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing

@testable import Web

/// The settings: their pages, the search over them, and the form of the text over a story.
@Suite struct SettingsTests {
    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...2))
        return app
    }

    @Test func `the settings lead to every page, and every page back`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let index = try await browser.get("/mine/settings").text
            let pages = [
                "settings/reading": "Reading", "settings/feeds": "Feeds", "settings/offline": "Offline",
                "settings/editions": "Editions", "settings/accounts": "Accounts", "settings/devices": "Devices",
                "settings/security": "Security", "keyboard-shortcuts": "Keyboard", "settings/about": "About",
            ]
            for (path, title) in pages {
                #expect(
                    index.contains("<a class=\"settings-row\" href=\"/mine/\(path)\"><span>\(title)<small>"), "\(path)")
                let page = try await browser.get("/mine/\(path)")
                #expect(page.status == .ok && page.text.contains("data-back"), "\(path)")
                #expect(
                    page.text.contains("href=\"/mine/settings\"") && page.text.contains(">\(title)</h1>"), "\(path)")
            }
            // What is kept, said where one looks for it.
            #expect(try await browser.get("/mine/settings/offline").text.contains("90 days"))
            #expect(try await browser.get("/mine/settings/accounts").text.contains("Not set."))
        }
    }

    /// What the search shows: the titles of those results that are not hidden.
    private func found(_ page: String) -> [String] {
        page.matches(of: /<li data-search-text="[^"]*"><a class="settings-row" href="[^"]*"><span>([^<]*)/).map {
            String($0.1)
        }
    }

    @Test(arguments: [
        ("opml", ["Import OPML", "Export OPML"]), ("DARK", ["Text settings"]), ("dark mode", ["Text settings"]),
        ("take along", ["Offline"]),
        ("scroll past", ["Mark stories read as they scroll past"]),
        ("https", ["Connection"]), ("zzzqqq", []), ("", []),
    ])
    func `settings are found by their words, on the server too`(words: String, titles: [String]) async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/settings?q=\(QueryParameters.encoded(words))").text
            #expect(found(page) == titles)
            #expect(page.contains("<div data-settings-index hidden>") == !words.isEmpty)
            #expect(page.contains("data-no-results hidden>") == (words != "zzzqqq"))
            #expect(page.contains("role=\"search\"") && page.contains("name=\"q\""))
        }
    }

    @Test func `the text is set in a form of its own, which leads back to the story`() async throws {
        let app = try await makeApp()
        let story = "/mine/story/\(try await app.row("Story 1").id.rawValue)?in=all"
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/preferences", "part=reading&markOnScroll=1&columns=1&measure=wide")
            let page = try await browser.get(story).text
            let link = try #require(page.firstMatch(of: /data-sheet="reading"[^>]* href="([^"]+)"/)).1
            #expect(link == "/mine/settings/text?back=\(QueryParameters.encoded(story))")
            let form = try await browser.get(String(link)).text
            #expect(form.contains("id=\"sheet-reading\"") && form.contains("name=\"back\" value=\"\(story)\""))
            #expect(form.matches(of: /<fieldset>/).count == 4 && !form.contains("type=\"checkbox\""))
            let answer = try await browser.post(
                "/mine/act/preferences",
                "part=text&textSize=4&face=sans&theme=sepia&density=compact&back=\(QueryParameters.encoded(story))")
            #expect(answer.status == .seeOther && answer.header("Location") == story)
            let after = try await browser.get(story).text
            #expect(
                after.contains(
                    "data-theme=\"sepia\" data-text-size=\"4\" data-font-face=\"sans\" data-line-width=\"wide\""))
            #expect(after.contains("data-density=\"compact\"") && after.contains("data-mark-on-scroll=\"on\""))
            #expect(after.contains("columns.css"), "the other settings are left alone")
            // From elsewhere it leads to no other site.
            let foreign = try await browser.get("/mine/settings/text?back=https://evil.example/").text
            #expect(foreign.contains("name=\"back\" value=\"https://evil.example/\""))
            let led = try await browser.post(
                "/mine/act/preferences", "part=text&textSize=2&back=https://evil.example/")
            #expect(led.header("Location") == "/mine/")
        }
    }

    @Test(arguments: [
        "columns", "scaleInterface", "readingTime", "hidePictures", "keepUnread", "markOnScroll", "mentions",
    ])
    func `each switch of reading is a labelled box that one button saves`(name: String) async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let box = "<input type=\"checkbox\" role=\"switch\" value=\"1\" name=\"\(name)\""
            let page = try await browser.get("/mine/settings/reading").text
            let label = try #require(
                page.components(separatedBy: "<label class=\"settings-row\"").first { $0.contains(box) })
            #expect(label.contains("id=\"set-\(name)\"") && label.contains("\(box)></label>"))
            #expect(page.contains("<button class=\"button primary\" data-no-script>Save</button>"))
            #expect(page.contains("name=\"part\" value=\"reading\""))
            _ = try await browser.post("/mine/act/preferences", "part=reading&measure=narrow&\(name)=1")
            let after = try await browser.get("/mine/settings/reading").text
            #expect(after.contains("\(box) checked>") && after.components(separatedBy: " role=\"switch\"").count == 8)
            #expect(after.contains("value=\"narrow\" checked"))
            _ = try await browser.post("/mine/act/preferences", "part=reading")
            #expect(!(try await browser.get("/mine/settings/reading").text.contains("\(box) checked")))
        }
    }

    @Test func `a switch that is sent alone leaves the others as another device has set them`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let names = ["columns", "keepUnread", "mentions", "markOnScroll"]
            func switchedOn() async throws -> [String] {
                let page = try await browser.get("/mine/settings/reading").text
                return names.filter { page.contains("name=\"\($0)\" checked>") }
            }
            _ = try await browser.post("/mine/act/preferences", "part=reading&columns=1&keepUnread=1")
            _ = try await browser.post("/mine/act/preferences", "part=reading&only=mentions&mentions=1")
            #expect(try await switchedOn() == ["columns", "keepUnread", "mentions"])
            _ = try await browser.post("/mine/act/preferences", "part=reading&only=columns")
            _ = try await browser.post("/mine/act/preferences", "part=text&only=theme&theme=night")
            #expect(try await switchedOn() == ["keepUnread", "mentions"])
        }
    }

    @Test func `import and export stand side by side, where there are feeds of one's own`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/settings/feeds").text
            let pair = try #require(page.components(separatedBy: "<div class=\"settings-pair\" id=\"opml\">").last)
            let buttons = pair.components(separatedBy: "</div>")[0]
            #expect(
                buttons.contains("href=\"/mine/add\">Import OPML")
                    && buttons.contains("href=\"/mine/feeds.opml\">Export"))
        }
        let single = try WebTestApp()
        let file = "title: Paper\nsections:\n  - title: News\n    key: news\n    feeds: [https://b.example/feed]\n"
        try await single.publish(["paper.yaml": file], only: EditionID(rawValue: "paper"))
        try await single.withBrowser { browser async throws in
            let page = try await browser.get("/paper/settings/feeds").text
            #expect(!page.contains("OPML") && page.contains("/paper/settings/mutes"))
            #expect(!(try await browser.get("/paper/settings?q=opml").text.contains("Import OPML")))
        }
    }
}
