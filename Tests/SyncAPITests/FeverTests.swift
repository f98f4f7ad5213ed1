import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

/// Fever's interface.
@Suite struct FeverTests {
    @Test func `a wrong key is answered by status 200`() async throws {
        let app = try await SyncTestApp()
        try await app.withProgram { program async throws in
            for form in ["", "api_key=", "api_key=\(Fever.key("reader:wrong"))"] {
                let answer = try await program.post("/fever/?api", form)
                #expect(answer.status == .ok && answer.text == #"{"api_version":3,"auth":0}"#)
            }
        }
    }

    @Test func `keys are accepted in either case, with either case of the name, at every path`() async throws {
        let app = try await SyncTestApp()
        let made = try await app.library.appPasswords.create(named: "ReadKit", for: app.me)
        try await app.withProgram { program async throws in
            for name in ["reader", "Reader"] {
                let key = Fever.key("\(name):\(made.secret)")
                for path in ["/fever/?api", "/fever?api", "/api/fever.php?api&feeds"] {
                    for key in [key, key.uppercased()] {
                        let answer = try await program.post(path, "api_key=\(key)").json()
                        #expect(answer["auth"] as? Int == 1)
                        #expect(answer["last_refreshed_on_time"] is Int)
                    }
                }
            }
        }
    }

    @Test func `groups, feeds and icons are listed`() async throws {
        let app = try await SyncTestApp()
        let a = try await app.follow("https://a.test/feed", folder: "Birds")
        let b = try await app.follow("https://b.test/feed", title: "B")
        try await app.withFever { fever async throws in
            let answer = try await fever.call("groups&feeds&favicons&links")
            let groups = try #require(answer["groups"] as? [[String: Any]])
            #expect(groups.compactMap { $0["title"] as? String } == ["Birds"])
            let feeds = try #require(answer["feeds"] as? [[String: Any]])
            #expect(feeds.compactMap { $0["id"] as? Int64 }.sorted() == [a.rawValue, b.rawValue])
            #expect(feeds.allSatisfy { $0["is_spark"] as? Int == 0 })
            let places = try #require(answer["feeds_groups"] as? [[String: Any]])
            #expect(places.count == 1 && places[0]["feed_ids"] as? String == "\(a.rawValue)")
            #expect(places[0]["group_id"] as? Int == groups[0]["id"] as? Int)
            #expect((answer["links"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `stories come by fifty, upwards, downwards and by their ids`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", stories: app.stories(1...120))
        try await app.withFever { fever async throws in
            func ids(_ query: String) async throws -> [Int64] {
                let items = try #require(try await fever.call("items&\(query)")["items"] as? [[String: Any]])
                return items.compactMap { $0["id"] as? Int64 }
            }
            var (all, last) = ([Int64](), Int64(0))
            while true {
                let page = try await ids("since_id=\(last)")
                guard let end = page.last else { break }
                #expect(page.count <= 50)
                (all, last) = (all + page, end)
            }
            #expect(all.count == 120 && all == all.sorted())
            #expect(try await ids("max_id=\(all[60])") == Array(all[10..<60].reversed()))
            #expect(try await ids("with_ids=\(all[3]),\(all[1]),999999,x") == [all[3], all[1]])
            let answer = try await fever.call("items&with_ids=\(all[0])")
            #expect(answer["total_items"] as? Int == 120)
            let item = try #require((answer["items"] as? [[String: Any]])?.first)
            #expect((item["html"] as? String)?.hasPrefix("<p>Text a") == true)
            #expect(item["is_read"] as? Int == 0 && item["is_saved"] as? Int == 0)
        }
    }

    @Test func `marks are set, not toggled, and the new lists come back`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...3))
        try await app.follow("https://b.test/feed", stories: app.stories(1...3, "b"))
        try await app.withFever { fever async throws in
            let all = try await fever.ids("unread_item_ids")
            #expect(all.count == 6)
            for _ in 1...2 {
                let answer = try await fever.call("", "mark=item&as=saved&id=\(all[0])")
                #expect(answer["saved_item_ids"] as? String == "\(all[0])")
            }
            _ = try await fever.call("", "mark=item&as=unsaved&id=\(all[0])")
            #expect(try await fever.ids("saved_item_ids").isEmpty)
            _ = try await fever.call("", "mark=item&as=read&id=\(all[0])")
            #expect(try await fever.ids("unread_item_ids") == Array(all.dropFirst()))
            _ = try await fever.call("", "unread_recently_read=1")
            #expect(try await fever.ids("unread_item_ids") == all)
            let before = Int(app.clock.now.timeIntervalSince1970)
            app.clock.advance(10)
            try await app.deliver(app.stories(1...4), at: "https://a.test/feed", in: feed)
            _ = try await fever.call("", "mark=feed&as=read&id=\(feed.rawValue)&before=\(before)")
            #expect(try await fever.ids("unread_item_ids").count == 4)
            _ = try await fever.call("", "mark=group&as=read&id=0")
            #expect(try await fever.ids("unread_item_ids").isEmpty)
            // A GET changes nothing.
            _ = try await fever.program.get("/fever/?api&api_key=\(fever.key)&mark=item&as=unread&id=\(all[0])")
            #expect(try await fever.ids("unread_item_ids").isEmpty)
        }
    }
}
