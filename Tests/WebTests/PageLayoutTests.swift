import Foundation
import HTTPTypes
import Library
import Markup
import News
import Synchronization
import Testing

@testable import Web

/// Carries a value out of a closure.
final class ValueBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    var storedValue: Value? { value.withLock { $0 } }
    func store(_ new: Value) { value.withLock { $0 = new } }
}

/// A newspaper with a drawer, a status line below, and no saving, over the reader's own feeds.
private let quietEdition = Edition(
    id: EditionID(rawValue: "quiet"), title: "Quiet Times", about: "Without hurry.",
    theme: EditionTheme(rowStyle: .right),
    layout: EditionBars(
        frontBottomBar: .status, listBottomBar: .status, storyBottomBar: .nothing, storyBar: .nothing, tabs: [],
        hasDrawer: true),
    sections: .folders,
    options: EditionOptions(allowsSaving: false, grid: .optional, hasLeadStory: false, mailSubjectPrefix: "Quiet: "))

@Suite struct PageLayoutTests {
    /// The pages of a house that follows one feed of three stories.
    private func read(
        _ edition: Edition = quietEdition, _ work: @escaping @Sendable (Browser, WebTestApp) async throws -> Void
    ) async throws {
        let app = try WebTestApp(editions: [edition])
        try await app.follow("https://post.example/feed", folder: "Local", stories: app.stories(1...3))
        try await app.withBrowser { browser in try await work(browser, app) }
    }

