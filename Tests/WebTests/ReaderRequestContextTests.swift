import HTTPTypes
import Library
import News
import Testing

@testable import Web

/// Only what `AuthMiddleware` let in acts for a reader.
@Suite struct `A request without access` {
    private func pages(of story: StoryID) -> [String] {
        let within = [
            "", "all", "unread", "saved", "feeds", "feeds.opml", "settings", "settings/muted", "newsstand", "sections",
            "search?q=Story", "add", "keys", "story/\(story.rawValue)", "story/\(story.rawValue)/menu",
            "counts?story=\(story.rawValue)",
        ]
        return ["/", "/api/live"] + within.map { "/mine/\($0)" }
    }

    @Test func `gets no reader's page from a route that nothing guards`() async throws {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", title: "Harbour Post", stories: app.stories(1...3))
        let story = try await app.row("Story 1").id
        let pages = pages(of: story)
        try await app.withBrowser { browser async throws in
            for page in pages { #expect(try await browser.get(page).status != .notFound, "\(page)") }
        }
        try await app.withoutAuthentication { browser async throws in
            for page in pages {
                let answer = try await browser.get(page, Browser.navigation)
                #expect(answer.status == .notFound && answer.header("ETag") == nil, "\(page)")
                #expect(answer.text == LibraryError.notThere.userMessage + "\n", "\(page)")
                #expect(try await browser.get(page, method: .head).status == .notFound, "\(page)")
            }
            let form = "story=\(story.rawValue)&kind=saved&value=1"
            #expect(try await browser.post("/mine/act/marks", form).status == .notFound)
        }
        #expect(try await app.library.stories.list(.saved, for: app.reader, depth: 60).rows.isEmpty)
        #expect(try await app.row("Story 1").isRead == false)
    }

    @Test func `learns nothing of which paths there are`() async throws {
        let app = try WebTestApp(accessPolicy: AccessPolicy(anonymousAccess: .never))
        try await app.withBrowser { browser async throws in
            // Each leads to the sign-in, whether or not there is something.
            for path in ["/", "/mine/", "/mine/nothing", "/nothing", "/sw.js/", "/offline/1"] {
                #expect(try await browser.get(path, Browser.navigation).status == .seeOther, "\(path)")
            }
            #expect(try await browser.get("/mine/sign-in").status == .ok)
            #expect(try await browser.get("/mine/manifest.webmanifest").status == .ok)
        }
    }
}
