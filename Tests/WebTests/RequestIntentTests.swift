import HTTPTypes
import Hummingbird
import Library
import NIOCore
import News
import Testing

@testable import Web

/// What a request may cause, by what browsers say of where it began.
@Suite struct `What a request may cause` {
    static let elsewhere: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
        ["Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-User": "?1"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "audio"],
        ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"],
        ["Sec-Fetch-Site": "something new", "Sec-Fetch-Mode": "navigate"],
        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Origin": "https://evil.example"],
        ["Origin": "null"], ["Origin": "https://localhost"], ["Origin": "http://localhost:81"],
        ["Referer": "https://evil.example/"], ["Referer": "http://localhost.evil.example/"],
        ["Referer": "http://localhost:81/"], ["Referer": "http://localhost@evil.example/"],
    ]
    static let ahead: [[String: String]] = [
        ["Sec-Purpose": "prefetch"], ["Sec-Purpose": "prefetch;prerender"], ["Purpose": "prefetch"],
        ["X-Purpose": "preview"], ["X-Moz": "prefetch"],
    ]
    static let own: [[String: String]] = [
        ["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
        ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"],
        ["Referer": "http://localhost/mine/"], ["Referer": "http://LOCALHOST"],
        ["Referer": "http://localhost/mine/", "Accept": "text/html,application/xhtml+xml,*/*;q=0.8"],
    ]

    private func intent(_ headers: [String: String], _ method: HTTPRequest.Method = .get) -> RequestIntent {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        return Caller(
            Request(head: head, body: RequestBody(buffer: ByteBuffer())), remote: "127.0.0.1", frontage: Frontage()
        ).intent
    }

    @Test(arguments: own) func `a person's own step may`(headers: [String: String]) {
        let intent = intent(headers)
        #expect(intent.mayHaveEffects && intent.isPersonsNavigation && intent.mayHaveEffectsIfSigned)
        #expect(intent.mayPost && !intent.isUnwanted)
    }

    @Test(arguments: elsewhere) func `another site's may not, and its POST neither`(headers: [String: String]) {
        let intent = intent(headers)
        #expect(!intent.mayHaveEffects && !intent.isPersonsNavigation && !intent.mayHaveEffectsIfSigned)
        #expect(!intent.mayPost && intent.isUnwanted)
    }

    @Test(arguments: ahead) func `what is fetched ahead may not, wherever it began`(headers: [String: String]) {
        for own in Self.own {
            let intent = intent(own.merging(headers) { $1 })
            #expect(!intent.mayHaveEffects && !intent.isPersonsNavigation && !intent.mayHaveEffectsIfSigned)
        }
    }

    @Test func `nor may HEAD`() {
        for own in Self.own {
            let intent = intent(own, .head)
            #expect(!intent.mayHaveEffects && !intent.mayHaveEffectsIfSigned && intent.isPersonal)
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
            #expect(intent.mayHaveEffects && !intent.isPersonsNavigation, "\(headers)")
        }
    }

    @Test func `who says nothing may only what a signed address proves, and POST as a program`() {
        for headers in [[:], ["Accept": "text/html"], ["Sec-Fetch-Mode": "navigate"]] {
            let intent = intent(headers)
            #expect(!intent.mayHaveEffects && intent.mayHaveEffectsIfSigned && intent.mayPost && !intent.isUnwanted)
        }
        #expect(!intent(["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "no-cors"]).mayHaveEffects)
    }

    @Test(arguments: elsewhere + [[:]])
    func `an address that another site brings is filled in, and waits for the button`(headers: [String: String])
        async throws
    {
        let house = try SiteHouse()
        house.find(
            .success([
                FoundChannel(kind: .feed, address: try web("https://a.example/feed"), facts: ChannelFacts(title: "A"))
            ]))
        try await house.open { browser async throws in
            let page = try await browser.get("/mine/add?address=a.example/%22x", headers)
            #expect(page.status == .ok && house.looks == [] && page.header("ETag") == nil)
            #expect(page.text.contains("value=\"a.example/&quot;x\"") && !page.text.contains("Follow</button>"))
            #expect(page.text.contains("Nothing has been fetched from a.example yet."))
            #expect(page.text.contains("Look for feeds at a.example</button>"))
            let form = page.text.firstMatch(of: /<form method="get" action="([^"]+)"><input type="hidden"/)
            let action = try #require(form).1
            #expect(action == "/mine/add")
            let asked = try await browser.get("/mine/add?address=a.example", Browser.navigation)
            #expect(house.looks == ["https://a.example/"] && asked.text.contains("Follow</button>"))
            // What is no address needs no button.
            let nonsense = try await browser.get("/mine/add?address=harbour%20post", headers).text
            #expect(nonsense.contains("is not a web address") && !nonsense.contains("Look for feeds"))
        }
    }

    @Test(arguments: elsewhere + ahead + [[:]])
    func `words that another site brings are searched here alone, and not remembered`(headers: [String: String])
        async throws
    {
        let house = try SiteHouse()
        try await house.follow("https://a.example/feed", stories: house.stories(1...3))
        house.presses.put(finds: .success([ArrivingStory(key: "far", title: "Far Story")]))
        try await house.open { browser async throws in
            let page = try await browser.get("/mine/search?q=Story", headers).text
            #expect(page.contains("Story 1") && !page.contains("Far Story") && house.presses.searches == [])
            #expect(page.contains("href=\"/mine/search?q=Story\">Search at "))
            let nothing = try await browser.get("/mine/search?q=nowhere", headers).text
            #expect(nothing.contains("was not asked yet.") && !nothing.contains("No story has the words"))
            #expect(try await house.library.search.recent(for: house.me) == [])
            let asked = try await browser.get("/mine/search?q=Story", Browser.navigation).text
            #expect(asked.contains("Far Story") && !asked.contains("Search at "))
            #expect(try await house.library.search.recent(for: house.me) == ["Story"])
        }
    }
}
