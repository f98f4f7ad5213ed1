import HTTPTypes
import Hummingbird
import Library
import NIOCore
import News
import TestSupport
import Testing

@testable import Web

/// What a request may cause, by what browsers say of where it began.
@Suite struct `What a request may cause` {
    static let crossSite: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
        ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "audio"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
        ["Sec-Fetch-Site": "something new", "Sec-Fetch-Mode": "navigate"],
        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Origin": "https://evil.example"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Tidings-Opened": "1"],
        ["Origin": "null"], ["Origin": "https://localhost"], ["Origin": "http://localhost:81"],
        ["Referer": "https://evil.example/"], ["Referer": "http://localhost.evil.example/"],
        ["Referer": "http://localhost:81/"], ["Referer": "http://localhost@evil.example/"],
    ]
    static let prefetches: [[String: String]] = [
        ["Sec-Purpose": "prefetch"], ["Sec-Purpose": "prefetch;prerender"], ["Purpose": "prefetch"],
        ["X-Purpose": "preview"], ["X-Moz": "prefetch"],
    ]
    static let sameSite: [[String: String]] = [
        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
        ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"],
        ["Referer": "http://localhost/mine/"], ["Referer": "http://LOCALHOST"],
        ["Referer": "http://localhost/mine/", "Accept": "text/html,application/xhtml+xml,*/*;q=0.8"],
    ]

    private func intent(_ headers: [String: String], _ method: HTTPRequest.Method = .get) -> RequestIntent {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        return ClientInfo(
            Request(head: head, body: RequestBody(buffer: ByteBuffer())), remote: "127.0.0.1",
            accessPolicy: AccessPolicy()
        ).intent
    }

    @Test(arguments: sameSite) func `a person's own step may`(headers: [String: String]) {
        let intent = intent(headers)
        #expect(intent.allowsSideEffects && intent.isUserNavigation && intent.allowsSideEffectsForSignedURL)
        #expect(intent.allowsPost && !intent.isForeignOrSpeculative)
    }

    @Test(arguments: crossSite) func `another site's may not, and its POST neither`(headers: [String: String]) {
        let intent = intent(headers)
        #expect(!intent.allowsSideEffects && !intent.isUserOpening && !intent.allowsSideEffectsForSignedURL)
        #expect(!intent.isUserNavigation && !intent.allowsPost && intent.isForeignOrSpeculative)
    }

    @Test(arguments: prefetches) func `what is fetched ahead may not, wherever it began`(headers: [String: String]) {
        for own in Self.sameSite {
            let intent = intent(own.merging(headers) { $1 })
            #expect(!intent.allowsSideEffects && !intent.isUserNavigation && !intent.allowsSideEffectsForSignedURL)
        }
    }

    @Test func `nor may HEAD`() {
        for own in Self.sameSite {
            let intent = intent(own, .head)
            #expect(!intent.allowsSideEffects && !intent.allowsSideEffectsForSignedURL && intent.isUserInitiated)
        }
    }

    @Test func `script of ours may, but opens nothing`() {
        for headers in [
            ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"],
            ["Tidings-Shown-Again": "1", "Sec-Fetch-Mode": "cors"],
            ["Referer": "http://localhost/mine/", "Accept": "*/*"],
            ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
        ] {
            let intent = intent(headers)
            #expect(intent.allowsSideEffects && !intent.isUserNavigation && !intent.isUserOpening, "\(headers)")
        }
    }

    @Test func `a story that a person opens beside its list is opened, but no navigation`() {
        for headers in [
            ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Tidings-Opened": "1"],
            ["Tidings-Opened": "1", "Accept": "*/*"],
        ] {
            let opened = intent(headers)
            #expect(opened.isUserOpening && !opened.isUserNavigation, "\(headers)")
            #expect(!intent(headers.merging(["Sec-Purpose": "prefetch"]) { $1 }).isUserOpening)
        }
    }

    @Test func `who says nothing may only what a signed address proves, and POST as a program`() {
        for headers in [[:], ["Accept": "text/html"], ["Sec-Fetch-Mode": "navigate"]] {
            let intent = intent(headers)
            #expect(
                !intent.allowsSideEffects && intent.allowsSideEffectsForSignedURL && intent.allowsPost
                    && !intent.isForeignOrSpeculative)
        }
        #expect(!intent(["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "no-cors"]).allowsSideEffects)
    }

    @Test(arguments: crossSite + [[:]])
    func `an address that another site brings is filled in, and waits for the button`(headers: [String: String])
        async throws
    {
        let app = try WebTestApp()
        app.setDiscovery(
            .success([
                DiscoveredChannel(
                    kind: .feed, address: try webAddress("https://a.example/feed"),
                    metadata: ChannelMetadata(title: "A"))
            ]))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/add?address=a.example/%22x", headers)
            let page = answer.page
            #expect(answer.status == .ok && app.discoveryRequests == [] && answer.header("ETag") == nil)
            #expect(page.parts("input[name=address]").count { $0.fieldValue == "a.example/\"x" } == 2)
            #expect(!page.hasButton("Follow") && page.text.contains("Nothing has been fetched from a.example yet."))
            let form = try #require(page.forms.first { $0.hasButton("Find feeds at a.example") })
            #expect(form.has("input[type=hidden][name=address]"))
            #expect(form.path == "/mine/add" && form["method"] == "get")
            let asked = try await browser.get("/mine/add?address=a.example", Browser.navigation)
            #expect(app.discoveryRequests == ["https://a.example/"] && asked.page.hasButton("Follow"))
            // Words that are no address are looked up as a name, without a button.
            let nonsense = try await browser.get("/mine/add?address=harbour%20post", headers).text
            #expect(nonsense.contains("No feed that is known here") && !nonsense.contains("Find feeds at"))
        }
    }

    @Test(arguments: crossSite + prefetches + [[:]])
    func `words that another site brings are searched here alone, and not remembered`(headers: [String: String])
        async throws
    {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        app.source.put(finds: .success([FetchedStory(key: "far", title: "Far Story")]))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/search?q=Story", headers)
            #expect(answer.page.storyTitles.contains("Story 1") && !answer.text.contains("Far Story"))
            let ways = answer.page.links.filter { $0.path == "/mine/search?q=Story" }
            #expect(ways.contains { $0.text.hasPrefix("Search ") } && app.source.searches == [])
            let nothing = try await browser.get("/mine/search?q=nowhere", headers).text
            #expect(nothing.contains("has not been searched yet.") && !nothing.contains("No story has the words"))
            #expect(try await app.library.search.recentSearches(for: app.reader) == [])
            let asked = try await browser.get("/mine/search?q=Story", Browser.navigation).text
            #expect(asked.contains("Far Story") && !asked.contains("has not been searched yet."))
            #expect(try await app.library.search.recentSearches(for: app.reader) == ["Story"])
        }
    }
}
