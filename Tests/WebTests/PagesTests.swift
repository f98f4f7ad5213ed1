import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// What stands on the pages, and what reading them does.
@Suite struct PagesTests {
    /// A paper of two folders: 45 stories in *Local*, three in *Other*.
    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", folder: "Local", stories: app.stories(1...45))
        let others = ["Bells", "Bread", "Boats"].map {
            FetchedStory(key: $0, title: $0, text: "All about \($0)", publishedAt: WebTestApp.start - 7200)
        }
        try await app.follow("https://b.example/feed", title: "Press Box", stories: others)
        return app
    }

    private func count(_ needle: String, in text: String) -> Int { text.components(separatedBy: needle).count - 1 }

    @Test func `the root leads to today`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.get("/")
            #expect(answer.status == .found && answer.header("Location") == "/mine/")
        }
    }

    @Test func `with nothing followed the first page asks for an address, a file or a starter pack`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let text = try await browser.get("/mine/").text
            #expect(
                text.contains("Address of a site or feed") && text.contains("type=\"file\"")
                    && text.contains("Slow &lt;reading&gt;"))
            #expect(!text.contains("type=\"password\""))
            let answer = try await browser.post("/mine/act/starter-feeds", "list=0&back=/mine/")
            #expect(answer.header("Location") == "/mine/")
            #expect(try await browser.get("/mine/").text.contains("Loading 2 feeds…"))
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Slow"])
    }

    @Test func `the front page has its sections, three stories each, and an end`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let text = try await browser.get("/mine/").text
            #expect(count("<section", in: text) == 2)
            #expect(count("<article", in: text) == 6)
            #expect(
                text.contains("Local") && text.contains("Other") && text.contains("45 unread")
                    && text.contains("3 unread"))
            #expect(text.contains("That is all since") && text.contains("Mark these 6 read"))
            #expect(text.contains("Saturday 21 November") && text.contains("Updated just now"))
        }
    }

    @Test func `BREAK-03: a row has its title and its picture, and without a picture no frame for one`() async throws {
        let app = try WebTestApp()
        let picture = PictureReference(address: try webAddress("https://a.example/0.jpg"))
        let stories = [
            FetchedStory(
                key: "1", title: "Bells", text: "All about bells", publishedAt: WebTestApp.start - 60,
                pictures: [picture]),
            FetchedStory(key: "2", title: "Bread", text: "All about bread", publishedAt: WebTestApp.start - 120),
        ]
        try await app.follow("https://a.example/feed", stories: stories)
        try await app.withBrowser { browser async throws in
            let rows = try await browser.get("/mine/all").text.components(separatedBy: "<article").dropFirst()
            let bells = try #require(rows.first { $0.contains(">Bells<") })
            #expect(bells.contains("class=\"row unread\"") && bells.contains("<img class=\"row-image\""))
            #expect(bells.contains(" src=\"/picture/"))
            let bread = try #require(rows.first { $0.contains(">Bread<") })
            #expect(bread.contains("class=\"row unread text-only\"") && !bread.contains("row-image"))
        }
    }

    @Test func `a section shows twenty, and its depth stands in the address`() async throws {
        let app = try await makeApp()
        let local = try #require(try await app.library.subscriptions.folders(for: app.reader).first).id.rawValue
        let twentieth = try await app.row("Story 20").id.rawValue
        try await app.withBrowser { browser async throws in
            let first = try await browser.get("/mine/section/\(local)").text
            #expect(count("<article", in: first) == 20)
            #expect(
                first.contains("href=\"/mine/section/\(local)?depth=40#s\(twentieth)\"") && first.contains("Load more…")
            )
            #expect(!first.contains("That is all since"))
            let second = try await browser.get("/mine/section/\(local)?depth=40").text
            #expect(count("<article", in: second) == 40 && second.contains("?depth=60#s"))
            let last = try await browser.get("/mine/section/\(local)?depth=60").text
            #expect(
                count("<article", in: last) == 45 && !last.contains("Load more…") && last.contains("That is all since"))
            #expect(!last.contains("Bells"))
        }
    }

    @Test func `unread, saved and a feed's page show theirs`() async throws {
        let app = try await makeApp()
        let bread = try await app.row("Bread")
        _ = try await app.library.marks.mark([bread.id], as: .read, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            let unread = try await browser.get("/mine/unread?depth=60").text
            #expect(count("<article", in: unread) == 47 && !unread.contains(">Bread<") && unread.contains("47 unread"))
            #expect(try await browser.get("/mine/saved").text.contains("Stories you save stay here for ever,"))
            _ = try await app.library.marks.mark([bread.id], as: .saved, true, for: app.reader)
            let saved = try await browser.get("/mine/saved").text
            #expect(count("<article", in: saved) == 1 && saved.contains("Bread") && saved.contains("1 story"))
            let feed = try await browser.get("/mine/feed/\(bread.channel.rawValue)").text
            #expect(count("<article", in: feed) == 3 && feed.contains("About this feed"))
            let about = try await browser.get("/mine/feed/\(bread.channel.rawValue)/details").text
            #expect(
                about.contains("https://b.example/feed") && about.contains("<button class=\"button\">Unfollow")
                    && about.contains("Press Box is working."))
        }
    }

    @Test func `a story's page has its text, its list's neighbours and what can be done`() async throws {
        let app = try await makeApp()
        let (id, next) = (try await app.row("Story 2").id.rawValue, try await app.row("Story 3").id.rawValue)
        try await app.withBrowser { browser async throws in
            let text = try await browser.get("/mine/story/\(id)?in=all").text
            #expect(
                text.contains("<h1>Story 2</h1>") && text.contains("<p>Text 2</p>")
                    && text.contains("Saturday 21 November 2026, 9:18"))
            #expect(
                text.contains("data-next=\"/mine/story/\(next)?in=all\"") && text.contains("href=\"/mine/all\""))
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").text
            #expect(menu.contains("Mark everything above as read") && menu.contains("Mark read"))
            #expect(try await browser.get("/mine/story/\(id)/menu").text.contains("Mark everything above") == false)
        }
    }

    @Test func `a feed just followed says that its stories are on their way until it has answered`() async throws {
        let app = try await makeApp()
        let address = "https://late.example/feed"
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: "Late Post"))
        let id = try await app.library.subscriptions.follow(found, for: .first).id
        let (page, live) = ("/mine/feed/\(id.rawValue)", "/api/live?edition=mine&after=0&channel=\(id.rawValue)")
        try await app.withBrowser { browser async throws in
            let waiting = try await browser.get(page).text
            #expect(waiting.contains("data-pending-channel=\"\(id.rawValue)\"><p>Loading stories…"))
            #expect(waiting.contains("<noscript><a class=\"button\" href=\"\(page)\">Reload"))
            #expect(!waiting.contains("All read") && !waiting.contains("No stories here yet."))
            #expect(try await browser.get(live).text.contains("\"hasAnswered\":false"))
            // Trouble is an answer too.
            app.source.put(.failure(.refused(status: 404)), at: address)
            _ = await Refresher(library: app.library).runOnce(only: [id])
            #expect(try await browser.get(live).text.contains("\"hasAnswered\":true"))
            let told = try await browser.get(page).text
            #expect(!told.contains("data-pending-channel") && told.contains("class=\"fetch-failure\""))
            #expect(told.contains("Its stories could not be loaded.") && told.contains("Try now"))
        }
    }

    @Test func `a feed that is gone for good says the same everywhere, and what can be done`() async throws {
        let app = try WebTestApp()
        let id = try await app.follow("https://gone.example/feed", title: "Late Post")
        app.source.put(.failure(.gone), at: "https://gone.example/feed")
        _ = try await app.library.refreshing.requestRefresh(
            [id], reason: .manual, for: app.reader, minimumInterval: .zero)
        _ = await Refresher(library: app.library).runOnce(only: [id])
        let words = "Late Post says it is gone for good (410), so it is not fetched any more."
        try await app.withBrowser { browser async throws in
            for path in ["/mine/", "/mine/feeds", "/mine/feed/\(id.rawValue)", "/mine/feed/\(id.rawValue)/details"] {
                let page = try await browser.get(path).text
                #expect(page.contains(words), "\(path)")
                #expect(!page.contains("Try now") && !page.contains("Late Post could not be loaded."), "\(path)")
            }
            let facts = try await browser.get("/mine/feed/\(id.rawValue)/details").text
            #expect(facts.contains("On request: it says it is gone for good") && !facts.contains("removed for good"))
            let list = try await browser.get("/mine/feed/\(id.rawValue)").text
            #expect(list.contains("Unfollow</button>") && list.contains("href=\"/mine/add\""))
            #expect(!list.contains("All read") && !list.contains("Updated just now"))
            let answer = try await browser.post("/mine/act/refresh", "", ["Accept": "application/json"]).text
            #expect(answer.contains("Gone for good (410), so not fetched any more"))
            _ = try await browser.post("/mine/act/unfollow", "channel=\(id.rawValue)")
            _ = try await browser.post("/mine/act/follow", "address=https://gone.example/feed&title=Late+Post")
            #expect(try await browser.get("/mine/feed/\(id.rawValue)").text.contains("Loading stories…"))
        }
    }

    @Test func `search marks the words, says when there are none and remembers`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let found = try await browser.get("/mine/search?q=boats", Browser.navigation).text
            #expect(count("<article", in: found) == 1 && found.contains("<mark>Boats</mark>"))
            #expect(
                try await browser.get("/mine/search?q=zebra", Browser.navigation).text.contains(
                    "No story has the words “zebra”."))
            #expect(
                try await browser.get("/mine/search?q=-zebra", Browser.navigation).text.contains(
                    "Type at least one word to search for."))
            let blank = try await browser.get("/mine/search?q=+").text
            #expect(blank.contains("Type at least one word") && blank.contains("href=\"/mine/search?q=boats\""))
            #expect(try await browser.get("/mine/search").text.contains("Type at least one word") == false)
            #expect(!blank.contains("q=-zebra"), "without a word to look for nothing is kept")
            _ = try await browser.post("/mine/act/forget-searches")
            #expect(try await browser.get("/mine/search").text.contains("q=boats") == false)
        }
    }

    @Test func `adding shows three stories, then follows, and says so when it is followed already`() async throws {
        let app = try WebTestApp()
        let found = DiscoveredChannel(
            kind: .feed, address: try webAddress("https://me:hush@a.example/feed"),
            metadata: ChannelMetadata(title: "Harbour Post"),
            preview: app.stories(1...4), storyCount: 4, newestAt: WebTestApp.start)
        app.setDiscovery(.success([found]))
        try await app.withBrowser { browser async throws in
            let look = try await browser.get("/mine/add?address=a.example", Browser.navigation)
            #expect(
                look.text.contains("Story 3") && !look.text.contains("Story 4")
                    && look.text.contains("4 stories, newest 9:20"))
            #expect(look.text.contains(">https://a.example/feed ·") && look.header("ETag") == nil)
            let form =
                "address=\(QueryParameters.encoded(found.address.text))&kind=feed&title=Harbour+Post&folder=Sea&site=&icon="
            let answer = try await browser.post("/mine/act/follow", form)
            #expect(answer.header("Location")?.hasPrefix("/mine/feed/") == true)
            let again = try await browser.get("/mine/add?address=a.example", Browser.navigation).text
            #expect(again.contains("You already follow this feed") && !again.contains("Follow</button>"))
            #expect(try await browser.post("/mine/act/follow", form).status == .conflict)
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Sea"])
    }

    @Test(arguments: [
        (SourceError.notThere, "a.example has no page at that address (404). Check the spelling."),
        (.refused(status: 403), "a.example refused to send that page (403)."),
        (.refused(status: 500), "a.example reported a server error (500). Try again later."),
        (.signInNeeded, "only after a sign-in"),
        (.busy(until: WebTestApp.start + 18_000), "asked us to wait until 14:20."),
        (.unreachable(.noAnswer(from: "a.example")), "a.example could not be reached: it does not answer."),
    ]) func `what went wrong while looking is said`(error: SourceError, words: String) async throws {
        let app = try WebTestApp()
        app.setDiscovery(.failure(error))
        try await app.withBrowser { browser async throws in
            let text = try await browser.get("/mine/add?address=a.example", Browser.navigation).text
            #expect(text.contains(words) && text.contains("role=\"alert\""))
        }
    }

    @Test func `outlines come in by multipart, and what is wrong is said`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            func send(_ file: String) async throws -> Browser.Response {
                let body =
                    "--B\r\nContent-Disposition: form-data; name=\"back\"\r\n\r\n/mine/feeds\r\n"
                    + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.opml\"\r\n\r\n\(file)\r\n--B--\r\n"
                return try await browser.post(
                    "/mine/act/import-opml", body,
                    [
                        "Content-Type": "multipart/form-data; boundary=B", "Accept": "application/json",
                    ])
            }
            #expect(
                try await send("outlines\nhttps://a.example/1\nhttps://a.example/2\nhttps://a.example/1").text.contains(
                    "2 feeds added, 1 listed twice"))
            #expect(try await send("outlines\nhttps://a.example/1").text.contains("0 feeds added"))
            #expect(try await send("").text.contains("Choose an OPML file first."))
            #expect(try await send("<html>").status == .unprocessableContent)
            #expect(try await browser.get("/mine/feeds.opml").text == "https://a.example/1\nhttps://a.example/2")
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Brought"])
    }

    @Test func `how one reads is kept, within bounds`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post(
                "/mine/act/preferences", "textSize=99&face=sans&theme=night&measure=wide&markOnScroll=1")
            let text = try await browser.get("/mine/settings").text
            #expect(
                text.contains(
                    "data-theme=\"night\" data-text-size=\"5\" data-font-face=\"sans\" data-line-width=\"wide\""))
            #expect(text.contains("data-mark-on-scroll=\"on\""))
            _ = try await browser.post("/mine/act/preferences", "textSize=-3&face=comic&theme=%22%3E&measure=")
            #expect(
                try await browser.get("/mine/settings").text.contains(
                    "data-theme=\"night\" data-text-size=\"1\" data-font-face=\"sans\" data-line-width=\"wide\""))
        }
    }

    @Test func `an open page learns what has come, and rows need not move`() async throws {
        let app = try await makeApp()
        let newest = try await app.newestStory()
        try await app.withBrowser { browser async throws in
            func live(_ after: String) async throws -> [String: Any] {
                let answer = try await browser.get("/api/live?after=\(after)")
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
            }
            #expect(try await live("\(newest)")["arrived"] as? Int == 0)
            #expect(try await live("0")["arrived"] as? Int == 48)
            #expect(try await live("x")["total"] as? Int == 2)
        }
    }

    @Test func `every unread number of a page is the server's, also those of stories that are not shown`() async throws
    {
        let app = try await makeApp()
        let newest = try await app.newestStory()
        let local = try #require(try await app.library.subscriptions.folders(for: app.reader).first).id.rawValue
        try await app.withBrowser { browser async throws in
            func live(_ fields: String) async throws -> [String: Any] {
                let answer = try await browser.get("/api/live?edition=mine&\(fields)")
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
            }
            let lists = ["", "unread", "all", "feeds", "section/\(local)", "saved"]
            let others = [
                "search", "search?q=story", "newsstand", "sections", "add", "keys", "settings", "settings/reading",
                "settings/about", "settings/mutes", "nowhere",
            ]
            for path in (lists + others).map({ "/mine/\($0)" }) {
                let page = try await browser.get(path).text
                #expect(page.contains("<span class=\"count\" data-unread-list=\"unread\">48<"), "\(path)")
            }
            let section = try await browser.get("/mine/section/\(local)").text
            #expect(
                section.contains("<span data-unread-list=\"s\(local)\" data-empty-text=\"All read\">45 unread</span>"))
            let before = try await live("lists=unread,s\(local),s0,all@,saved")
            #expect(
                before["unread"] as? [String: String] == ["unread": "48", "s\(local)": "45", "s0": "3", "all@": "48"])
            // Twenty rows of the section were shown.
            _ = try await browser.post("/mine/act/mark-read", "list=s\(local)&through=\(newest)")
            let after = try await live("lists=unread,s\(local)&feeds=1")
            let counts = try #require(after["unread"] as? [String: String])
            #expect(
                counts["unread"] == "3" && counts["s\(local)"] == "0"
                    && counts.filter { $0.key.hasPrefix("c") }.count == 1)
            // Nothing is counted again while nothing has changed.
            let revision = try #require(after["revision"] as? Int)
            #expect(try await live("lists=unread&seen=\(revision)")["unread"] == nil)
            #expect(try await browser.get("/mine/").text.contains("data-unread-list=\"s\(local)\" hidden>0 unread"))
        }
    }
}
