import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Synchronization
import TestSupport
import Testing
import URLs
import Untrusted

@Suite struct FeedDiscoveryTests {
    private func alternate(_ path: String, _ title: String, type: String = "application/rss+xml") -> String {
        "<link rel=\"alternate\" type=\"\(type)\" title=\"\(title)\" href=\"\(path)\">"
    }

    /// Returns a feed with its own stories, so that no feed counts as another's second format.
    private func feed(_ name: String) -> SampleResource {
        FeedFixture.rss(FeedFixture.item(name), title: "Feed \(name)")
    }

    @Test func `a feed is its own answer, with its three newest stories`() async throws {
        let page = FeedFixture.rss(
            FeedFixture.item("one", hours: 1), FeedFixture.item("four", hours: 4), FeedFixture.item("two", hours: 2),
            FeedFixture.item("three", hours: 3), channel: "<image><url>/mark.png</url></image>")
        try await SourceFixture.open(["/feed": page]) { fixture async throws in
            let found = try await fixture.discover("/feed")
            let address = try fixture.address("/feed")
            #expect(found.map(\.address) == [address])
            #expect(found.first?.kind == .feed)
            #expect(found.first?.metadata.title == "The Ledger")
            #expect(found.first?.preview.map(\.key) == ["four", "three", "two"])
            #expect(found.first?.storyCount == 4)
            #expect(found.first?.newestAt == found.first?.preview.first?.publishedAt)
            #expect(fixture.origin.requests.count == 1)
        }
    }

    @Test func `who looks at one address, or from two sites at one feed, at the same time asks it once`() async throws {
        let pages = [
            "/": FeedFixture.html(head: alternate("/feed", "F")), "/b": FeedFixture.html(head: alternate("/feed", "F")),
        ]
        try await SourceFixture.open(pages.merging(["/feed": feed("one")]) { $1 }) { fixture async throws in
            let found = try await withThrowingTaskGroup(of: [DiscoveredChannel].self) { group in
                for number in 0..<12 { group.addTask { try await fixture.discover(["/", "/b", "/feed"][number % 3]) } }
                return try await group.reduce(into: []) { $0.append($1.map(\.address.path)) }
            }
            #expect(found.count == 12 && Set(found) == [["/feed"]])
            #expect(fixture.requestPaths.filter { $0 == "/feed" }.count == 1)
        }
    }

    private static func thread() -> pthread_t { pthread_self() }

    @Test func `what is found is read on the threads for untrusted work`()
        async throws
    {
        try await SourceFixture.open(["/feed": feed("one")]) { fixture async throws in
            let threads = Mutex<Set<pthread_t>>([])
            let executor = UntrustedWorkExecutor(threads: 1)
            let discovery = FeedDiscovery(
                fetcher: fixture.fetcher,
                subscribedChannel: { _ in
                    threads.withLock { _ = $0.insert(Self.thread()) }
                    return nil
                }, executor: executor)
            #expect(try await discovery.discover(at: fixture.address("/feed")).count == 1)
            let own = await withTaskExecutorPreference(executor) { Self.thread() }
            #expect(threads.withLock { $0 } == [own])
        }
    }

    @Test func `a feed without a picture borrows its site's icon`() async throws {
        let icons = """
            <link rel="icon" href="/small.png" sizes="16x16"><link rel="icon" href="/mark.svg" sizes="any">
            <link rel="apple-touch-icon" href="/touch.png">
            """
        try await SourceFixture.open(["/": FeedFixture.html(head: icons)]) { fixture async throws in
            fixture.origin.serve(
                FeedFixture.rss(FeedFixture.item("one"), channel: "<link>\(fixture.origin.address("/"))</link>"),
                at: "/feed")
            let found = try await fixture.discover("/feed")
            #expect(found.first?.metadata.icon?.path == "/touch.png")
            #expect(fixture.requestPaths == ["/feed", "/"])
        }
    }

