import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing

@testable import Web

/// A list's head: its title, one line of state, and the menu of what can be done with it.
@Suite struct ListHeadTests {
    /// Stories of today, of three days ago and of two weeks ago, in a folder.
    private func makeApp() async throws -> (app: WebTestApp, feed: String, section: String) {
        let app = try WebTestApp()
        let stories = [("Today", 1.0), ("Lately", 3 * 24), ("Long ago", 14 * 24)].map { title, hours in
            FetchedStory(
                key: title, title: title, text: "Text", publishedAt: WebTestApp.start.addingTimeInterval(-hours * 3600))
        }
        let channel = try await app.follow("https://a.example/feed", folder: "Local", stories: stories)
        let section = try await app.library.subscriptions.one(channel, for: app.reader).section
        return (app, "/mine/feed/\(channel.rawValue)", "/mine/section/\(section.rawValue)")
    }

    private func titles(_ page: ShownPage) -> [String] { page.storyTitles }

    /// What a menu's form sends: its hidden fields and the button's.
    private func form(_ page: ShownPage, with part: String) throws -> String {
        let form = try #require(page.forms.first { $0.has(part) }, "\(part)")
        return form.formBody(pressing: form.buttons.first)
    }

    @Test func `every list has a title, one line of state and a menu before its first row`() async throws {
        let (app, feed, section) = try await makeApp()
        let story = try await app.row("Today").id
        _ = try await app.library.marks.mark([story], as: .saved, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            for path in ["/mine/unread", "/mine/saved", "/mine/all", feed, section] {
                let page = try await browser.get(path).page
                let head = try page.part(".list-head")
                let order = page.parts(".list-head, .dateline, .since-visit, article").prefix(2)
                #expect(order.first?.hasClass("list-head") == true && order.last?.hasClass("row") == true, "\(path)")
                #expect(head.has("div.list-title > h1"), "\(path)")
                let menus = head.parts("details.list-menu > summary.icon-button")
                #expect(menus.map { $0["aria-label"] } == ["List options"])
                // When feeds were updated says nothing of what the reader has saved.
                let isSaved = path == "/mine/saved"
                #expect(page.parts("[data-status]").count == (isSaved ? 0 : 1), "\(path)")
                let counts = head.parts("[data-unread-list]")
                #expect(counts.map(\.text) == (isSaved ? [] : ["3 unread", "3"]))
                #expect(Set(counts.map { $0["data-unread-list"] }).count < 2, "\(path): one number")
                #expect(head.hasLink("About this feed") == (path == feed), "\(path)")
            }
        }
    }

    @Test func `unread only is remembered for one list, and left where nothing is unread`() async throws {
        let (app, feed, section) = try await makeApp()
        _ = try await app.library.marks.mark([app.row("Lately").id], as: .read, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(feed).page
            #expect(titles(page) == ["Today", "Lately", "Long ago"])
            let answer = try await browser.post("/mine/act/preferences", try form(page, with: "button[name=unread]"))
            #expect(answer.status == .seeOther && answer.header("Location") == feed)
            let narrow = try await browser.get(feed).page
            #expect(titles(narrow) == ["Today", "Long ago"])
            #expect(narrow.texts("span.active-option") == ["Unread only"] && narrow.has("[data-hides-read]"))
            #expect(narrow.has("button[name=unread][value=0][aria-checked=true]"))
            #expect(titles(try await browser.get(section).page) == ["Today", "Lately", "Long ago"])
            // With the last one read, the way back to all of them is there.
            _ = try await browser.post("/mine/act/mark-read", try form(narrow, with: "[data-mark-all]"))
            let empty = try await browser.get(feed).page
            #expect(titles(empty).isEmpty && empty.text.contains("Everything is read."))
            let wide = try #require(empty.forms.first { $0.hasButton("Show read stories too") })
            _ = try await browser.post("/mine/act/preferences", wide.formBody(pressing: wide.buttons.first))
            #expect(titles(try await browser.get(feed).page).count == 3)
        }
    }

