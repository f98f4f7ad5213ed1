import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

/// The ways in which programs of 2026 differ, each as the program sends it. What they send is in their public code and in
/// the issues of servers.
@Suite struct ClientDialectTests {
    @Test func `FeedMe signs in by the query of a POST without a body`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "FeedMe", for: app.me)
        try await app.withProgram { program async throws in
            let path = "/api/greader.php/accounts/ClientLogin?Email=reader&Passwd=\(made.secret)"
            #expect(try await program.post(path).text.hasPrefix("SID="))
            // The body wins.
            #expect(try await program.post(path, "Passwd=wrong").status == .unauthorized)
        }
    }

    @Test func `FeedMe and Reeder mark without a token, or with an x`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...1))
        try await app.withSignedIn { program async throws in
            let id = try #require(try await program.ids("n=1").first)
            for token in ["", "&T=", "&T=x"] {
                let answer = try await program.change("edit-tag", "i=\(id)&a=\(Stream.read)\(token)")
                #expect(answer.text == "OK", "\(token)")
            }
        }
    }

    @Test func `Read You takes a continuation that needs no escape`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...3))
        try await app.withSignedIn { program async throws in
            let page = try await program.call("stream/items/ids?s=\(Stream.readingList)&n=1&output=json").json()
            let continuation = try #require(page["continuation"] as? String)
            #expect(continuation.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        }
    }

    @Test func `NewsFlash asks for a stream without a name, and sends raw OPML`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...3))
        try await app.withSignedIn { program async throws in
            #expect(try await program.call("stream/contents?n=1000").list("items").count == 3)
            let answer = try await program.post(
                "/reader/api/0/subscription/import", "https://c.test/feed", ["Content-Type": "text/xml"])
            #expect(answer.text.hasPrefix("OK: "))
        }
    }

    @Test func `NetNewsWire asks for texts by unpadded or padded hexadecimal ids`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...40))
        try await app.withSignedIn { program async throws in
            let ids = try await program.ids("s=\(Stream.readingList)&n=1000&xt=\(Stream.read)").compactMap { Int64($0) }
            let forms = ids.map { "i=tag:google.com,2005:reader/item/" + String($0, radix: 16) }
            let token = try await program.call("token").text
            let body = "T=\(token)&output=json&" + forms.joined(separator: "&")
            #expect(try await program.change("stream/items/contents", body).list("items").count == 40)
            let padded = ids.map {
                "i=" + String(repeating: "0", count: 16 - String($0, radix: 16).count) + String($0, radix: 16)
            }
            let read = "a=\(Stream.read)&T=\(token)&" + padded.joined(separator: "&")
            #expect(try await program.change("edit-tag", read).text == "OK")
            #expect(try await program.ids("xt=\(Stream.read)&n=9").isEmpty)
        }
    }

    @Test func `Liferea sends the token of the sign-in as T, without a header`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...2))
        try await app.withSignedIn { program async throws in
            let token = try #require(program.headers["Authorization"]?.split(separator: "=").last)
            let bare = Program(client: program.client)
            let ids = try await program.ids("n=9")
            let body = "T=\(token)&output=json&i=\(ids[0])&i=\(ids[1])"
            #expect(try await bare.change("stream/items/contents", body).list("items").count == 2)
            // It reads a feed as Atom, in which a category's label says what is read.
            let edit = "i=\(ids[0])&s=user%2Ffeed%2F1&a=\(Stream.read)&ac=edit-tags&T=\(token)&async=true"
            #expect(try await program.change("edit-tag?client=liferea", edit).text == "OK")
            let atom = try await program.get("/reader/atom/\(Stream.readingList)")
            #expect(atom.header("Content-Type")?.hasPrefix("application/atom+xml") == true)
            #expect(atom.text.components(separatedBy: "label=\"read\"").count == 2)
            #expect(atom.text.contains("<content type=\"html\">&lt;p&gt;Text a1 &amp;amp; more"))
        }
    }

    @Test func `Newsboat reads feeds as whole streams, and compares answers with OK`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", stories: app.stories(1...30))
        try await app.withSignedIn { program async throws in
            let path = "stream/contents/feed%2F\(feed.rawValue)?n=20"
            let items = try await program.call(path).list("items")
            #expect(items.count == 20)
            let id = try #require(items.first?["id"] as? String)
            let token = try await program.call("token").text
            let form = "i=\(id)&a=\(Stream.read)&r=\(Stream.keptUnread)&ac=edit&T=\(token)"
            #expect(try await program.change("edit-tag", form).text == "OK")
            #expect(try await program.change("mark-all-as-read", "s=feed/\(feed.rawValue)&T=\(token)").text == "OK")
            #expect(try await program.ids("xt=\(Stream.read)&n=9").isEmpty)
        }
    }

    @Test func `Capy Reader pages through all ids by ten thousand`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...3))
        try await app.withSignedIn { program async throws in
            let url = try await program.call("subscription/list?output=json").list("subscriptions").first?["url"]
            #expect(url as? String == "https://a.test/feed")
            let page = try await program.call("stream/items/ids?s=\(Stream.readingList)&n=10000&output=json").json()
            #expect(page["continuation"] == nil)
            let count = try await program.call("stream/items/ids?n=99999999999999999999&output=json")
            #expect(try count.list("itemRefs").count == 3)
        }
    }

    @Test func `Fluent Reader takes the first address of every story`() async throws {
        let app = try await SyncTestApp()
        let linkless = FetchedStory(key: "a", title: "Without a link", publishedAt: app.clock.now)
        try await app.follow("https://a.test/feed", stories: [linkless])
        try await app.withSignedIn { program async throws in
            let item = try #require(try await program.call("stream/contents?output=json&n=125").list("items").first)
            for name in ["canonical", "alternate"] {
                #expect((item[name] as? [[String: Any]])?.first?["href"] as? String == "", "\(name)")
            }
        }
    }

    @Test func `programs made of web pages may send an Origin`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "Fluent", for: app.me)
        try await app.withProgram { program async throws in
            let form = "Email=reader&Passwd=\(made.secret)"
            let answer = try await program.post("/accounts/ClientLogin", form, ["Origin": "null"])
            #expect(answer.status == .ok)
            #expect(try await program.post("/mine/act/set-mark", "", ["Origin": "null"]).status == .forbidden)
        }
    }
}