    @Test func `the feeds a page names come in its order, comments last, and only the first three are asked`()
        async throws
    {
        let head =
            alternate("/comments/feed", "Comments") + alternate("/a", "News") + alternate("/b", "Sport")
            + alternate("/c", "Culture") + alternate("/d", "Weather") + alternate("/a", "News again")
            + alternate("/wp-json/oembed", "oEmbed", type: "application/json")
        let pages = [
            "/": FeedFixture.html(head: head), "/a": feed("a"), "/b": feed("b"), "/c": feed("c"), "/d": feed("d"),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            let found = try await fixture.discover()
            #expect(found.map(\.address.path) == ["/a", "/b", "/c", "/d", "/comments/feed"])
            #expect(found.map(\.metadata.title) == ["Feed a", "Feed b", "Feed c", "Weather", "Comments"])
            #expect(found.map(\.preview.count) == [1, 1, 1, 0, 0])
            #expect(found.first?.metadata.icon?.path == "/favicon.ico")
            #expect(found.first?.metadata.site?.path == "/")
            #expect(fixture.requestPaths == ["/", "/a", "/b", "/c"])
        }
    }

    @Test func `one feed in two formats is offered once`() async throws {
        let head = alternate("/rss", "RSS") + alternate("/also-rss", "Other")
        let pages = ["/": FeedFixture.html(head: head), "/rss": feed("a"), "/also-rss": feed("a")]
        try await SourceFixture.open(pages) { fixture async throws in
            let found = try await fixture.discover()
            #expect(found.map(\.address.path) == ["/rss"])
        }
    }

    @Test func `a named feed that fails gives way to the next`() async throws {
        let head = alternate("/broken", "News") + alternate("/whole", "News")
        try await SourceFixture.open(["/": FeedFixture.html(head: head), "/whole": feed("a")]) { fixture async throws in
            let found = try await fixture.discover()
            #expect(found.map(\.address.path) == ["/whole"])
        }
    }

    @Test func `without named feeds the links of the body are tried`() async throws {
        let body =
            "<a href=\"/about\">About</a> <a href=\"https://feedly.com/i/subscription/feed\">Feedly</a> <a href=\"/updates.xml\">Follow us</a>"
        try await SourceFixture.open(["/": FeedFixture.html(body: body), "/updates.xml": feed("a")]) {
            fixture async throws in
            let found = try await fixture.discover()
            #expect(found.map(\.address.path) == ["/updates.xml"])
            #expect(fixture.requestPaths == ["/", "/updates.xml"])
        }
    }

    @Test func `then the usual places, beside the page before the root`() async throws {
        let pages = ["/blog/": FeedFixture.html(), "/blog/index.xml": feed("a"), "/feed.xml": feed("b")]
        try await SourceFixture.open(pages) { fixture async throws in
            let found = try await fixture.discover("/blog/")
            #expect(found.map(\.address.path) == ["/blog/index.xml"])
            #expect(fixture.requestPaths == ["/blog/", "/blog/feed/", "/blog/index.xml", "/"])
        }
    }

    @Test(arguments: [
        "feed/", "index.xml", "feed.xml", "rss.xml", "atom.xml", "rss/", "index.rss", "feed.atom", "rss/feed.xml",
    ]) func `every usual name is tried, in the page's folder and at the root`(name: String) async throws {
        for folder in ["/blog/", "/"] {
            try await SourceFixture.open(["/blog/": FeedFixture.html(), folder + name: feed("a")]) {
                fixture async throws in
                #expect(try await fixture.discover("/blog/").map(\.address.path) == [folder + name])
            }
        }
    }

    @Test func `a site that stops answering is not guessed at any further`() async throws {
        try await SourceFixture.open(["/": FeedFixture.html()]) { fixture async throws in
            await fixture.origin.simulate(.truncated, at: "/feed/")
            fixture.origin.serve(SampleResource("<rss>", contentType: "text/xml"), at: "/feed/")
            await #expect(throws: SourceError.self) { try await fixture.discover() }
            #expect(fixture.requestPaths == ["/", "/feed/"])
        }
    }

    @Test func `the page that it calls itself may name the feeds`() async throws {
        let head = "<link rel=canonical href=\"/home/\">"
        let pages = [
            "/?from=letter": FeedFixture.html(head: head), "/": FeedFixture.html(head: head),
            "/home/": FeedFixture.html(head: alternate("/a", "News")), "/a": feed("a"),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            #expect(try await fixture.discover("/").map(\.address.path) == ["/a"])
            #expect(fixture.requestPaths.prefix(2) == ["/", "/home/"])
        }
    }