    @Test func `oldest first turns a list round, with its neighbours, and no pill waits above`() async throws {
        let (app, feed, _) = try await makeApp()
        let middle = try await app.row("Lately").id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(feed).page
            #expect(page.state("newest") != nil)
            _ = try await browser.post("/mine/act/preferences", try form(page, with: "button[name=order]"))
            let turned = try await browser.get(feed).page
            #expect(titles(turned) == ["Long ago", "Lately", "Today"] && turned.state("newest") == nil)
            #expect(turned.texts("span.active-option") == ["Oldest first"])
            let code = feed.replacing("/mine/feed/", with: "c")
            let story = try await browser.get("/mine/story/\(middle)?in=\(code)").page
            let next = try await app.row("Today").id.rawValue
            #expect(story.has("[data-next=/mine/story/\(next)?in=\(code)]"))
            _ = try await browser.post("/mine/act/preferences", try form(turned, with: "button[name=order]"))
            #expect(titles(try await browser.get(feed).page) == ["Today", "Lately", "Long ago"])
        }
    }

    @Test(arguments: [("day", 2, ["Today"]), ("week", 1, ["Today", "Lately"])])
    func `what is older than a day or a week is marked read and can be taken back`(
        age: String, count: Int, left: [String]
    ) async throws {
        let (app, feed, _) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let fields = try form(try await browser.get(feed).page, with: "[name=older][value=\(age)]")
            let answer = try await browser.post("/mine/act/mark-read", fields, ["Accept": "application/json"]).text
            #expect(answer.contains(count == 1 ? "1 story marked read" : "2 stories marked read"))
            let page = try await browser.get("/mine/unread").page
            #expect(titles(page) == left)
            let again = try await browser.post("/mine/act/mark-read", fields, ["Accept": "application/json"]).text
            #expect(again.contains("Nothing unread is older") && !again.contains("ticket"))
            let ticket = try #require(answer.firstMatch(of: /"ticket":(\d+)/)).1
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(titles(try await browser.get("/mine/unread").page).count == 3)
            #expect(
                try await browser.post("/mine/act/mark-read", "list=all&older=year").status == .unprocessableContent)
        }
    }

    @Test func `a list in its origin's own order offers no other order, and no age`() async throws {
        let app = try WebTestApp()
        let address = "https://ranks.example/feed"
        app.source.rank(address)
        let channel = try await app.follow(address, stories: [])
        var ranked = ChannelResponse(stories: Array(app.stories(1...3).reversed()))
        ranked.firstRank = 0
        app.source.put(.success(ranked), at: address)
        app.clock.advance(120)
        _ = try await app.library.refreshing.requestRefresh([channel], reason: .manual, for: app.reader)
        await app.refresh()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/feed/\(channel.rawValue)").page
            #expect(titles(page) == ["Story 3", "Story 2", "Story 1"])
            let rank = try page.row("Story 1").part("span.rank[role=img]")
            #expect(rank.text == "3." && rank["aria-label"] == "Rank 3")
            let code = "c\(channel.rawValue)"
            #expect(page.hasButton("Unread only"))
            #expect(page.button("Mark all 3 read")?.texts("[data-unread-list=\(code)]") == ["3"])
            #expect(!page.text.contains("Oldest first") && !page.text.contains("older than"))
            // Who had it the other way round before the origin put it in order finds the way back.
            _ = try await browser.post("/mine/act/preferences", "part=list&list=\(code)&order=oldestFirst")
            let turned = try await browser.get("/mine/feed/\(channel.rawValue)").page
            #expect(titles(turned) == ["Story 1", "Story 2", "Story 3"] && !turned.has(".rank"))
            #expect(!(try await browser.get("/mine/all").page.has(".rank")))
            _ = try await browser.post("/mine/act/preferences", try form(turned, with: "button[name=order]"))
            #expect(titles(try await browser.get("/mine/feed/\(channel.rawValue)").page) == titles(page))
        }
    }

    @Test func `a list that is none has no options`() async throws {
        let (app, _, _) = try await makeApp()
        try await app.withBrowser { browser async throws in
            for list in ["", "x9", "all%40%00"] {
                let answer = try await browser.post("/mine/act/preferences", "part=list&list=\(list)&unread=1")
                #expect(answer.status != .internalServerError, "\(list)")
            }
            #expect(
                try await browser.post("/mine/act/preferences", "part=list&unread=1").status == .unprocessableContent)
            // No other choice is touched by a list's form.
            _ = try await browser.post("/mine/act/preferences", "part=reading&markOnScroll=1&hidePictures=1")
            _ = try await browser.post("/mine/act/preferences", "part=list&list=all&order=oldestFirst")
            let page = try await browser.get("/mine/all").page
            #expect(page.state("mark-on-scroll") == "on" && page.state("pictures") == "off")
        }
    }
}
