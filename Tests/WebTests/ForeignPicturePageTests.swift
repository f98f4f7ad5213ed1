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

    private func expectLink(_ page: String, _ place: String) {
        #expect(page.contains(">A heron"), "\(place)")
        #expect(page.firstMatch(of: /(?:src|srcset)="[^"]*far\.example/) == nil, "\(place)")
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
            expectLink(try await browser.get(path).text, "story")
            let thread = try await browser.get("\(path)/comments", Browser.navigation).text
            expectLink(thread, "thread")
            let person = try #require(thread.firstMatch(of: /class="author" href="([^"]+)"/)?.1).replacing(
                "&amp;", with: "&")
            expectLink(try await browser.get(String(person), Browser.navigation).text, "profile")
        }
    }

    @Test func `a picture in a pack's text that is not the pack's is a link that opens outside`() async throws {
        let app = try await PacksFixture.app { pages in
            for index in pages.indices where pages[index].slug == "about" { pages[index].text = Self.html }
        }
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/county/page/about").text
            expectLink(page, "pack")
            #expect(page.contains("<a target=\"_blank\" class=\"external-link\" href=\"https://far.example/x.png\""))
        }
    }
}
