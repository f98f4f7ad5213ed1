import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

/// The calls of the Google Reader interface, one by one.
@Suite struct GoogleReaderTests {
    @Test func `every root that programs know leads to the calls`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "Phone", for: app.me)
        try await app.withProgram { program async throws in
            for root in ["", "/api/greader.php", "//api/greader.php"] {
                let form = "Email=\(made.userName)&Passwd=\(made.secret)"
                let answer = try await program.post("\(root)/accounts/ClientLogin", form)
                let token = try #require(answer.text.split(separator: "\n").last?.dropFirst(5))
                #expect(answer.text == "SID=\(token)\nLSID=\(token)\nAuth=\(token)\n")
                let info = try await program.authorized(String(token)).get("\(root)/reader/api/0/user-info").json()
                #expect(info["userName"] as? String == "reader")
            }
            #expect(try await program.get("/api/greader.php/check/compatibility").text.hasPrefix("FAIL"))
            #expect(try await program.authorized("x").get("/api/greader.php/check/compatibility").text == "PASS")
        }
    }

    @Test func `sign-in takes a query, a body and JSON, and rejects what is wrong`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "Phone", for: app.me)
        try await app.withProgram { program async throws in
            let query = "Email=Reader&Passwd=\(made.secret)"
            #expect(try await program.get("/accounts/ClientLogin?\(query)").text.hasPrefix("SID="))
            let json = try await program.post("/accounts/ClientLogin", query + "&output=json").json()
            #expect((json["Auth"] as? String)?.count == 64)
            let spaced = "Email=reader&Passwd=" + made.secret.uppercased().prefix(4) + "-" + made.secret.dropFirst(4)
            #expect(try await program.post("/accounts/ClientLogin", spaced).status == .ok)
            for wrong in ["", "Email=reader", "Email=other&Passwd=\(made.secret)"] {
                let answer = try await program.post("/accounts/ClientLogin", wrong)
                #expect(answer.status == .unauthorized)
                #expect(answer.text == "Error=BadAuthentication\n")
            }
        }
    }

    @Test func `without a valid token every call asks to sign in`() async throws {
        let app = try await SyncTestApp()
        try await app.withProgram { program async throws in
            for name in ["token", "user-info", "subscription/list", "stream/contents", "unread-count", "nothing"] {
                #expect(try await program.call(name).status == .unauthorized, "\(name)")
                #expect(try await program.authorized("0123").call(name).status == .unauthorized, "\(name)")
            }
            #expect(try await program.change("edit-tag", "i=1&a=\(Stream.read)").status == .unauthorized)
            #expect(try await program.get("/reader/atom/").status == .unauthorized)
        }
        try await app.withSignedIn { program async throws in
            #expect(try await program.call("nothing").status == .notFound)
            #expect(try await program.call("edit-tag").status == .badRequest)
        }
    }

    @Test func `lists name folders as labels`() async throws {
        let app = try await SyncTestApp()
        let birds = try await app.follow("https://a.test/feed", folder: "Birds & bees")
        try await app.follow("https://b.test/feed", title: "Other")
        try await app.withSignedIn { program async throws in
            let feeds = try await program.call("subscription/list?output=json").list("subscriptions")
            let first = try #require(feeds.first { $0["id"] as? String == "feed/\(birds.rawValue)" })
            let labels = try #require(first["categories"] as? [[String: String]])
            #expect(labels == [["id": "user/-/label/Birds & bees", "label": "Birds & bees"]])
            let tags = try await program.call("tag/list?output=json").list("tags")
            #expect(
                tags.compactMap { $0["id"] as? String } == [
                    "user/-/state/com.google/starred", "user/-/label/Birds & bees",
                ])
            let xml = try await program.call("tag/list?output=xml")
            #expect(xml.header("Content-Type")?.hasPrefix("application/xml") == true)
            #expect(xml.text.contains("<string name=\"id\">user/-/label/Birds &amp; bees</string>"))
            let tag = try #require(try await program.call("tag/list").header("ETag"))
            #expect(
                try await program.get("/reader/api/0/tag/list", ["If-None-Match": tag]).status == .notModified)
        }
    }

    @Test func `streams are filtered, ordered and continued`() async throws {
        let app = try await SyncTestApp()
        let a = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...5))
        try await app.follow("https://b.test/feed", stories: app.stories(1...3, "b"))
        try await app.withSignedIn { program async throws in
            let all = try await program.ids("n=100")
            #expect(all.count == 8)
            #expect(all.compactMap { Int($0) } == all.compactMap { Int($0) }.sorted(by: >))
            #expect(try await program.ids("n=100&r=o") == all.reversed())
            #expect(try await program.ids("s=feed/\(a.rawValue)&n=100").count == 5)
            #expect(try await program.ids("s=feed/https%3A%2F%2Fa.test%2Ffeed&n=100").count == 5)
            #expect(try await program.ids("s=user/-/label/Birds&n=100").count == 5)
            #expect(try await program.ids("s=user/1234/label/Birds&n=100").count == 5)
            #expect(try await program.ids("xt=user/-/label/Birds&n=100").count == 3)
            #expect(try await program.ids("it=user/-/label/Birds&n=100").count == 5)
            _ = try await program.change("edit-tag", "i=\(all[0])&i=\(all[1])&a=\(Stream.read)")
            _ = try await program.change("edit-tag", "i=\(all[1])&i=\(all[2])&a=\(Stream.starred)")
            #expect(try await program.ids("s=\(Stream.read)&n=100") == [all[0], all[1]])
            #expect(try await program.ids("xt=\(Stream.read)&n=100") == Array(all.dropFirst(2)))
            #expect(try await program.ids("s=\(Stream.starred)&n=100") == [all[1], all[2]])
            #expect(try await program.ids("s=\(Stream.starred)&xt=\(Stream.read)&n=100") == [all[2]])
            #expect(try await program.ids("it=\(Stream.starred)&n=100&s=feed/\(a.rawValue)").count <= 2)
            #expect(try await program.ids("xt=\(Stream.starred)&n=100").count == 6)
            #expect(try await program.ids("s=user/-/state/com.google/broadcast&n=100").isEmpty)
            #expect(try await program.ids("s=user/-/label/None&n=100").isEmpty)
            var (pages, continuation) = ([String](), "")
            repeat {
                let page = try await program.call("stream/items/ids?output=json&n=3&c=\(continuation)")
                pages += try page.list("itemRefs").compactMap { $0["id"] as? String }
                continuation = try page.json()["continuation"] as? String ?? ""
            } while !continuation.isEmpty
            #expect(pages == all)
            #expect(try await program.call("stream/items/count?s=\(Stream.readingList)").text == "8")
            #expect(try await program.call("stream/items/ids?s=nonsense").status == .badRequest)
        }
    }

    @Test func `earliest and latest arrivals bound a stream`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", stories: app.stories(1...2))
        let between = app.clock.now.addingTimeInterval(1800)
        app.clock.advance(3600)
        try await app.deliver(app.stories(1...5), at: "https://a.test/feed", in: feed)
        try await app.withSignedIn { program async throws in
            let seconds = Int(between.timeIntervalSince1970)
            let all = try await program.ids("n=100")
            let late = try await program.ids("n=100&ot=\(seconds)")
            #expect(all.count == 5 && late.count == 3)
            #expect(try await program.ids("n=100&nt=\(seconds)") == Array(all.suffix(2)))
            #expect(try await program.ids("n=100&ot=\(seconds + 7200)").isEmpty)
        }
    }

    @Test func `stories have their texts, and ids are read in every form`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...1))
        try await app.withSignedIn { program async throws in
            let id = try #require(try await program.ids("n=1").first)
            let number = try #require(Int64(id))
            let hex = String(number, radix: 16)
            let padded = String(repeating: "0", count: 16 - hex.count) + hex
            let long = "tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F"
            for form in [id, padded, long + padded, long + hex, "%2B" + id] {
                let items = try await program.change("stream/items/contents", "i=\(form)").list("items")
                #expect(items.count == 1, "\(form)")
            }
            for form in ["-1", "0", "", "zz", "99999999999999999999", long, "1e3"] {
                let answer = try await program.change("stream/items/contents", "i=\(form)")
                #expect(try answer.list("items").isEmpty, "\(form)")
            }
            let item = try #require(
                try await program.call("stream/contents/feed%2F\(feed.rawValue)").list("items").first)
            #expect(item["id"] as? String == "tag:google.com,2005:reader/item/\(padded)")
            #expect(item["title"] as? String == "Story a1")
            #expect(
                (item["summary"] as? [String: String])?["content"] == "<p>Text a1 &amp; more</p>")
            #expect((item["canonical"] as? [[String: String]])?.first?["href"] == "https://a.test/1")
            #expect((item["origin"] as? [String: String])?["streamId"] == "feed/\(feed.rawValue)")
            #expect(
                item["categories"] as? [String] == [Stream.readingList, "user/-/label/Birds"])
            #expect(item["published"] as? Int == Int(app.clock.now.timeIntervalSince1970) - 60)
            #expect((item["timestampUsec"] as? String)?.hasSuffix("000") == true)
            let many = (1...1001).map { "i=\($0)" }.joined(separator: "&")
            #expect(try await program.change("stream/items/contents", many).status == .badRequest)
        }
    }

    @Test func `marks are the app's own`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...3))
        try await app.withSignedIn { program async throws in
            let ids = try await program.ids("n=3&r=o")
            let story = StoryID(rawValue: try #require(Int64(ids[0])))
            func row() async throws -> StoryRow {
                try #require(
                    try await app.library.stories.list(.everything, for: app.me, depth: 9).rows.first { $0.id == story }
                )
            }
            let undo = try await app.library.marks.lastUndo(for: app.me, within: 600)
            let read = "i=\(ids[0])&a=\(Stream.read)&r=\(Stream.keptUnread)&ac=edit"
            #expect(try await program.change("edit-tag", read).text == "OK")
            #expect(try await row().isRead)
            #expect(try await app.library.marks.lastUndo(for: app.me, within: 600) == undo)
            let unread =
                "i=\(ids[0])&r=\(Stream.read)&a=\(Stream.keptUnread)&a=user/-/state/com.google/tracking-kept-unread"
            #expect(try await program.change("edit-tag", unread).text == "OK")
            #expect(try await !row().isRead)
            #expect(try await program.ids("s=\(Stream.keptUnread)&n=9") == [ids[0]])
            #expect(try await program.change("edit-tag", "i=\(ids[0])&a=\(Stream.starred)").text == "OK")
            #expect(try await row().isSaved)
            _ = try await app.library.marks.mark([story], as: .saved, false, for: app.me)
            #expect(try await program.ids("s=\(Stream.starred)&n=9").isEmpty)
            let label = try await program.change("edit-tag", "i=\(ids[0])&a=user/-/label/Mine")
            #expect(label.status == .badRequest)
        }
    }

    @Test func `all stories that had arrived are marked read, and no later ones`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...3))
        let other = try await app.follow("https://b.test/feed", stories: app.stories(1...2, "b"))
        let then = Int(app.clock.now.timeIntervalSince1970 * 1_000_000)
        app.clock.advance(60)
        try await app.deliver(app.stories(1...5), at: "https://a.test/feed", in: feed)
        try await app.withSignedIn { program async throws in
            let form = "s=user/-/label/Birds&ts=\(then)"
            #expect(try await program.change("mark-all-as-read", form).text == "OK")
            #expect(try await program.ids("s=feed/\(feed.rawValue)&xt=\(Stream.read)&n=9").count == 2)
            #expect(try await program.ids("s=feed/\(other.rawValue)&xt=\(Stream.read)&n=9").count == 2)
            #expect(try await program.change("mark-all-as-read", "s=feed/\(other.rawValue)").text == "OK")
            #expect(try await program.ids("xt=\(Stream.read)&n=9").count == 2)
            #expect(try await program.change("mark-all-as-read", "s=\(Stream.readingList)&ts=0").text == "OK")
            #expect(try await program.ids("xt=\(Stream.read)&n=9").isEmpty)
        }
    }

    @Test func `counts are exact and name the newest arrival`() async throws {
        let app = try await SyncTestApp()
        let a = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...1200))
        let arrived = String(Int(app.clock.now.timeIntervalSince1970 * 1000) * 1000)
        app.clock.advance(60)
        try await app.follow("https://b.test/feed", title: "Quiet")
        try await app.withSignedIn { program async throws in
            let counts = try await program.call("unread-count?output=json").list("unreadcounts")
            func count(_ id: String) -> [String: Any]? { counts.first { $0["id"] as? String == id } }
            for id in ["feed/\(a.rawValue)", "user/-/label/Birds", Stream.readingList] {
                #expect(count(id)?["count"] as? Int == 1200, "\(id)")
                #expect(count(id)?["newestItemTimestampUsec"] as? String == arrived, "\(id)")
            }
        }
    }

    @Test func `a stale write token is answered by 401`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...1))
        try await app.withSignedIn { program async throws in
            let id = try #require(try await program.ids("n=1").first)
            let token = try await program.call("token").text
            #expect(token.count == 57)
            app.clock.advance(3600)
            #expect(try await program.change("edit-tag", "i=\(id)&a=\(Stream.read)&T=\(token)").text == "OK")
            app.clock.advance(2 * 3600)
            let stale = try await program.change("edit-tag", "i=\(id)&r=\(Stream.read)&T=\(token)")
            #expect(stale.status == .unauthorized)
            #expect(stale.header("X-Reader-Google-Bad-Token") == "true")
            #expect(try await program.ids("s=\(Stream.read)&n=9") == [id])
            let fresh = try await program.call("token").text
            #expect(try await program.change("edit-tag", "i=\(id)&r=\(Stream.read)&T=\(fresh)").text == "OK")
        }
    }
}