    @Test func `MIT-01: the first screen names the newspaper and has nothing to go back to`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/quiet/").text
            #expect(page.contains("<h1 class=\"visually-hidden\">Quiet Times</h1>"))
            #expect(page.contains("<title>Quiet Times</title>"))
            #expect(!page.contains("data-back"))
            #expect(page.contains("data-panel=\"left\"") && page.contains("href=\"/quiet/sections\""))
        }
    }

    @Test func `MIT-19, MIT-36: back is an arrow with a spoken name, and a story's bar has no title`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            let page = try await browser.get("/quiet/story/\(story)").text
            let bar = try #require(
                page.components(separatedBy: "<header class=\"top-bar\">").last?.components(separatedBy: "</header>")
                    .first)
            #expect(bar.contains("data-back aria-label=\"Back\""))
            // A wide window names what leads to the front page.
            #expect(PlainText.of(html: bar).trimmingCharacters(in: .whitespacesAndNewlines) == Strings.frontPageLink)
        }
    }

    @Test func `MIT-40, MIT-63, MIT-77: the status line lies in the bottom slot of lists, and nowhere else`()
        async throws
    {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            for path in ["/quiet/", "/quiet/section/\(section)"] {
                let page = try await browser.get(path).text
                #expect(page.contains("<footer class=\"status-bar\"><form"), "\(path)")
                #expect(page.components(separatedBy: "data-status").count == 2, "\(path): once")
                #expect(!page.contains("class=\"tabs\""))
            }
            for path in ["/quiet/story/\(story)", "/quiet/settings", "/quiet/search", "/quiet/newsstand"] {
                let page = try await browser.get(path).text
                #expect(!page.contains("data-status") && !page.contains("class=\"status-bar\""), "\(path)")
            }
        }
    }

    @Test func `where no tab leads to the front page, the bar does`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            let name = "Front page of Quiet Times"
            let home = "<a class=\"icon-button\" href=\"/quiet/\" title=\"\(name)\" aria-label=\"\(name)\">"
            for path in ["section/\(section)", "story/\(story)", "unread", "saved", "all", "settings", "search"] {
                let page = try await browser.get("/quiet/\(path)").text
                // A list's drawer begins with the front page.
                let leadsHome = page.contains(home) || page.contains("data-panel=\"left\"")
                #expect(leadsHome && page.contains("data-back"), "\(path)")
                #expect(!(try await browser.get("/mine/\(path)").text.contains("Front page of")), "\(path)")
            }
            #expect(!(try await browser.get("/quiet/").text.contains(home)))
            #expect(try await browser.get("/quiet/story/\(story)").text.contains(home))
            #expect(
                try await browser.get("/quiet/sections").text.contains("<a class=\"first-in-group\" href=\"/quiet/\""))
        }
    }

    @Test func `a story's bar names the story, unless its edition leaves the bar empty`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            #expect(
                try await browser.get("/mine/story/\(story)").text.contains("<div class=\"title\">Story 1</div>"))
            #expect(!(try await browser.get("/quiet/story/\(story)").text.contains("class=\"title")))
        }
    }

    @Test func `tabs are the edition's, and never leave its screens`() async throws {
        var paper = quietEdition
        paper.layout = EditionBars(
            frontBottomBar: .tabs, listBottomBar: .tabs, storyBottomBar: .tabs, tabs: [.today, .saved], hasDrawer: false
        )
        try await read(paper) { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            for path in ["/quiet/", "/quiet/all", "/quiet/settings", "/quiet/story/\(story)"] {
                let page = try await browser.get(path).text
                let tabs = try #require(
                    page.components(separatedBy: "<nav class=\"tabs\"").dropFirst().first?.components(
                        separatedBy: "</nav>"
                    ).first)
                #expect(tabs.components(separatedBy: "<a ").count == 3, "\(path)")
                #expect(tabs.contains("/quiet/saved") && !tabs.contains("/quiet/unread"))
                #expect(!page.contains("data-panel"))
            }
            // A status line without the bottom slot sits under the nameplate.
            #expect(
                try await browser.get("/quiet/").text.contains(
                    "<div class=\"dateline\"><span>Saturday 21 November</span><form"))
        }
    }

    @Test func `MIT-39: where a newspaper saves nothing, nothing offers it`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            let page = try await browser.get("/quiet/story/\(story)").text
            #expect(!page.contains("data-toggle=\"saved\""))
            #expect(page.contains("data-no-row-swipe"), "no row is swiped either")
            // Where one would look for it, it is said.
            let menu = try await browser.get("/quiet/story/\(story)/menu").text
            #expect(menu.contains("Quiet Times has no saved stories.") && !menu.contains("value=\"saved\""))
            #expect(try await browser.get("/quiet/saved").text.contains("Quiet Times has no saved stories."))
            #expect(try await browser.get("/mine/story/\(story)").text.contains("data-toggle=\"saved\""))
        }
    }

    @Test func `MIT-74: the choice between list and grid is kept, with or without script`() async throws {
        try await read { browser, _ in
            #expect(
                try await browser.get("/quiet/all").text.contains(
                    "name=\"layout\" value=\"grid\" aria-pressed=\"false\""))
            #expect(!(try await browser.get("/mine/all").text.contains("name=\"layout\"")))
            let answer = try await browser.post("/quiet/act/preferences", "part=layout&layout=grid&back=/quiet/all")
            #expect(answer.status == .seeOther)
            let page = try await browser.get("/quiet/all").text
            #expect(page.contains("data-layout=\"grid\"") && page.contains("value=\"grid\" aria-pressed=\"true\""))
            #expect(!page.contains("two-panes"), "a grid has the whole width")
            #expect(!(try await browser.get("/mine/all").text.contains("data-layout")))
        }
    }

    @Test func `the sections of the paper are a page, too`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let page = try await browser.get("/quiet/sections").text
            #expect(
                page.contains("id=\"panel-left\"")
                    && page.contains("href=\"/quiet/section/\(section)\"><span>Local</span>"))
        }
    }

    @Test func `NEXUS-46: a section leads to the others, and the open one is marked among them`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            let marked = "<a href=\"/quiet/section/\(section)\" aria-current=\"page\">"
            for (path, line) in [
                ("/quiet/section/\(section)", marked), ("/quiet/section/\(section)?depth=40", marked),
                ("/quiet/all", "<a href=\"/quiet/all\" aria-current=\"page\">"),
                ("/quiet/", "<a class=\"first-in-group\" href=\"/quiet/\" aria-current=\"page\">"),
            ] {
                let page = try await browser.get(path).text
                #expect(page.contains(" data-has-drawer"), "\(path)")
                let link = try #require(page.firstMatch(of: /data-panel="left"[^>]*href="([^"]+)"/)?.1, "\(path)")
                let sections = try await browser.get(String(link)).text
                #expect(sections.contains(line), "\(path): \(link)")
                #expect(sections.components(separatedBy: "aria-current").count == 2, "\(path): one line is marked")
            }
            #expect(!(try await browser.get("/quiet/story/\(story)").text.contains("data-has-drawer")))
            #expect(!(try await browser.get("/mine/section/\(section)").text.contains("data-panel=\"left\"")))
            let elsewhere = try await browser.get("/quiet/sections?at=/quiet/settings%22%3E").text
            #expect(!elsewhere.contains("aria-current"))
        }
    }

    @Test func `the newsstand has mine first, then the others, each in its own face`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/quiet/newsstand").text
            let papers = page.components(separatedBy: "data-newspaper=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
            #expect(papers == ["mine", "quiet"])
            #expect(page.contains("<b>Quiet Times</b><small>Without hurry.</small>"))
        }
    }

    @Test func `no newspaper is slotted for more than two actions`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            for path in ["/mine/", "/mine/feeds", "/mine/story/\(story)", "/quiet/", "/quiet/settings"] {
                let page = try await browser.get(path).text
                let right = try #require(
                    page.components(separatedBy: "<div class=\"bar-buttons right\">").last?.components(
                        separatedBy: "</header>"
                    ).first)
                #expect(right.components(separatedBy: "class=\"icon-button\"").count <= 3, "\(path)")
            }
        }
    }
}
