import Foundation
import HTTPTypes
import News
import TestSupport
import Testing

@testable import Library
@testable import Web

/// Nothing can be stored any more.
@Suite struct UnwritableDiskTests {
    @Test func `every page is shown without what a visit changes, and actions say why they fail`() async throws {
        let app = try WebTestApp()
        app.source.put(comments: .success(DiscussionResponse(comments: [])), under: "k1")
        try await app.follow("https://a.example/feed", title: "Harbour Post", stories: app.stories(1...3))
        let story = try await app.row("Story 1").id.rawValue
        try await app.library.sessions.setPassword(
            "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: app.reader)
        let signedIn = try await app.library.sessions.signIn(
            "tide barrier", from: LoginClient(address: "", isLocal: true), for: app.reader)
        try await app.library.context.database.write { try $0.script("pragma query_only = on") }
        // Each session is to be renewed, each list is stale.
        app.clock.advance(7200)
        let headers = Browser.navigation.merging(["Cookie": "tidings=\(signedIn.token.text)"]) { $1 }
        try await app.withBrowser { browser async throws in
            let pages = [
                "", "all", "unread", "saved", "feeds", "settings", "settings/access", "settings/mutes", "newsstand",
                "sections",
                "search?q=Story", "keyboard-shortcuts", "story/\(story)", "story/\(story)/menu",
                "story/\(story)/comments", "feed/1",
            ]
            for page in pages {
                #expect(try await browser.get("/mine/\(page)", headers).status == .ok, "\(page)")
                // And again, when the browser has it.
                #expect(try await browser.get("/mine/\(page)", headers).status == .ok, "\(page)")
            }
            #expect(try await browser.get("/api/live?edition=mine&appeared=all&after=0", headers).status == .ok)
            let form = "story=\(story)&kind=saved&value=1"
            let answer = try await browser.post(
                "/mine/act/set-mark", form, ["Cookie": "tidings=\(signedIn.token.text)"])
            #expect(answer.status == .internalServerError && answer.text.contains("The data folder cannot be used"))
        }
    }
}
