import Foundation
import Library
import Markup
import News
import Packs
import TestSupport
import Testing

@testable import Web

/// No page lets the browser load a picture from elsewhere, whatever its policy says.
@Suite struct ForeignPicturePageTests {
    private static let html = HTMLSanitizer().sanitize(
        "<p>Seen: <img src='https://far.example/x.png' alt='A heron'></p>"
    ).html

    private func expectLink(_ answer: Browser.Response, _ place: String) {
        #expect(answer.page.links.contains { $0.text.hasPrefix("A heron") }, "\(place)")
        #expect(answer.text.firstMatch(of: /(?:src|srcset)="[^"]*far\.example/) == nil, "\(place)")
    }

    @Test func `a picture in a comment, a profile or a story's text that is not known here is a link`() async throws {
        let app = try WebTestApp()
        let comment = FetchedComment(key: "11", author: "ada", body: Self.html, text: "Seen", original: "")
        app.source.put(comments: .success(DiscussionResponse(comments: [comment])), under: "1")
        app.source.put(person: "ada", Profile(karma: 7, about: Self.html))
        let story = FetchedStory(
            key: "1", title: "Story 1", link: try webAddress("https://loom.example/1"), body: Self.html, text: "Seen",
            publishedAt: WebTestApp.start, discussionLink: try webAddress("https://loom.example/item?id=1"),
            commentCount: 1)
        try await app.follow("https://loom.example/feed", title: "Loom", stories: [story])
        let path = "/mine/story/\(try await app.row("Story 1").id.rawValue)"
        try await app.withBrowser { browser async throws in
            expectLink(try await browser.get(path), "story")
            let thread = try await browser.get("\(path)/comments", Browser.navigation)
            expectLink(thread, "thread")
            let person = try #require(try thread.page.part("a.author").path)
            expectLink(try await browser.get(person, Browser.navigation), "profile")
        }
    }

    @Test func `a picture in a pack's text that is not the pack's is a link that opens outside`() async throws {
        let app = try await PacksFixture.app { pages in
            for index in pages.indices where pages[index].slug == "about" { pages[index].text = Self.html }
        }
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/county/page/about")
            expectLink(answer, "pack")
            #expect(answer.page.has("a.external-link[target=_blank][href=https://far.example/x.png]"))
        }
    }
}
