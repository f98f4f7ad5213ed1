import Foundation
import HTTPTypes
import Library
import Markup
import News
import Synchronization
import TestSupport
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

    @Test(.mission("MIT-01")) func `the first screen names the newspaper and has nothing to go back to`() async throws {
        try await read { browser, _ in
            let page = try await browser.get("/quiet/").page
            #expect(page.texts("h1.visually-hidden") == ["Quiet Times"] && page.title == "Quiet Times")
            #expect(!page.has("[data-back]"))
            #expect(try page.part("a[data-panel=left]").path == "/quiet/sections")
        }
    }

    @Test(.mission("MIT-19", "MIT-36"))
    func `back is an arrow with a spoken name, and a story's bar has no title`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            let bar = try await browser.get("/quiet/story/\(story)").page.part("header.top-bar")
            #expect(bar.has("a[data-back][aria-label=Back]"))
            // A wide window names what leads to the front page.
            #expect(bar.text == Strings.frontPageLink)
        }
    }

    @Test(.mission("MIT-40", "MIT-63", "MIT-77"))
    func `the status line lies in the bottom slot of lists, and nowhere else`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            for path in ["/quiet/", "/quiet/section/\(section)"] {
                let page = try await browser.get(path).page
                #expect(page.parts("[data-status]").count == 1, "\(path): once")
                #expect(page.has("footer.status-bar > form [data-status]"), "\(path)")
                #expect(!page.has(".tabs"))
            }
            for path in ["/quiet/story/\(story)", "/quiet/settings", "/quiet/search", "/quiet/newsstand"] {
                let page = try await browser.get(path).page
                #expect(!page.has("[data-status]") && !page.has(".status-bar"), "\(path)")
            }
        }
    }

    @Test func `where no tab leads to the front page, the bar does`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            let name = "Front page of Quiet Times"
            func hasHomeLink(_ page: ShownPage) -> Bool {
                page.parts("a.icon-button[href=/quiet/]").contains { $0["title"] == name && $0["aria-label"] == name }
            }
            for path in ["section/\(section)", "story/\(story)", "unread", "saved", "all", "settings", "search"] {
                let page = try await browser.get("/quiet/\(path)").page
                // A list's drawer begins with the front page.
                #expect(hasHomeLink(page) || page.has("[data-panel=left]"), "\(path)")
                #expect(page.has("[data-back]"), "\(path)")
                #expect(!(try await browser.get("/mine/\(path)").text.contains("Front page of")), "\(path)")
            }
            #expect(!hasHomeLink(try await browser.get("/quiet/").page))
            #expect(hasHomeLink(try await browser.get("/quiet/story/\(story)").page))
            #expect(try await browser.get("/quiet/sections").page.has("a.first-in-group[href=/quiet/]"))
        }
    }

    @Test func `a story's bar names the story, unless its edition leaves the bar empty`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            #expect(try await browser.get("/mine/story/\(story)").page.texts(".top-bar div.title") == ["Story 1"])
            #expect(!(try await browser.get("/quiet/story/\(story)").page.has("[class^=title]")))
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
                let page = try await browser.get(path).page
                let tabs = try page.part("nav.tabs").links
                #expect(tabs.map(\.path) == ["/quiet/", "/quiet/saved"], "\(path)")
                #expect(!page.has("[data-panel]"))
            }
            // A status line without the bottom slot sits under the nameplate.
            let dateline = try await browser.get("/quiet/").page.part("div.dateline")
            #expect(dateline.texts("span") == ["Saturday 21 November"] && dateline.has("form [data-status]"))
        }
    }

    @Test(.mission("MIT-39")) func `where a newspaper saves nothing, nothing offers it`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            let page = try await browser.get("/quiet/story/\(story)").page
            #expect(!page.has("[data-toggle=saved]"))
            #expect(page.state("no-row-swipe") != nil, "no row is swiped either")
            // Where one would look for it, it is said.
            let menu = try await browser.get("/quiet/story/\(story)/menu").page
            #expect(menu.text.contains("Quiet Times has no saved stories.") && !menu.has("[value=saved]"))
            #expect(try await browser.get("/quiet/saved").page.text.contains("Quiet Times has no saved stories."))
            #expect(try await browser.get("/mine/story/\(story)").page.has("[data-toggle=saved]"))
        }
    }

    @Test(.mission("MIT-74")) func `the choice between list and grid is kept, with or without script`() async throws {
        try await read { browser, _ in
            let grid = "button[name=layout][value=grid]"
            #expect(try await browser.get("/quiet/all").page.part(grid)["aria-pressed"] == "false")
            #expect(!(try await browser.get("/mine/all").page.has("[name=layout]")))
            let answer = try await browser.post("/quiet/act/preferences", "part=layout&layout=grid&back=/quiet/all")
            #expect(answer.status == .seeOther)
            let page = try await browser.get("/quiet/all").page
            #expect(try page.state("layout") == "grid" && page.part(grid)["aria-pressed"] == "true")
            #expect(!page.has("[class*=two-panes]"), "a grid has the whole width")
            let mine = try await browser.get("/mine/all").page
            #expect(mine.state("layout") == nil && !mine.has("[data-layout]"))
        }
    }

    @Test func `the sections of the paper are a page, too`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let panel = try await browser.get("/quiet/sections").page.part("#panel-left")
            #expect(panel.parts("a[href=/quiet/section/\(section)]").contains { $0.texts("span").first == "Local" })
        }
    }

    @Test(.mission("NEXUS-46"))
    func `a section leads to the others, and the open one is marked among them`() async throws {
        try await read { browser, app in
            let section = try await app.library.stories.frontPage(for: app.reader).sections[0].id.rawValue
            let story = try await app.row("Story 1").id.rawValue
            let marked = "/quiet/section/\(section)"
            for (path, line) in [
                (marked, marked), ("\(marked)?depth=40", marked), ("/quiet/all", "/quiet/all"), ("/quiet/", "/quiet/"),
            ] {
                let page = try await browser.get(path).page
                #expect(page.state("has-drawer") != nil, "\(path)")
                let link = try #require(try page.part("a[data-panel=left]").path, "\(path)")
                let sections = try await browser.get(link).page
                let current = sections.parts("[aria-current]")
                #expect(current.map(\.path) == [line], "\(path): \(link), one line is marked")
                #expect(current.first?["aria-current"] == "page", "\(path)")
            }
            #expect(try await browser.get("/quiet/story/\(story)").page.state("has-drawer") == nil)
            #expect(!(try await browser.get("/mine/section/\(section)").page.has("[data-panel=left]")))
            let elsewhere = try await browser.get("/quiet/sections?at=/quiet/settings%22%3E").page
            #expect(!elsewhere.has("[aria-current]"))
        }
    }

    @Test func `the newsstand has mine first, then the others, each in its own face`() async throws {
        try await read { browser, _ in
            let papers = try await browser.get("/quiet/newsstand").page.parts("[data-newspaper]")
            #expect(papers.map { $0["data-newspaper"] } == ["mine", "quiet"])
            #expect(papers.last?.texts("b") == ["Quiet Times"] && papers.last?.texts("small") == ["Without hurry."])
        }
    }

    @Test func `no newspaper is slotted for more than two actions`() async throws {
        try await read { browser, app in
            let story = try await app.row("Story 1").id.rawValue
            for path in ["/mine/", "/mine/feeds", "/mine/story/\(story)", "/quiet/", "/quiet/settings"] {
                let right = try await browser.get(path).page.part(".top-bar .bar-buttons.right")
                #expect(right.parts("[class=icon-button]").count <= 2, "\(path)")
            }
        }
    }
}
