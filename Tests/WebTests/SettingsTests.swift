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
            let index = try await browser.get("/mine/settings").page
            let pages = [
                "settings/reading": "Reading", "settings/feeds": "Feeds", "settings/offline": "Offline",
                "settings/editions": "Editions", "settings/accounts": "Accounts",
                "settings/access": "Devices and password", "keyboard-shortcuts": "Keyboard", "settings/about": "About",
            ]
            for (path, title) in pages {
                let row = try index.part(".settings-navigation a.settings-row[href=/mine/\(path)]")
                #expect(try row.part("span").ownText == title && row.has("small"), "\(path)")
                let answer = try await browser.get("/mine/\(path)")
                let page = answer.page
                #expect(answer.status == .ok && page.has("a[data-back][href=/mine/settings]"), "\(path)")
                #expect(page.headings(1).contains(title), "\(path)")
                #expect(page.parts(".settings-navigation [aria-current]").compactMap(\.path) == ["/mine/\(path)"])
            }
            // What is kept, said where one looks for it.
            #expect(try await browser.get("/mine/settings/offline").text.contains("90 days"))
            for old in ["devices", "security"] {
                let answer = try await browser.get("/mine/settings/\(old)")
                #expect(answer.status == .found && answer.header("Location") == "/mine/settings/access")
            }
        }
    }

    @Test func `theme and size are set on the first page`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let form = try #require(try await browser.get("/mine/settings").page.form("preferences"))
            #expect(form.fields["back"] == "/mine/settings" && form.fields["part"] == "text")
            #expect(form.parts("[name=theme]").count == 5 && form.parts("[name=textSize]").count == 5)
            _ = try await browser.post("/mine/act/preferences", "part=text&theme=sepia&textSize=3&back=/mine/settings")
            let after = try await browser.get("/mine/settings").page
            #expect(after.state("theme") == "sepia" && after.has("[name=textSize][value=3][checked]"))
        }
    }

    @Test func `newspapers are put in an order and taken out of the newsstand`() async throws {
        let app = try WebTestApp()
        let file = "sections:\n  - title: News\n    key: news\n    feeds: [https://b.example/feed]\n"
        try await app.publish(["ferry.yaml": "title: Ferry\n" + file, "gull.yaml": "title: Gull\n" + file])
        try await app.withBrowser { browser async throws in
            func newsstand() async throws -> [String] {
                try await browser.get("/mine/newsstand").page.texts(".newspaper-row b")
            }
            #expect(try await newsstand() == ["Tidings", "Ferry", "Gull"])
            let page = try await browser.get("/mine/settings/editions").page
            #expect(page.texts(".edition h2 a") == ["Tidings", "Ferry", "Gull"])
            #expect(
                page.parts("[role=switch][aria-checked=true]").map { $0["aria-label"] }
                    == ["Show Ferry in the newsstand", "Show Gull in the newsstand"])
            let moved = try await browser.post(
                "/mine/act/arrange-edition", "edition=gull&move=up&back=/mine/settings/editions")
            #expect(moved.status == .seeOther)
            #expect(try await newsstand() == ["Tidings", "Gull", "Ferry"])
            _ = try await browser.post("/mine/act/arrange-edition", "edition=ferry&shown=0")
            #expect(try await newsstand() == ["Tidings", "Gull"])
            let off = try await browser.get("/mine/settings/editions").page
            #expect(off.texts(".edition[data-off] h2 a") == ["Ferry"] && off.has("[role=switch][aria-checked=false]"))
            #expect(
                try await browser.get("/ferry/newsstand").page.texts(".newspaper-row b") == [
                    "Tidings", "Gull", "Ferry",
                ])
            // Its own newspaper cannot be left out, and nobody else's is known.
            _ = try await browser.post("/mine/act/arrange-edition", "edition=mine&shown=0")
            #expect(try await newsstand().first == "Tidings")
            #expect(try await browser.post("/mine/act/arrange-edition", "edition=nobody&move=up").status == .notFound)
        }
    }

    /// What the search shows: the titles of those results that are not hidden.
    private func found(_ page: ShownPage) -> [String] {
        page.parts("li[data-search-text]").filter { $0["hidden"] == nil }
            .flatMap { $0.parts("a.settings-row > span").map(\.ownText) }
    }

    @Test(arguments: [
        ("opml", ["Import OPML", "Export OPML"]), ("DARK", ["Text settings"]), ("dark mode", ["Text settings"]),
        ("take along", ["Offline"]),
        ("scroll past", ["Mark stories read as they scroll past"]),
        ("https", ["Connection"]), ("newsboat", ["Other apps"]), ("sync", ["Other apps"]),
        ("backup", ["Export", "Export OPML"]),
        ("forgotten", ["Passkeys", "People", "Password"]), ("partner", ["People"]), ("user name", ["Your name"]),
        ("ark mode", []), ("zzzqqq", []), ("", []),
    ])
    func `settings are found by their words, on the server too`(words: String, titles: [String]) async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/settings?q=\(QueryParameters.encoded(words))").page
            #expect(found(page) == titles)
            #expect(page.has("[data-settings-index][hidden]") == !words.isEmpty)
            #expect(page.has("[data-no-results][hidden]") == (words.isEmpty || !titles.isEmpty))
            #expect(page.has("form[role=search] input[name=q]"))
        }
    }

    @Test func `the text is set in a form of its own, which leads back to the story`() async throws {
        let app = try await makeApp()
        let story = "/mine/story/\(try await app.row("Story 1").id.rawValue)?in=all"
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/preferences", "part=reading&markOnScroll=1&columns=1&measure=wide")
            let link = try #require(try await browser.get(story).page.part("a[data-sheet=reading]").path)
            #expect(link == "/mine/settings/text?back=\(QueryParameters.encoded(story))")
            let form = try await browser.get(link).page
            #expect(try form.part("#sheet-reading").form("preferences")?.fields["back"] == story)
            #expect(form.parts("fieldset").count == 4 && !form.has("[type=checkbox]"))
            let answer = try await browser.post(
                "/mine/act/preferences",
                "part=text&textSize=4&face=sans&theme=sepia&density=compact&back=\(QueryParameters.encoded(story))")
            #expect(answer.status == .seeOther && answer.header("Location") == story)
            let after = try await browser.get(story).page
            #expect(after.state("theme") == "sepia" && after.state("text-size") == "4")
            #expect(after.state("font-face") == "sans" && after.state("density") == "compact")
            #expect(after.state("line-width") == "wide" && after.state("mark-on-scroll") == "on", "left alone")
            #expect(after.has("link[href*=columns.css]"), "the other settings are left alone")
            // From elsewhere it leads to no other site.
            let foreign = try await browser.get("/mine/settings/text?back=https://evil.example/").page
            #expect(foreign.form("preferences")?.fields["back"] == "https://evil.example/")
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
            let box = "input[type=checkbox][role=switch][value=1][name=\(name)]"
            let page = try await browser.get("/mine/settings/reading").page
            let label = try page.part("label#set-\(name)")
            #expect(!label.text.isEmpty && label.has(box) && !label.has("[checked]"))
            let form = try #require(page.form("preferences"))
            #expect(form.texts("button[data-no-script]") == ["Save"] && form.fields["part"] == "reading")
            _ = try await browser.post("/mine/act/preferences", "part=reading&measure=narrow&\(name)=1")
            let after = try await browser.get("/mine/settings/reading").page
            #expect(after.has("\(box)[checked]") && after.parts("[role=switch]").count == 7)
            #expect(after.form("preferences")?.fields["measure"] == "narrow")
            _ = try await browser.post("/mine/act/preferences", "part=reading")
            #expect(!(try await browser.get("/mine/settings/reading").page.has("\(box)[checked]")))
        }
    }

    @Test func `a switch that is sent alone leaves the others as another device has set them`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let names = ["columns", "keepUnread", "mentions", "markOnScroll"]
            func switchedOn() async throws -> [String] {
                let page = try await browser.get("/mine/settings/reading").page
                return names.filter { page.has("input[name=\($0)][checked]") }
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
            let pair = try await browser.get("/mine/settings/feeds").page.part("#opml")
            #expect(pair.hasLink("Import OPML", to: "/mine/add#import"))
            #expect(pair.hasLink("Export OPML", to: "/mine/feeds.opml"))
        }
        let single = try WebTestApp()
        let file = "title: Paper\nsections:\n  - title: News\n    key: news\n    feeds: [https://b.example/feed]\n"
        try await single.publish(["paper.yaml": file], only: EditionID(rawValue: "paper"))
        try await single.withBrowser { browser async throws in
            let answer = try await browser.get("/paper/settings/feeds")
            #expect(!answer.text.contains("OPML") && answer.page.hasLink(to: "/paper/settings/mutes"))
            #expect(!(try await browser.get("/paper/settings?q=opml").text.contains("Import OPML")))
        }
    }
}
