import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// Pages outside as the house shows them, without script.
@Suite struct `Outside pages` {
    private let address = "https://far.example/quay?a=1&b=2"

    /// A paper with one story whose text has links of every kind.
    private func paper(editions: [Edition] = []) async throws -> (WebTestApp, StoryRow) {
        let app = try WebTestApp(editions: editions)
        let html = """
            <p id="top">Read <a href="\(address.replacing("&", with: "&amp;"))">this</a>, \
            <a href="https://far.example/quay#steps">its steps</a>, <a href="mailto:quay@far.example">write</a>, \
            <a href="tel:+44123">call</a> or <a href="#top">go up</a>.</p>
            """
        let cleaned = HTMLSanitizer(base: try webAddress("https://loom.example/1")).sanitize(html)
        let story = FetchedStory(
            key: "1", title: "Story 1", link: try webAddress("https://loom.example/1"), body: cleaned.html,
            text: cleaned.text, original: html, publishedAt: WebTestApp.start)
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [story])
        return (app, try await app.row("Story 1"))
    }

    private func link(_ page: String, containing part: String) throws -> String {
        let found = page.matches(of: /href="(\/(?:mine|asking)\/[^"]+)"/).map { String($0.1) }.first {
            $0.contains(part)
        }
        return try #require(found).replacing("&amp;", with: "&")
    }

    private func story(_ row: StoryRow) -> String { "/mine/story/\(row.id.rawValue)" }

    @Test func `links of a story lead on in this house, signed; mail, telephone and places in the text stay`()
        async throws
    {
        let (app, row) = try await paper()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(story(row)).text
            let inside = try link(page, containing: "/linked/")
            #expect(inside.contains("at=https://far.example/quay?a%3D1%26b%3D2"))
            #expect(page.contains("&amp;story=\(row.id.rawValue)#s-steps\""))
            #expect(page.contains("href=\"mailto:quay@far.example\"") && page.contains("href=\"tel:+44123\""))
            #expect(page.contains("href=\"#s-top\""))
            #expect(!page.contains("href=\"https://far.example"))
        }
    }

    @Test func `without script a page takes as long as its origin, and is then kept`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            let page = try await browser.get(inside, Browser.navigation)
            #expect(page.status == .ok && page.header("ETag") == nil)
            #expect(page.text.contains("<title>The quay · ") && page.text.contains("word119"))
            #expect(page.text.contains("href=\"\(story(row))\""), "a way back to the story")
            let ways = page.text.ranges(of: "href=\"https://").count
            let own = page.text.ranges(of: "href=\"https://far.example/quay").count
            #expect(ways == own, "only the web page itself leads out")
            #expect(page.text.contains("From far.example, fetched"))
            _ = try await browser.get(inside, Browser.navigation)
            #expect(app.source.requestedPages == [address])
            // Its picture is our own copy.
            #expect(page.text.contains("src=\"/picture/") && !page.text.contains("src=\"https://"))
        }
    }

    @Test func `with script the frame comes at once and names what it waits for; a POST brings the text`() async throws
    {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            let script = Browser.navigation.merging(["Cookie": "zone=Europe%2FLondon"]) { $1 }
            let page = try await browser.get(inside, script).text
            #expect(page.contains("<title>Loading… · ") && page.contains("data-load-action=\"ask\""))
            #expect(page.contains("Loading this page from far.example…") && app.source.requestedPages == [])
            // A browser that has lost its script since is led on.
            #expect(page.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=/mine/linked/"))
            #expect(try await browser.get(inside + "&wait=1", script).text.contains("word119"))
            let fields = page.matches(of: /name="(mark|at|story)" value="([^"]*)"/).prefix(3).map {
                "\($0.1)=\(QueryParameters.encoded(String($0.2).replacing("&amp;", with: "&")))"
            }.joined(separator: "&")
            let answer = try await browser.post("/mine/act/linked-page", fields)
            #expect(answer.status == .seeOther && answer.header("Location") == inside)
        }
    }

    @Test func `nobody is asked by a prefetch, another site's page or an embedding`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            for headers in [
                ["Sec-Purpose": "prefetch"], ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "same-origin"],
            ] {
                let page = try await browser.get(inside, headers).text
                #expect(page.contains("has not been loaded yet.") && page.contains("data-load-action=\"none\""))
            }
            #expect(app.source.requestedPages == [])
        }
    }

    @Test func `an address that no page of ours made is refused in one sentence`() async throws {
        let (app, row) = try await paper()
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            let forged = [
                inside.replacing("far.example", with: "evil.example"), inside.replacing("story=", with: "story=9"),
                inside.replacing("/linked/", with: "/linked/x"), "/mine/linked/?at=https://evil.example/",
                "/mine/linked/AAAA?at=https://evil.example/",
            ]
            for place in ["linked", "share", "external"] {
                for path in forged.prefix(3) + forged.suffix(1) {
                    let answer = try await browser.get(
                        path.replacing("/linked/", with: "/\(place)/"), Browser.navigation)
                    #expect(answer.status == .forbidden, "\(path)")
                    #expect(answer.text.contains("Tidings opens only addresses that its own pages link to"))
                    #expect(!answer.text.contains("href=\"https://evil.example"))
                }
            }
            let posted = try await browser.post("/mine/act/linked-page", "mark=AAAA&at=https://evil.example/")
            #expect(posted.status == .unprocessableContent)
            #expect(app.source.requestedPages == [])
        }
    }

    @Test func `the menu has three choices, and the original opens after one question`() async throws {
        var options = EditionOptions()
        options.confirmsExternalLinks = true
        let asking = Edition(
            id: EditionID(rawValue: "asking"), title: "Asking", sections: .folders, options: options)
        let (app, row) = try await paper(editions: [asking])
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let story = "/asking/story/\(row.id.rawValue)"
            let page = try await browser.get(
                try link(try await browser.get(story).text, containing: "/linked/"), Browser.navigation
            ).text
            let menu = try await browser.get(try link(page, containing: "/share/")).text
            #expect(menu.contains("Open in browser") && menu.contains("Share link") && menu.contains("Cancel"))
            #expect(!menu.contains("target=\"_blank\"") && menu.contains("Link to copy"))
            let question = try await browser.get(try link(menu, containing: "/external/")).text
            #expect(question.contains("Open far.example in the browser?"))
            #expect(
                question.contains(
                    "target=\"_blank\" rel=\"noopener noreferrer\" data-leaves-app href=\"\(address.replacing("&", with: "&amp;"))\""
                ))
            #expect(question.contains("Stay here"))
            // So does the story's own original.
            #expect(try await browser.get(story).text.contains("<a data-sheet=\"leave\" data-original-link"))
        }
    }

    @Test func `where the newspaper asks nothing, the web page opens without a question`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let opening = "<a target=\"_blank\" rel=\"noopener noreferrer\" data-original-link"
            let text = try await browser.get(story(row)).text
            #expect(text.contains("\(opening) class=\"quiet\" href=\"https://loom.example/1\">"))
            let page = try await browser.get(try link(text, containing: "/linked/"), Browser.navigation).text
            #expect(page.contains("\(opening) class=\"quiet\" href=\"\(address.replacing("&", with: "&amp;"))\">"))
            let menu = try await browser.get(try link(page, containing: "/share/")).text
            #expect(menu.contains(opening) && menu.contains("Open in browser"))
            for one in [text, page, menu] { #expect(!one.contains("data-sheet=\"leave\"")) }
        }
    }

    @Test func `BREAK-10: a story with an address has a button to its page, and one without has none`() async throws {
        let app = try WebTestApp()
        let whole = FetchedStory(
            key: "1", title: "With", link: try webAddress("https://loom.example/1"), text: "Text",
            publishedAt: WebTestApp.start)
        let bare = FetchedStory(key: "2", title: "Without", text: "Text", publishedAt: WebTestApp.start)
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [whole, bare])
        for (title, isThere) in [("With", true), ("Without", false)] {
            let path = story(try await app.row(title))
            try await app.withBrowser { browser async throws in
                for page in [path, "\(path)/menu"] {
                    let answer = try await browser.get(page)
                    let text = answer.text
                    #expect(answer.status == .ok && text.contains(title), "\(page)")
                    #expect(text.contains("Open web page</a>") == isThere, "\(page)")
                    #expect(text.contains("href=\"https://loom.example/1\"") == isThere, "\(page)")
                }
            }
        }
    }

    @Test(
        arguments: [
            (SourceError.notThere, "far.example has no page at this address (404)."),
            (.gone, "far.example has removed this page for good (410)."),
            (
                .refused(status: 403),
                "far.example refused to send this page (403). It may still open in a browser."
            ),
            (.refused(status: 502), "a server error (502)"),
            (.signInNeeded, "only after a sign-in."),
            (.unreadable(FailureCause(.originError("<us> round."), at: "far.example")), "&lt;us&gt; round."),
            (.notAllowed(FailureCause(.foreignPage("/x"), at: "far.example")), "/x is not a page of far.example."),
            (.busy(until: WebTestApp.start.addingTimeInterval(3600)), "far.example asked us to wait until 10:20."),
        ] as [(SourceError, String)])
    func `what cannot be had is said in one sentence, with a way on`(_ error: SourceError, words: String) async throws {
        let (app, row) = try await paper()
        app.source.put(linkedPage: .failure(error), at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            let page = try await browser.get(inside, Browser.navigation).text
            #expect(page.contains(words))
            let isBusy = if case .busy = error { true } else { false }
            #expect(page.contains("Open at far.example") && page.contains("Try again") == !isBusy)
            #expect(page.contains("<title>far.example · "))
        }
    }

    @Test func `a page of under eighty words says so, and offers the original first`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 79, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            let page = try await browser.get(inside, Browser.navigation).text
            #expect(page.contains("Only 79 words could be found on this page."))
            #expect(page.contains("class=\"button primary\"") && page.contains("word78"))
        }
    }

    @Test func `a kept page is shown with its time when its origin is away`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).text, containing: "/linked/")
            _ = try await browser.get(inside, Browser.navigation)
            app.clock.advance(7200)
            app.source.put(linkedPage: .failure(.unreachable(.noAnswer(from: "far.example"))), at: address)
            let page = try await browser.get(inside, Browser.navigation).text
            #expect(page.contains("word119") && page.contains("far.example could not be reached: it does not answer."))
            #expect(
                page.contains("This is the page as it was loaded before.")
                    && page.contains("datetime=\"2026-11-21T09:20:00Z\""))
            #expect(app.source.requestedPages == [address, address])
        }
    }

    @Test func `a row told elsewhere opens its page here, and is read by that`() async throws {
        let app = try WebTestApp()
        let clipping = FetchedStory(
            key: "c", title: "A clipping", link: try webAddress(address), text: "About it",
            publishedAt: WebTestApp.start,
            isExternal: true)
        try await app.follow("https://loom.example/feed", stories: [clipping])
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let list = try await browser.get("/mine/all").text
            let inside = try link(list, containing: "/linked/")
            #expect(list.contains(" data-external>") && !list.contains("target=\"_blank\""))
            let page = try await browser.get(inside, Browser.navigation).text
            #expect(page.contains("word119") && page.contains("href=\"/mine/all\""))
            #expect(try await app.row("A clipping").isRead)
        }
    }
}
