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

    private func titles(_ page: String) -> [String] {
        page.matches(of: /<h2 class="headline"[^>]*>(?:<span [^>]*>[^<]*<\/span> ?)*([^<]+)/).map { String($0.1) }
    }

    /// What a menu's form sends: its hidden fields and the button's.
    private func form(_ page: String, _ button: String) throws -> String {
        let forms = page.components(separatedBy: "<form ").map { $0.components(separatedBy: "</form>")[0] }
        let form = try #require(forms.first { $0.contains(button) }, "\(button)")
        return form.matches(of: /name="([^"]+)" value="([^"]*)"/)
            .map { "\($0.1)=\(QueryParameters.encoded(String($0.2)))" }.joined(separator: "&")
    }

    @Test func `every list has a title, one line of state and a menu before its first row`() async throws {
        let (app, feed, section) = try await makeApp()
        let story = try await app.row("Today").id
        _ = try await app.library.marks.mark([story], as: .saved, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            for path in ["/mine/unread", "/mine/saved", "/mine/all", feed, section] {
                let page = try await browser.get(path).text
                let head = try #require(page.components(separatedBy: "<article").first)
                #expect(head.contains("<div class=\"list-title\"><h1>"), "\(path)")
                #expect(
                    head.contains(
                        "<details class=\"list-menu\"><summary class=\"icon-button\" aria-label=\"List options\""))
                // When feeds were updated says nothing of what the reader has saved.
                let statuses = path == "/mine/saved" ? 0 : 1
                #expect(head.components(separatedBy: "data-status").count == statuses + 1, "\(path)")
                #expect(!head.contains("class=\"dateline\"") && !head.contains("class=\"since-visit\""))
                let counts = head.matches(of: /data-unread-list="([^"]+)"[^>]*>(?:3 unread|3<\/span> read)</).map {
                    $0.1
                }
                #expect(counts.count == (path == "/mine/saved" ? 0 : 2) && Set(counts).count < 2, "\(path): one number")
                #expect(head.contains("About this feed") == (path == feed), "\(path)")
            }
        }
    }

    @Test func `unread only is remembered for one list, and left where nothing is unread`() async throws {
        let (app, feed, section) = try await makeApp()
        _ = try await app.library.marks.mark([app.row("Lately").id], as: .read, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(feed).text
            #expect(titles(page) == ["Today", "Lately", "Long ago"])
            let answer = try await browser.post("/mine/act/preferences", try form(page, "name=\"unread\""))
            #expect(answer.status == .seeOther && answer.header("Location") == feed)
            let narrow = try await browser.get(feed).text
            #expect(titles(narrow) == ["Today", "Long ago"])
            #expect(
                narrow.contains("<span class=\"active-option\">Unread only</span>")
                    && narrow.contains("data-hides-read"))
            #expect(narrow.contains("name=\"unread\" value=\"0\" aria-checked=\"true\""))
            #expect(titles(try await browser.get(section).text) == ["Today", "Lately", "Long ago"])
            // With the last one read, the way back to all of them is there.
            _ = try await browser.post("/mine/act/mark-read", try form(narrow, "data-mark-all"))
            let empty = try await browser.get(feed).text
            #expect(titles(empty).isEmpty && empty.contains("Everything is read."))
            _ = try await browser.post("/mine/act/preferences", try form(empty, "Show read stories too"))
            #expect(titles(try await browser.get(feed).text).count == 3)
        }
    }

    @Test func `oldest first turns a list round, with its neighbours, and no pill waits above`() async throws {
        let (app, feed, _) = try await makeApp()
        let middle = try await app.row("Lately").id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(feed).text
            #expect(page.contains("data-newest="))
            _ = try await browser.post("/mine/act/preferences", try form(page, "name=\"order\""))
            let turned = try await browser.get(feed).text
            #expect(titles(turned) == ["Long ago", "Lately", "Today"] && !turned.contains("data-newest="))
            #expect(turned.contains("<span class=\"active-option\">Oldest first</span>"))
            let code = feed.replacing("/mine/feed/", with: "c")
            let story = try await browser.get("/mine/story/\(middle)?in=\(code)").text
            let next = try await app.row("Today").id.rawValue
            #expect(story.contains("data-next=\"/mine/story/\(next)?in=\(code)\""))
            _ = try await browser.post("/mine/act/preferences", try form(turned, "name=\"order\""))
            #expect(titles(try await browser.get(feed).text) == ["Today", "Lately", "Long ago"])
        }
    }

    @Test(arguments: [("day", 2, ["Today"]), ("week", 1, ["Today", "Lately"])])
    func `what is older than a day or a week is marked read and can be taken back`(
        age: String, count: Int, left: [String]
    ) async throws {
        let (app, feed, _) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let fields = try form(try await browser.get(feed).text, "name=\"older\" value=\"\(age)\"")
            let answer = try await browser.post("/mine/act/mark-read", fields, ["Accept": "application/json"]).text
            #expect(answer.contains(count == 1 ? "1 story marked read" : "2 stories marked read"))
            let page = try await browser.get("/mine/unread").text
            #expect(titles(page) == left)
            let again = try await browser.post("/mine/act/mark-read", fields, ["Accept": "application/json"]).text
            #expect(again.contains("Nothing unread is older") && !again.contains("ticket"))
            let ticket = try #require(answer.firstMatch(of: /"ticket":(\d+)/)).1
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(titles(try await browser.get("/mine/unread").text).count == 3)
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
            let page = try await browser.get("/mine/feed/\(channel.rawValue)").text
            #expect(titles(page) == ["Story 3", "Story 2", "Story 1"])
            #expect(page.contains("<span class=\"rank\" role=\"img\" aria-label=\"Rank 3\">3.</span> Story 1"))
            #expect(
                page.contains("Unread only") && page.contains(/Mark all <span data-unread-list="c\d+">3<\/span> read/))
            #expect(!page.contains("Oldest first") && !page.contains("older than"))
            // Who had it the other way round before the origin put it in order finds the way back.
            let code = "c\(channel.rawValue)"
            _ = try await browser.post("/mine/act/preferences", "part=list&list=\(code)&order=oldestFirst")
            let turned = try await browser.get("/mine/feed/\(channel.rawValue)").text
            #expect(titles(turned) == ["Story 1", "Story 2", "Story 3"] && !turned.contains("class=\"rank\""))
            #expect(!(try await browser.get("/mine/all").text.contains("class=\"rank\"")))
            _ = try await browser.post("/mine/act/preferences", try form(turned, "name=\"order\""))
            #expect(titles(try await browser.get("/mine/feed/\(channel.rawValue)").text) == titles(page))
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
            let page = try await browser.get("/mine/all").text
            #expect(page.contains("data-mark-on-scroll=\"on\"") && page.contains("data-pictures=\"off\""))
        }
    }
}
