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

    private func link(_ page: ShownPage, containing part: String) throws -> String {
        let paths = page.links.compactMap(\.path).filter { $0.hasPrefix("/mine/") || $0.hasPrefix("/asking/") }
        return try #require(paths.first { $0.contains(part) })
    }

    /// Returns true if a link of the page opens that address in the browser, without a question.
    private func opensInBrowser(_ page: ShownPage, at address: String) -> Bool {
        page.parts("a[target=_blank][data-original-link]").contains { link in
            link.path == address && link["rel"] == "noopener noreferrer"
        }
    }

    private func story(_ row: StoryRow) -> String { "/mine/story/\(row.id.rawValue)" }

    @Test(.mission("MIT-49", "NEXUS-52"))
    func `links of a story lead on in this house, signed; mail, telephone and places in the text stay`() async throws {
        let (app, row) = try await paper()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(story(row)).page
            let inside = try link(page, containing: "/linked/")
            #expect(inside.contains("at=https://far.example/quay?a%3D1%26b%3D2"))
            #expect(page.link("its steps")?.path?.hasSuffix("&story=\(row.id.rawValue)#s-steps") == true)
            #expect(page.hasLink("write", to: "mailto:quay@far.example") && page.hasLink("call", to: "tel:+44123"))
            #expect(page.hasLink("go up", to: "#s-top"))
            #expect(!page.has("[href^=https://far.example]"))
        }
    }

    @Test func `without script a page takes as long as its origin, and is then kept`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            let answer = try await browser.get(inside, Browser.navigation)
            #expect(answer.status == .ok && answer.header("ETag") == nil)
            let page = answer.page
            #expect(page.title?.hasPrefix("The quay · ") == true && page.text.contains("word119"))
            #expect(page.hasLink(to: story(row)), "a way back to the story")
            let ways = page.parts("[href^=https://]").compactMap(\.path)
            #expect(ways.allSatisfy { $0.hasPrefix("https://far.example/quay") }, "only the web page itself leads out")
            #expect(page.text.contains("From far.example, fetched"))
            _ = try await browser.get(inside, Browser.navigation)
            #expect(app.source.requestedPages == [address])
            // Its picture is our own copy.
            #expect(page.has("img[src^=/picture/]") && !answer.text.contains("src=\"https://"))
        }
    }

    @Test(.mission("MIT-51"))
    func `with script the frame comes at once and names what it waits for; a POST brings the text`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            let script = Browser.navigation.merging(["Cookie": "zone=Europe%2FLondon"]) { $1 }
            let page = try await browser.get(inside, script).page
            #expect(page.title?.hasPrefix("Loading… · ") == true && page.has("article[data-load-action=ask]"))
            #expect(page.text.contains("Loading this page from far.example…") && app.source.requestedPages == [])
            // A browser that has lost its script since is led on.
            let reload = try page.part("noscript meta[http-equiv=refresh]")
            #expect(reload["content"]?.hasPrefix("0; url=/mine/linked/") == true)
            #expect(try await browser.get(inside + "&wait=1", script).text.contains("word119"))
            let form = try #require(page.form("linked-page")).fields
            let fields = ["mark", "at", "story"].map { "\($0)=\(QueryParameters.encoded(form[$0] ?? ""))" }
                .joined(separator: "&")
            let answer = try await browser.post("/mine/act/linked-page", fields)
            #expect(answer.status == .seeOther && answer.header("Location") == inside)
        }
    }

    @Test func `nobody is asked by a prefetch, another site's page or an embedding`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            for headers in [
                ["Sec-Purpose": "prefetch"], ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "same-origin"],
            ] {
                let page = try await browser.get(inside, headers).page
                #expect(page.text.contains("has not been loaded yet.") && page.has("article[data-load-action=none]"))
            }
            #expect(app.source.requestedPages == [])
        }
    }

    @Test func `an address that no page of ours made is refused in one sentence`() async throws {
        let (app, row) = try await paper()
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
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
                    let page = answer.page
                    #expect(page.text.contains("Tidings opens only addresses that its own pages link to"))
                    #expect(!page.has("[href^=https://evil.example]"))
                }
            }
            let posted = try await browser.post("/mine/act/linked-page", "mark=AAAA&at=https://evil.example/")
            #expect(posted.status == .unprocessableContent)
            #expect(app.source.requestedPages == [])
        }
    }

    @Test(.mission("MIT-52", "MIT-54", "BREAK-10"))
    func `the menu has three choices, and the original opens after one question`() async throws {
        var options = EditionOptions()
        options.confirmsExternalLinks = true
        let asking = Edition(
            id: EditionID(rawValue: "asking"), title: "Asking", sections: .folders, options: options)
        let (app, row) = try await paper(editions: [asking])
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let story = "/asking/story/\(row.id.rawValue)"
            let page = try await browser.get(
                try link(try await browser.get(story).page, containing: "/linked/"), Browser.navigation
            ).page
            let menu = try await browser.get(try link(page, containing: "/share/")).page
            #expect(menu.hasLink("Open in browser") && menu.hasButton("Share link") && menu.hasLink("Cancel"))
            #expect(!menu.has("[target=_blank]") && menu.text.contains("Link to copy"))
            let question = try await browser.get(try link(menu, containing: "/external/")).page
            #expect(question.headings(1).contains("Open far.example in the browser?"))
            let leave = try question.part("a[target=_blank][data-leaves-app]")
            #expect(leave.path == address && leave["rel"] == "noopener noreferrer")
            #expect(question.hasLink("Stay here"))
            // So does the story's own original.
            #expect(try await browser.get(story).page.has("a[data-sheet=leave][data-original-link]"))
        }
    }

    @Test(.mission("MIT-54"))
    func `where the newspaper asks nothing, the web page opens without a question`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let text = try await browser.get(story(row)).page
            #expect(opensInBrowser(text, at: "https://loom.example/1"))
            let page = try await browser.get(try link(text, containing: "/linked/"), Browser.navigation).page
            #expect(opensInBrowser(page, at: address))
            let menu = try await browser.get(try link(page, containing: "/share/")).page
            #expect(opensInBrowser(menu, at: address) && menu.hasLink("Open in browser", to: address))
            for one in [text, page, menu] { #expect(!one.has("[data-sheet=leave]")) }
        }
    }

    @Test(.mission("BREAK-10"))
    func `a story with an address has a button to its page, and one without has none`() async throws {
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
                    let shown = answer.page
                    #expect(answer.status == .ok && shown.text.contains(title), "\(page)")
                    let offers = shown.links.contains { $0.text.hasSuffix("Open web page") }
                    #expect(offers == isThere, "\(page)")
                    #expect(shown.has("[href=https://loom.example/1]") == isThere, "\(page)")
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
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            let answer = try await browser.get(inside, Browser.navigation)
            #expect(answer.text.contains(words))
            let isBusy = if case .busy = error { true } else { false }
            let page = answer.page
            #expect(page.hasLink("Open at far.example") && answer.text.contains("Try again") == !isBusy)
            #expect(page.title?.hasPrefix("far.example · ") == true)
        }
    }

    @Test func `a page of under eighty words says so, and offers the original first`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 79, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            let page = try await browser.get(inside, Browser.navigation).page
            #expect(page.text.contains("Only 79 words could be found on this page."))
            #expect(page.texts("a.button.primary").contains("Open at far.example") && page.text.contains("word78"))
        }
    }

    @Test func `a kept page is shown with its time when its origin is away`() async throws {
        let (app, row) = try await paper()
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let inside = try link(try await browser.get(story(row)).page, containing: "/linked/")
            _ = try await browser.get(inside, Browser.navigation)
            app.clock.advance(7200)
            app.source.put(linkedPage: .failure(.unreachable(.noAnswer(from: "far.example"))), at: address)
            let page = try await browser.get(inside, Browser.navigation).page
            #expect(page.text.contains("word119"))
            #expect(page.text.contains("far.example could not be reached: it does not answer."))
            #expect(page.text.contains("This is the page as it was loaded before."))
            #expect(page.has("time[datetime=2026-11-21T09:20:00Z]"))
            #expect(app.source.requestedPages == [address, address])
        }
    }

    @Test(.mission("MIT-16")) func `a row told elsewhere opens its page here, and is read by that`() async throws {
        let app = try WebTestApp()
        let clipping = FetchedStory(
            key: "c", title: "A clipping", link: try webAddress(address), text: "About it",
            publishedAt: WebTestApp.start,
            isExternal: true)
        try await app.follow("https://loom.example/feed", stories: [clipping])
        try app.source.put(linkedPageOfWords: 120, at: address)
        try await app.withBrowser { browser async throws in
            let list = try await browser.get("/mine/all").page
            let inside = try link(list, containing: "/linked/")
            #expect(list.has("a[data-external]") && !list.has("[target=_blank]"))
            let page = try await browser.get(inside, Browser.navigation).page
            #expect(page.text.contains("word119") && page.hasLink(to: "/mine/all"))
            #expect(try await app.row("A clipping").isRead)
        }
    }
}
