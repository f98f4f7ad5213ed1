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

    @Test func `the root leads to today`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.get("/")
            #expect(answer.status == .found && answer.header("Location") == "/mine/")
        }
    }

    @Test func `with nothing followed the first page asks for an address, a file or a starter pack`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            #expect(try page.part("input[name=address]")["placeholder"] == "Name or address")
            #expect(page.has("input[type=file]") && page.texts("button b").contains("Slow <reading>"))
            #expect(!page.has("[type=password]"))
            let answer = try await browser.post("/mine/act/starter-feeds", "list=0&back=/mine/")
            #expect(answer.header("Location") == "/mine/")
            #expect(try await browser.get("/mine/").page.text.contains("Loading 2 feeds…"))
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Slow"])
    }

    @Test(.mission("BREAK-03")) func `the front page has its sections, three stories each, and an end`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            let sections = page.parts("section")
            #expect(sections.map { $0.headings(2) } == [["Local"], ["Other"]])
            #expect(page.rows.count == 6)
            #expect(sections.map { $0.texts("[data-unread-list]") } == [["45 unread"], ["3 unread"]])
            #expect(page.text.contains("48 unread in Unread") && !page.text.contains("That is all"))
            #expect(page.hasButton("Mark these 6 read"))
            #expect(page.text.contains("Saturday 21 November"))
            #expect(page.texts("button[data-status]") == ["Updated just now"])
        }
    }

    @Test(.mission("BREAK-03"))
    func `a row has its title and its picture, and without a picture no frame for one`() async throws {
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
            let page = try await browser.get("/mine/all").page
            let (bells, bread) = (try page.row("Bells"), try page.row("Bread"))
            #expect(bells["class"] == "row unread" && bells.has("img.row-image[src^=/picture/]"))
            #expect(bread["class"] == "row unread text-only" && !bread.has("[class*=row-image]"))
        }
    }

    @Test func `a list by date has a head for each day but today, once`() async throws {
        let app = try WebTestApp()
        let stories = [1.0, 2, 30, 31, 60].enumerated().map { index, hours in
            FetchedStory(
                key: "\(index)", title: "Bell \(index)", text: "It rang", publishedAt: WebTestApp.start - hours * 3600)
        }
        try await app.follow("https://a.example/feed", stories: stories)
        try await app.withBrowser { browser async throws in
            let heads = try await browser.get("/mine/all").page.parts("article.row").map { $0.texts("p.day-head") }
            #expect(heads.map(\.count) == [0, 0, 1, 0, 1])
            #expect(heads[2] == ["Yesterday"] && heads[4].first?.contains("day 1") == true)
            _ = try await app.library.marks.mark(
                [app.row("Bell 2").id], as: .saved, true, for: app.reader)
            #expect(!(try await browser.get("/mine/saved").page.has(".day-head")), "in the order of saving")
        }
    }

    @Test(.mission("MIT-18", "MIT-20", "MIT-21", "MIT-24"))
    func `a section shows twenty, and its depth stands in the address`() async throws {
        let app = try await makeApp()
        let local = try #require(try await app.library.subscriptions.folders(for: app.reader).first).id.rawValue
        let twentieth = try await app.row("Story 20").id.rawValue
        try await app.withBrowser { browser async throws in
            let first = try await browser.get("/mine/section/\(local)").page
            #expect(first.rows.count == 20 && !first.text.contains("That is all since"))
            #expect(first.hasLink("Load more…", to: "/mine/section/\(local)?depth=40#s\(twentieth)"))
            let second = try await browser.get("/mine/section/\(local)?depth=40").page
            #expect(second.rows.count == 40)
            #expect(second.link("Load more…")?.path?.hasPrefix("/mine/section/\(local)?depth=60#s") == true)
            let answer = try await browser.get("/mine/section/\(local)?depth=60")
            let last = answer.page
            #expect(last.rows.count == 45 && last.text.contains("That is all since"))
            #expect(!answer.text.contains("Load more…") && !answer.text.contains("Bells"))
        }
    }

    @Test(.mission("BREAK-14", "HN-92")) func `unread, saved and a feed's page show theirs`() async throws {
        let app = try await makeApp()
        let bread = try await app.row("Bread")
        _ = try await app.library.marks.mark([bread.id], as: .read, true, for: app.reader)
        try await app.withBrowser { browser async throws in
            let unread = try await browser.get("/mine/unread?depth=60").page
            #expect(unread.rows.count == 47 && !unread.storyTitles.contains("Bread"))
            #expect(unread.texts("[data-unread-list]").contains("47 unread"))
            #expect(try await browser.get("/mine/saved").page.text.contains("Stories you save stay here for ever,"))
            _ = try await app.library.marks.mark([bread.id], as: .saved, true, for: app.reader)
            let saved = try await browser.get("/mine/saved").page
            #expect(saved.storyTitles == ["Bread"] && saved.text.contains("1 story"))
            let feed = try await browser.get("/mine/feed/\(bread.channel.rawValue)").page
            #expect(feed.rows.count == 3 && feed.text.contains("About this feed"))
            let about = try await browser.get("/mine/feed/\(bread.channel.rawValue)/details").page
            #expect(about.terms["Address"] == "https://b.example/feed" && about.hasButton("Unfollow"))
            #expect(about.text.contains("Press Box is working."))
        }
    }

    @Test(.mission("NEXUS-19"))
    func `a story's page has its text, its list's neighbours and what can be done`() async throws {
        let app = try await makeApp()
        let (id, next) = (try await app.row("Story 2").id.rawValue, try await app.row("Story 3").id.rawValue)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(id)?in=all").page
            #expect(page.headings(1).contains("Story 2") && page.texts("p").contains("Text 2"))
            #expect(page.text.contains("Saturday 21 November 2026, 9:18"))
            #expect(try page.part("article")["data-next"] == "/mine/story/\(next)?in=all")
            #expect(page.hasLink("Back", to: "/mine/all"))
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").page
            #expect(menu.hasButton("Mark everything above as read") && menu.hasButton("Mark read"))
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
            let answer = try await browser.get(page)
            let waiting = try answer.page.part("[data-pending-channel=\(id.rawValue)]")
            #expect(waiting.texts("p") == ["Loading stories…"])
            #expect(try waiting.part("noscript").hasLink("Reload", to: page))
            #expect(!answer.text.contains("All read") && !answer.text.contains("No stories here yet."))
            #expect(try await browser.get(live).text.contains("\"hasAnswered\":false"))
            // Trouble is an answer too.
            app.source.put(.failure(.refused(status: 404)), at: address)
            _ = await Refresher(library: app.library).runOnce(only: [id])
            #expect(try await browser.get(live).text.contains("\"hasAnswered\":true"))
            let told = try await browser.get(page).page
            #expect(!told.has("[data-pending-channel]"))
            #expect(try told.part(".fetch-failure").hasButton("Try now"))
            #expect(told.text.contains("Its stories could not be loaded."))
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
                let answer = try await browser.get(path)
                #expect(answer.page.text.contains(words), "\(path)")
                #expect(!answer.text.contains("Try now"), "\(path)")
                #expect(!answer.text.contains("Late Post could not be loaded."), "\(path)")
            }
            let facts = try await browser.get("/mine/feed/\(id.rawValue)/details")
            #expect(facts.page.text.contains("On request: it says it is gone for good"))
            #expect(!facts.text.contains("removed for good"))
            let list = try await browser.get("/mine/feed/\(id.rawValue)")
            #expect(list.page.hasButton("Unfollow") && list.page.hasLink(to: "/mine/add"))
            #expect(!list.text.contains("All read") && !list.text.contains("Updated just now"))
            let answer = try await browser.post("/mine/act/refresh", "", ["Accept": "application/json"]).text
            #expect(answer.contains("Gone for good (410), so not fetched any more"))
            _ = try await browser.post("/mine/act/unfollow", "channel=\(id.rawValue)")
            _ = try await browser.post("/mine/act/follow", "address=https://gone.example/feed&title=Late+Post")
            #expect(try await browser.get("/mine/feed/\(id.rawValue)").page.text.contains("Loading stories…"))
        }
    }

    @Test func `search marks the words, says when there are none and remembers`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            func search(_ query: String) async throws -> ShownPage {
                try await browser.get("/mine/search?q=\(query)", Browser.navigation).page
            }
            let found = try await search("boats")
            #expect(found.rows.count == 1 && found.texts("mark").contains("Boats"))
            #expect(try await search("zebra").text.contains("No story has the words “zebra”."))
            #expect(try await search("-zebra").text.contains("Type at least one word to search for."))
            let blank = try await browser.get("/mine/search?q=+")
            #expect(blank.page.text.contains("Type at least one word"))
            #expect(blank.page.hasLink("boats", to: "/mine/search?q=boats"))
            #expect(try await browser.get("/mine/search").text.contains("Type at least one word") == false)
            #expect(!blank.text.contains("q=-zebra"), "without a word to look for nothing is kept")
            _ = try await browser.post("/mine/act/forget-searches")
            #expect(try await browser.get("/mine/search").text.contains("q=boats") == false)
        }
    }

    @Test func `a search has chips that write operators, a count, an order, and is a list`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            func search(_ query: String) async throws -> ShownPage {
                try await browser.get("/mine/search?q=\(query)", Browser.navigation).page
            }
            let found = try await search("boats")
            #expect(found.texts(".search-count") == ["1 story"])
            #expect(found.hasLink("Unread", to: "/mine/search?q=boats%20is%3Aunread"))
            #expect(found.hasLink("Titles only", to: "/mine/search?q=boats%20in%3Atitle"))
            #expect(found.hasLink("Past week", to: "/mine/search?q=boats%20after%3A7d"))
            #expect(found.hasLink("Best", to: "/mine/search?q=boats%20sort%3Abest"))
            let narrowed = try await search("boats+is%3Aunread")
            #expect(narrowed.has("a[aria-current][href=/mine/search?q=boats]"))
            // A story opens as one of the list, which is marked read as a whole.
            #expect(narrowed.links.contains { ($0.path ?? "").hasSuffix("?in=q%3Aall%3Aboats%20is%3Aunread") })
            let fields = "list=q:all:boats+is:unread&through=999999&back=/mine/search"
            _ = try await browser.post("/mine/act/mark-read", fields)
            #expect(try await search("boats+is%3Aunread").text.contains("No story has the words “boats”."))
            #expect(try await search("boats+is%3Anew").text.contains("write is:unread, is:read or is:saved."))
        }
    }

    @Test func `a search while typing is not remembered, and offers what was searched before`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("/mine/search?q=boats", Browser.navigation)
            let typing = try await browser.get("/mine/search?q=bo&typing=1", Browser.navigation).page
            #expect(typing.hasLink("boats", to: "/mine/search?q=boats"))
            #expect(!typing.has("[data-searching-origins]"))
            #expect(try await app.library.search.recentSearches(for: app.reader) == ["boats"])
        }
    }

    @Test func `a search is saved, offered at the start, and removed`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let form = "words=boats+is%3Aunread&back=/mine/search"
            _ = try await browser.post("/mine/act/save-search", "\(form)&value=1")
            let start = try await browser.get("/mine/search").page
            #expect(start.hasLink("boats is:unread", to: "/mine/search?q=boats%20is%3Aunread"))
            #expect(start.hasButton("Remove “boats is:unread”") && start.text.contains("sort:best"))
            _ = try await browser.post("/mine/act/save-search", "\(form)&value=0")
            #expect(try await browser.get("/mine/search").page.has(".recent-searches") == false)
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
            #expect(look.page.headings(3).contains("Story 3") && !look.text.contains("Story 4"))
            let summary = "https://a.example/feed · 4 stories, newest 9:20"
            #expect(look.page.texts("p").contains { $0.hasPrefix(summary) } && look.header("ETag") == nil)
            let form =
                "address=\(QueryParameters.encoded(found.address.text))&kind=feed&title=Harbour+Post&folder=Sea&site=&icon="
            let answer = try await browser.post("/mine/act/follow", form)
            #expect(answer.header("Location")?.hasPrefix("/mine/feed/") == true)
            let again = try await browser.get("/mine/add?address=a.example", Browser.navigation).page
            #expect(again.text.contains("You follow this feed"))
            #expect(!again.buttons.contains { $0.text.hasSuffix("Follow") })
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
            let page = try await browser.get("/mine/add?address=a.example", Browser.navigation).page
            #expect(page.alerts.contains { $0.contains(words) })
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
            #expect(try await send("").text.contains("Choose a file first."))
            #expect(try await send("<html>").status == .unprocessableContent)
            #expect(try await browser.get("/mine/feeds.opml").text == "https://a.example/1\nhttps://a.example/2")
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).map(\.title) == ["Brought"])
    }

    @Test(.mission("HN-65")) func `how one reads is kept, within bounds`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post(
                "/mine/act/preferences", "textSize=99&face=sans&theme=night&measure=wide&markOnScroll=1")
            func states() async throws -> [String?] {
                let page = try await browser.get("/mine/settings").page
                return ["theme", "text-size", "font-face", "line-width", "mark-on-scroll"].map { page.state($0) }
            }
            #expect(try await states() == ["night", "5", "sans", "wide", "on"])
            _ = try await browser.post("/mine/act/preferences", "textSize=-3&face=comic&theme=%22%3E&measure=")
            #expect(try await states().prefix(4) == ["night", "1", "sans", "wide"])
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
                let count = try await browser.get(path).page.part("span.count[data-unread-list=unread]")
                #expect(count.ownText == "48" && count["hidden"] == nil, "\(path)")
            }
            let section = try await browser.get("/mine/section/\(local)").page
            let words = try section.part("span[data-unread-list=s\(local)][data-empty-text]")
            #expect(words.text == "45 unread" && words["data-empty-text"] == "All read")
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
            let front = try await browser.get("/mine/").page
            #expect(try front.part("[data-unread-list=s\(local)][hidden]").text == "0 unread")
        }
    }
}