/// Tests of the compression and the titles of responses.
@Suite struct SyncResponseTests {
    @Test func `large responses are compressed for programs that accept it`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...30))
        try await app.withSignedIn { program async throws in
            let plain = try await program.call("stream/contents?n=30")
            let packed = try await program.get("/reader/api/0/stream/contents?n=30", ["Accept-Encoding": "gzip"])
            #expect(plain.header("Content-Encoding") == nil)
            #expect(packed.header("Content-Encoding") == "gzip")
            #expect(packed.bytes.prefix(2) == [0x1F, 0x8B])
            #expect(packed.bytes.count * 4 < plain.bytes.count)
            #expect(plain.header("Cache-Control") == "private, no-store")
            #expect(plain.header("X-Content-Type-Options") == "nosniff")
        }
    }

    @Test(arguments: ["https://paper.test", "http://paper.test:8080"])
    func `a list of a newspaper without a title has that of its section`(site: String) async throws {
        let address = ChannelAddress(
            kind: .feed, site: try webAddress("\(site)/"), address: try webAddress("\(site)/feed"))
        let section = EditionSection(key: "news", title: "Newest", channels: [address])
        let paper = Edition(id: EditionID(rawValue: "paper"), title: "The Paper", sections: .listed([section]))
        let app = try await SyncTestApp(editions: [paper])
        try await app.library.editions.refreshIfStale(paper.id, for: app.me)
        try await app.withSignedIn { program async throws in
            let feeds = try await program.call("subscription/list").list("subscriptions")
            #expect(feeds.compactMap { $0["title"] as? String } == ["Newest – The Paper"])
        }
    }
}
