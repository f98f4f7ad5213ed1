import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing

/// The calls that change subscriptions and folders.
@Suite struct SubscriptionCallTests {
    private func found(_ address: String, title: String = "Found") throws -> DiscoveredChannel {
        DiscoveredChannel(kind: .feed, address: try webAddress(address), metadata: ChannelMetadata(title: title))
    }

    private func subscriptions(_ app: SyncTestApp) async throws -> [Subscription] {
        try await app.library.subscriptions.folders(for: app.me).flatMap(\.subscriptions)
    }

    @Test func `a feed is followed, renamed, moved and unfollowed`() async throws {
        let app = try await SyncTestApp()
        app.setDiscovery([try found("https://new.test/feed")])
        try await app.withSignedIn { program async throws in
            let subscribe = "ac=subscribe&s=feed/https%3A%2F%2Fnew.test%2F&t=Mine&a=user/-/label/Birds"
            #expect(try await program.change("subscription/edit", subscribe).text == "OK")
            let feed = try #require(try await subscriptions(app).first)
            #expect(feed.title == "Mine" && feed.sectionTitle == "Birds")
            let stream = "s=feed/\(feed.id.rawValue)"
            let move = "ac=edit&\(stream)&t=Yours&a=user/-/label/Bees&r=user/-/label/Birds"
            #expect(try await program.change("subscription/edit", move).text == "OK")
            let moved = try #require(try await subscriptions(app).first)
            #expect(moved.title == "Yours" && moved.sectionTitle == "Bees")
            let other = "ac=edit&\(stream)&r=user/-/label/Birds"
            #expect(try await program.change("subscription/edit", other).text == "OK")
            #expect(try await subscriptions(app).first?.sectionTitle == "Bees")
            let out = "ac=edit&\(stream)&r=user/-/label/Bees"
            #expect(try await program.change("subscription/edit", out).text == "OK")
            #expect(try await subscriptions(app).first?.sectionTitle == nil)
            #expect(try await program.change("subscription/edit", "ac=unsubscribe&\(stream)").text == "OK")
            #expect(try await subscriptions(app).isEmpty)
            for wrong in ["ac=unsubscribe&\(stream)", "ac=edit&s=nonsense", "ac=destroy&s=feed/1", "ac=edit"] {
                #expect(try await program.change("subscription/edit", wrong).status == .badRequest, "\(wrong)")
            }
        }
    }

    @Test func `an address is added quickly, and says what went wrong`() async throws {
        let app = try await SyncTestApp()
        app.setDiscovery([try found("https://new.test/feed")])
        try await app.withSignedIn { program async throws in
            for _ in 1...2 {
                let answer = try await program.change("subscription/quickadd", "quickadd=https%3A%2F%2Fnew.test%2F")
                    .json()
                #expect(answer["numResults"] as? Int == 1)
                let feed = try #require(try await subscriptions(app).first)
                #expect(answer["streamId"] as? String == "feed/\(feed.id.rawValue)")
                #expect(answer["streamName"] as? String == "Found")
            }
        }
        app.setDiscovery([])
        try await app.withSignedIn { program async throws in
            let answer = try await program.change("subscription/quickadd", "quickadd=https%3A%2F%2Fnone.test%2F").json()
            #expect(answer["numResults"] as? Int == 0)
            #expect(answer["error"] as? String == "There is no feed at that address.")
        }
    }

    @Test func `folders are renamed and removed`() async throws {
        let app = try await SyncTestApp()
        try await app.follow("https://a.test/feed", folder: "Birds")
        try await app.follow("https://b.test/feed", folder: "Bees")
        try await app.withSignedIn { program async throws in
            let rename = "s=user/-/label/Birds&dest=user/-/label/Large%20birds"
            #expect(try await program.change("rename-tag", rename).text == "OK")
            #expect(try await subscriptions(app).contains { $0.sectionTitle == "Large birds" })
            let taken = "s=user/-/label/Bees&dest=user/-/label/Large%20birds"
            #expect(try await program.change("rename-tag", taken).status == .badRequest)
            #expect(try await program.change("disable-tag", "s=user/-/label/Large%20birds").text == "OK")
            #expect(try await subscriptions(app).count == 2)
            #expect(try await program.change("disable-tag", "s=user/-/label/Birds").status == .badRequest)
        }
    }

    @Test func `OPML comes in as a body, and goes out`() async throws {
        let app = try await SyncTestApp()
        try await app.withSignedIn { program async throws in
            let answer = try await program.change("subscription/import", "https://a.test/feed\nhttps://b.test/x=1&y=2")
            #expect(answer.text == "OK: 2")
            #expect(try await program.call("subscription/export").text.contains("https://b.test/x=1&y=2"))
            #expect(try await program.change("subscription/import", "nonsense").status == .badRequest)
        }
    }

    @Test func `sections of newspapers are feeds that cannot be unfollowed`() async throws {
        let address = ChannelAddress(
            kind: .feed, site: try webAddress("https://paper.test/"), address: try webAddress("https://paper.test/feed")
        )
        let section = EditionSection(key: "news", title: "News", channels: [address])
        let paper = Edition(id: EditionID(rawValue: "paper"), title: "The Paper", sections: .listed([section]))
        let app = try await SyncTestApp(editions: [paper])
        try await app.library.editions.refreshIfStale(paper.id, for: app.me)
        let channel = try #require(
            try await app.library.editions.sections(of: paper.id, for: app.me).first?.channels.first?.id)
        try await app.deliver(app.stories(1...2), at: "https://paper.test/feed", in: channel)
        try await app.withSignedIn { program async throws in
            let feed = try #require(try await program.call("subscription/list").list("subscriptions").first)
            #expect((feed["categories"] as? [[String: String]])?.first?["label"] == "The Paper")
            #expect(try await program.ids("s=user/-/label/The%20Paper&n=9").count == 2)
            let form = "ac=unsubscribe&s=feed/\(channel.rawValue)"
            let answer = try await program.change("subscription/edit", form)
            #expect(answer.status == .badRequest && answer.text.contains("belongs to a newspaper"))
            #expect(try await program.change("disable-tag", "s=user/-/label/The%20Paper").status == .badRequest)
        }
        try await app.library.readers.changePreferences(for: app.me) { $0.editions.show(paper, false) }
        try await app.withSignedIn { program async throws in
            #expect(try await program.call("subscription/list").list("subscriptions").isEmpty)
            #expect(try await program.ids("n=9").isEmpty)
        }
    }

    @Test func `saved stories of no feed have a list of their own`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", stories: app.stories(1...2))
        try await app.withSignedIn { program async throws in
            let ids = try await program.ids("n=9")
            _ = try await program.change("edit-tag", "i=\(ids[0])&a=\(Stream.starred)")
            _ = try await program.change("subscription/edit", "ac=unsubscribe&s=feed/\(feed.rawValue)")
            let feeds = try await program.call("subscription/list").list("subscriptions")
            #expect(feeds.compactMap { $0["title"] as? String } == ["Saved from elsewhere"])
            #expect(try await program.ids("s=\(Stream.starred)&n=9") == [ids[0]])
            let items = try await program.change("stream/items/contents", "i=\(ids[0])&i=\(ids[1])").list("items")
            #expect(items.count == 1)
            let origin = items.first?["origin"] as? [String: String]
            #expect(origin?["streamId"] == feeds.first?["id"] as? String)
        }
    }
}