    @Test(arguments: [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/json", "application/xml", "text/xml", "application/atom+xml; charset=utf-8",
    ]) func `a feed of any type may be named`(type: String) async throws {
        let pages = ["/": FeedFixture.html(head: alternate("/a", "News", type: type)), "/a": feed("a")]
        try await SourceFixture.open(pages) { fixture async throws in
            #expect(try await fixture.discover().map(\.address.path) == ["/a"])
        }
    }

    @Test func `an entry of a feed is not the feed, and a forgotten relation is overlooked`() async throws {
        let head = """
            \(alternate("/entry", "This page", type: "application/atom+xml;type=entry"))
            \(alternate("/entry2", "This page", type: "application/atom+xml; type=&quot;entry&quot;"))
            <link type="text/xml" href="/other.xml"><link type="application/rss+xml" href="/a">
            """
        try await SourceFixture.open(["/": FeedFixture.html(head: head), "/a": feed("a")]) { fixture async throws in
            #expect(try await fixture.discover().map(\.address.path) == ["/a"])
            #expect(fixture.requestPaths.prefix(2) == ["/", "/a"])
        }
    }

    @Test(arguments: ["text/html", "text/plain", "image/png", "application/json"])
    func `feeds that the header names are found, whatever the document is`(contentType: String) async throws {
        let bodies = [
            "text/html": "<!doctype html><title>T</title>", "application/json": "{\"a\": 1}", "image/png": "\u{89}PNG",
        ]
        let links = [
            "</site.css>; rel=preload; as=style",
            "</entry>; rel=\"alternate\"; type=\"application/atom+xml;type=entry\"",
            "</de>; rel=alternate; hreflang=de, </a>; rel=\"home alternate\"; type=\"application/rss+xml\"; title=\"A\"",
            "</b>; rel=alternate; type=application/rss+xml; anchor=\"/elsewhere\"",
        ]
        let page = SampleResource(
            Array((bodies[contentType] ?? "words").utf8), contentType: contentType,
            headers: links.map { (name: "Link", value: $0) })
        try await SourceFixture.open(["/": page, "/a": feed("a"), "/b": feed("b")]) { fixture async throws in
            #expect(try await fixture.discover().map(\.address.path) == ["/a"])
            #expect(fixture.requestPaths.prefix(2) == ["/", "/a"])
        }
    }

    @Test func `addresses with the scheme of feeds are followed, in head, body and header`() async throws {
        try await SourceFixture.open(["/news": feed("a")]) { fixture async throws in
            let address = fixture.origin.address("/news")
            let bare = address.dropFirst("http:".count)
            for page in [
                FeedFixture.html(head: "<link rel=alternate href=\"feed:\(address)\">"),
                FeedFixture.html(head: alternate("feed:\(bare)", "News")),
                FeedFixture.html(body: "<a href=\"feed:\(bare)\">Subscribe</a>"),
                FeedFixture.html(body: "<a href=\"FEED:\(address)\">Subscribe</a>"),
                SampleResource(
                    Array("<!doctype html><title>T</title>".utf8), contentType: "text/html",
                    headers: [("Link", "<feed:\(address)>; rel=alternate; type=application/rss+xml")]),
            ] {
                fixture.origin.serve(page, at: "/")
                #expect(try await fixture.discover().map(\.address.text) == [address])
            }
        }
    }

    @Test func `descriptions of interfaces are not asked, whatever their type`() async throws {
        let head =
            alternate("/wp-json/wp/v2/posts/7", "JSON", type: "application/json")
            + alternate("/wp-json/oembed/1.0/embed?url=x", "oEmbed", type: "application/json+oembed")
            + alternate("/wp-json/oembed/1.0/embed?format=xml", "oEmbed", type: "text/xml")
            + alternate("/a", "News")
        try await SourceFixture.open(["/": FeedFixture.html(head: head), "/a": feed("a")]) { fixture async throws in
            #expect(try await fixture.discover().map(\.address.path) == ["/a"])
            #expect(fixture.requestPaths == ["/", "/a"])
        }
    }

