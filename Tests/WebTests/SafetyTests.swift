import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import Testing
import URLs

@testable import Web

@Suite struct SafetyTests {
    @Test(arguments: ["/", "/mine/", "/mine/story/1", "/assets/x/app.css", "/picture/1/72/x", "/api/live", "/nowhere"])
    func `an address under which we do not answer gets 421 and nothing else`(path: String) async throws {
        try await WebTestApp(hosts: ["127.0.0.1:8480"]).withBrowser { browser async throws in
            let answer = try await browser.get(path)
            #expect(answer.status.code == 421)
            #expect(answer.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(!answer.text.contains("<"))
        }
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://localhost.evil.example"],
        ["Origin": "http://localhost:81"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"], ["Origin": ""],
    ]) func `a POST from elsewhere gets 403 and changes nothing`(headers: [String: String]) async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/mark-read", "list=all&through=99", headers)
            #expect(answer.status == .forbidden)
        }
        #expect(try await app.library.stories.list(.unread, for: app.reader, depth: 9).rows.count == 3)
    }

    @Test(arguments: (ActionEndpoint.writing + ActionEndpoint.accounts).map(\.name))
    func `no website writes, votes, signs in or out, or retries in a reader's name`(action: ActionName) async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            try await fixture.signIn()
            fixture.site.change { $0.outcome = .refused(RemoteRefusal(.tooQuick)) }
            _ = try await fixture.write(["text": "Kept"], at: fixture.reply)
            let library = fixture.app.library
            func state() async throws -> [String] {
                let accounts = try await library.memberAccounts.accounts(for: fixture.app.reader)
                let drafts = try await library.drafts.drafts(for: fixture.app.reader)
                let entries = try await library.outbox.entries(for: fixture.app.reader)
                return accounts.map { "\($0)" } + drafts.map { "\($0)" } + entries.map { "\($0)" }
            }
            let (before, asked) = (try await state(), fixture.site.seen)
            let item = "\(fixture.story)"
            let form =
                "target=c\(item)&text=Forged&token=f&item=\(item)&up=\(item)&on=1&story=\(item)&entry=1&name=eve"
                + "&password=\(QueryParameters.encoded(FakeCommunity.password))&cookie=user%3Deve%26token&set-about=x"
                + "&source=\(try await fixture.source())"
            for headers in `What a request may cause`.crossSite where headers["Referer"] == nil {
                let answer = try await fixture.browser.post(
                    Route.action(action).path(in: EditionID(rawValue: "loom")), form, headers)
                #expect(answer.status == .forbidden, "\(headers)")
            }
            #expect(
                try await fixture.browser.get(Route.action(action).path(in: EditionID(rawValue: "loom"))).status
                    == .notFound)
            #expect(try await state() == before)
            let seen = fixture.site.seen
            #expect(seen.sent == asked.sent && seen.signIns == asked.signIns && seen.views == asked.views)
        }
    }

    @Test func `a program without a browser's headers may`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.client.execute(
                uri: "/mine/act/mark-read", method: .post, body: .init(string: "list=all&through=99")
            ) { $0.status }
            #expect(answer == .seeOther)
        }
        #expect(try await app.library.stories.list(.unread, for: app.reader, depth: 9).rows.isEmpty)
    }

    @Test func `no GET but a story's marks anything, and no other method is answered`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...3))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/act/mark-read?list=all&through=99").status == .notFound)
            for method: HTTPRequest.Method in [.put, .delete, .patch] {
                let status = try await browser.get("/mine/act/mark-read", method: method).status
                #expect(status.code >= 400)
            }
        }
        #expect(try await app.library.stories.list(.unread, for: app.reader, depth: 9).rows.count == 3)
    }

    @Test(arguments: [
        "/mine/", "/mine/feeds", "/mine/nowhere", "/nowhere", "/mine/story/99", "/api/live", "/assets/x/none",
    ])
    func `everything carries the headers that keep it ours`(path: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.get(path)
            let policy = try #require(answer.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Referrer-Policy") == "same-origin")
            #expect(answer.header("Cross-Origin-Opener-Policy") == "same-origin")
            #expect(answer.header("Server") == nil)
        }
    }

    @Test func `scripts and style sheets carry no headers that rule documents, the service worker does`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            let paths = page.matches(of: /\/assets\/[0-9a-f]+\/[a-z\-]+\.(css|js)/).map { String($0.0) }
            #expect(paths.count > 3)
            for path in paths {
                let answer = try await browser.get(path)
                #expect(answer.header("X-Content-Type-Options") == "nosniff")
                #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
                #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
                #expect(answer.header("Cross-Origin-Opener-Policy") == nil && answer.header("Referrer-Policy") == nil)
            }
            #expect(try await browser.get("/sw.js").header("Referrer-Policy") == "same-origin")
        }
    }

    @Test(arguments: [
        "https://evil.example/", "//evil.example/", "/mine", "/mine/\\evil", "/other", "", "javascript:alert(1)",
        "/mine/%0d%0aX: y",
    ]) func `the way back leads nowhere but to a page of ours`(back: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let form = back.contains("%0d") ? "back=\(back)" : "back=\(QueryParameters.encoded(back))"
            let answer = try await browser.post("/mine/act/forget-searches", form)
            #expect(answer.status == .seeOther)
            #expect(answer.header("Location") == "/mine/")
            #expect(answer.header("X") == nil)
        }
    }

    @Test func `the way back keeps a page of ours with its depth`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/forget-searches", "back=/mine/all%3Fdepth%3D40")
            #expect(answer.header("Location") == "/mine/all?depth=40")
        }
    }

    @Test(arguments: [
        "/mine/act/nothing", "/mine/act/", "/mine/act/set-mark/1",
    ]) func `an unknown act is a page that says so`(path: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.post(path)
            #expect(answer.status == .notFound && answer.page.hasLink("Back to the front page"))
        }
    }

    @Test(arguments: [
        ("set-mark", "kind=nothing&story=1"), ("set-mark", "kind=read"), ("set-mark", "kind=read&story=x"),
        ("mark-read", "list=none&through=1"),
        ("mark-read", "list=all"), ("mark-read", "list=s99999999999999999999&through=1"), ("undo", ""),
        ("undo", "ticket=x"),
        ("follow", ""),
        ("follow", "address=javascript:alert(1)"), ("unfollow", ""), ("update-subscription", "title=x"),
        ("import-opml", ""),
        ("starter-feeds", "list=99"),
        ("starter-feeds", "list=-1"), ("update-folder", "title=x"),
    ]) func `an act that makes no sense gets one sentence`(act: String, form: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let page = try await browser.post("/mine/act/\(act)", form)
            #expect(page.status == .unprocessableContent && page.page.has("main"))
            let facts = try await browser.post("/mine/act/\(act)", form, ["Accept": "application/json"])
            #expect(facts.status == .unprocessableContent)
            let outcome = try #require(try JSONSerialization.jsonObject(with: Data(facts.bytes)) as? [String: Any])
            #expect(outcome["failed"] as? Bool == true)
            #expect((outcome["words"] as? String)?.hasSuffix(".") == true)
        }
    }

    @Test func `an act upon what is not there is 404`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            for (act, form) in [
                ("unfollow", "channel=9"), ("update-subscription", "channel=9"), ("undo", "ticket=9"),
                ("update-folder", "folder=9&title=x"),
            ] {
                let status = try await browser.post("/mine/act/\(act)", form).status
                #expect(status == .notFound, "\(act)")
            }
        }
    }

    @Test func `a body over 8 MB is refused with a sentence`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/set-mark", String(repeating: "x", count: (8 << 20) + 1))
            #expect(answer.status == .contentTooLarge && answer.text.contains("8 MB"))
        }
    }

    @Test func `a body over 8 MB is refused with the same sentence for script`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.post(
                "/mine/act/set-mark", String(repeating: "x", count: (8 << 20) + 1), ["Accept": "application/json"])
            #expect(answer.status == .contentTooLarge && answer.header("Content-Type") == "application/json")
            #expect(answer.text.contains("\"failed\":true"))
            #expect(answer.text.contains("That is larger than 8 MB, the most that Tidings accepts at once."))
        }
    }

    @Test(arguments: [
        "/mine/story/0", "/mine/story/-1", "/mine/story/abc", "/mine/story/99999999999999999999", "/mine/section/4711",
        "/mine/feed/4711",
        "/mine/feed/4711/details", "/mine/nowhere", "/mine/story/", "/assets/x/..%2f..%2fetc%2fpasswd",
        "/picture/1/72/AAAA", "/picture/a/b/c", "/pictures/1.2/AAAA",
    ]) func `what is not there is 404`(path: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            #expect(try await browser.get(path).status == .notFound)
        }
    }

    @Test(arguments: [
        "/mine/all?depth=99999999999999999999", "/mine/all?depth=-1", "/mine/all?depth=x", "/mine/search?q=%22%22*(",
        "/mine/search?q=%FF%00",
        "/mine/add?address=%00", "/mine/add?address=javascript:alert(1)", "/mine/add?address=....",
        "/mine/saved?depth=2000000",
        "/api/live?after=99999999999999999999",
    ]) func `hostile queries get an ordinary page`(path: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in #expect(try await browser.get(path).status == .ok)
        }
    }

    @Test(arguments: [
        "zone=../../../etc/passwd", "zone=%00", "zone=", "zone=Mars/Olympus", "zone", "a=b; ;;=",
        "zone=\(String(repeating: "A", count: 9000))",
    ])
    func `a foreign cookie is passed over`(cookie: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let answer = try await browser.get("/mine/feeds", ["Cookie": cookie])
            #expect(answer.status == .ok && answer.text.contains("Saturday 21 November"))
        }
    }

    @Test(arguments: [
        "//evil.example", "https://evil.example/", "/mine/\\evil.example", "/mine/%0D%0ASet-Cookie:%20a=b",
        "/mine/%09x",
        "/mine/" + String(repeating: "a", count: 5_000), "javascript:1",
    ])
    func `a way back that is no page of ours leads to the front page`(back: String) async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/forget-searches", "back=\(back)")
            #expect(answer.status == .seeOther && answer.header("Location") == "/mine/")
            #expect(answer.header("Set-Cookie") == nil)
        }
    }
}
