import Foundation
import Library
import News
import TestSupport
import Testing

/// A program's whole way: it signs in, lists the feeds, gets the stories, and marks one read.
@Suite struct FirstSyncTests {
    @Test func `a program signs in, lists feeds and stories, and marks a story read`() async throws {
        let app = try await SyncTestApp()
        let feed = try await app.follow("https://a.test/feed", folder: "Birds", stories: app.stories(1...3))
        try await app.withSignedIn { program async throws in
            let subscriptions = try await program.call("subscription/list?output=json").list("subscriptions")
            #expect(subscriptions.count == 1)
            #expect(subscriptions[0]["id"] as? String == "feed/\(feed.rawValue)")
            #expect(subscriptions[0]["title"] as? String == "Harbour Post")
            #expect(subscriptions[0]["url"] as? String == "https://a.test/feed")
            let ids = try await program.ids("s=\(Stream.readingList)&xt=\(Stream.read)&n=1000")
            #expect(ids.count == 3)
            let items = try await program.change(
                "stream/items/contents", ids.map { "i=\($0)" }.joined(separator: "&")
            ).list("items")
            #expect(items.compactMap { $0["title"] as? String }.sorted() == ["Story a1", "Story a2", "Story a3"])
            let summary = items.first?["summary"] as? [String: Any]
            #expect((summary?["content"] as? String)?.hasSuffix("&amp; more</p>") == true)
            let token = try await program.call("token").text
            let answer = try await program.change("edit-tag", "i=\(ids[0])&a=\(Stream.read)&T=\(token)")
            #expect(answer.text == "OK")
            #expect(try await program.ids("xt=\(Stream.read)&n=1000").count == 2)
        }
        let unread = try await app.library.stories.list(.unread, for: app.me, depth: 10).rows
        #expect(unread.count == 2)
    }
}