    @Test func `podcasts and comments come after the stories, well-known names a little before`() async throws {
        let head =
            alternate("/podcast.xml", "Podcast") + alternate("/comments.xml", "Comments") + alternate("/x", "Stories")
            + alternate("/rss", "Stories")
        let pages = [
            "/": FeedFixture.html(head: head), "/podcast.xml": feed("p"), "/comments.xml": feed("c"), "/x": feed("x"),
            "/rss": feed("r"),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            #expect(
                try await fixture.discover().map(\.address.path) == ["/x", "/rss", "/podcast.xml", "/comments.xml"])
        }
    }

    @Test func `a page without an icon borrows its front page's, and that failing the usual one`() async throws {
        let named = FeedFixture.html(head: "<link rel=\"shortcut icon\" href=\"/mark.png\">")
        let page = FeedFixture.html(head: alternate("/a", "News"))
        try await SourceFixture.open(["/blog/": page, "/": named, "/a": feed("a")]) { fixture async throws in
            #expect(try await fixture.discover("/blog/").first?.metadata.icon?.path == "/mark.png")
            #expect(fixture.requestPaths == ["/blog/", "/a", "/"])
        }
        try await SourceFixture.open(["/blog/": page, "/": FeedFixture.html(), "/a": feed("a")]) {
            fixture async throws in
            #expect(try await fixture.discover("/blog/").first?.metadata.icon?.path == "/favicon.ico")
        }
    }

    @Test func `a page without feeds costs a handful of requests, one after the other, and says what it is`()
        async throws
    {
        let links = (0..<40).map { "<a href=\"/\($0)/feed\">RSS</a>" }.joined()
        try await SourceFixture.open(["/blog/": FeedFixture.html(body: links)]) { fixture async throws in
            let error = await #expect(throws: SourceError.self) { try await fixture.discover("/blog/") }
            guard case .unreadable(let cause) = error else {
                Issue.record("not unreadable: \(String(describing: error))")
                return
            }
            #expect(cause.message.contains("127.0.0.1"))
            #expect(cause.message.contains("names no feed"))
            #expect(fixture.origin.requests.count <= FeedDiscovery.maxRequests)
            #expect(fixture.origin.maxConcurrentRequests == 1)
        }
    }

    @Test func `who asks to be left alone is left alone`() async throws {
        try await SourceFixture.open(["/": FeedFixture.html()]) { fixture async throws in
            await fixture.origin.simulate(.status(429, retryAfter: .seconds(60)), at: "/feed/")
            await #expect(throws: SourceError.busy(until: fixture.clock.now.addingTimeInterval(60))) {
                try await fixture.discover()
            }
            #expect(fixture.requestPaths == ["/", "/feed/"])
        }
    }

    @Test func `a page that only leads elsewhere is followed`() async throws {
        let pages = [
            "/": FeedFixture.html(head: "<meta http-equiv=refresh content=\"0; url=/home/\">"),
            "/home/": FeedFixture.html(head: alternate("/a", "News")), "/a": feed("a"),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            let found = try await fixture.discover()
            #expect(found.map(\.address.path) == ["/a"])
        }
    }

    @Test func `a page that stands where a feed was and leads to it is followed`() async throws {
        let page = FeedFixture.html(head: "<meta http-equiv='Refresh' content='0;URL=/rss.xml'>")
        try await SourceFixture.open(["/feeds/posts": page, "/rss.xml": feed("a")]) { fixture async throws in
            let found = try await fixture.discover("/feeds/posts")
            #expect(found.map(\.address.path) == ["/rss.xml"])
        }
    }

    @Test func `a picture is called a picture, and a missing page missing`() async throws {
        let png = SampleResource(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], contentType: "image/png")
        try await SourceFixture.open(["/mark": png]) { fixture async throws in
            await #expect(throws: SourceError.notThere) { try await fixture.discover("/nothing") }
            let error = await #expect(throws: SourceError.self) { try await fixture.discover("/mark") }
            guard case .unreadable(let cause) = error else {
                Issue.record("not unreadable: \(String(describing: error))")
                return
            }
            #expect(cause.message.contains("picture"))
        }
    }

    @Test func `https that was only supposed gives way to http at a port of its own`() async throws {
        try await SourceFixture.open(["/feed": feed("a")]) { fixture async throws in
            let typed = try #require(WebAddress("https://\(fixture.origin.host)/feed"))
            let found = try await FeedDiscovery(fetcher: fixture.fetcher).discover(at: typed)
            #expect(found.map(\.address.text) == [fixture.origin.address("/feed")])
        }
    }
}
