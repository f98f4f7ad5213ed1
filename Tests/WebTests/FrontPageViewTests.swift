import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// How the front page is composed, and what its buttons mark.
@Suite struct FrontPageViewTests {
    /// A story with a picture that can lead.
    private func feature(_ title: String, minutesAgo: Double = 30) throws -> FetchedStory {
        FetchedStory(
            key: title, title: title, dek: "About it", text: "About \(title)",
            publishedAt: WebTestApp.start.addingTimeInterval(-minutesAgo * 60),
            pictures: [
                PictureReference(address: try webAddress("https://p.example/\(title).jpg"), width: 1200, height: 800)
            ])
    }

    /// A paper of two folders: twelve notices in *Local*; in *Far* a feature, if any, and a notice.
    private func makeApp(hasFeature: Bool = true) async throws -> WebTestApp {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", folder: "Local", stories: app.stories(1...12))
        let notice = FetchedStory(
            key: "n", title: "Bells", dek: "They rang", text: "They rang", publishedAt: WebTestApp.start - 3600)
        try await app.follow(
            "https://b.example/feed", folder: "Far", title: "Far Post",
            stories: hasFeature ? [feature("Lighthouse"), notice] : [notice])
        return app
    }

    private func count(_ needle: String, in text: String) -> Int { text.components(separatedBy: needle).count - 1 }

    @Test func `the weightiest story leads above the sections, and stands nowhere else`() async throws {
        let app = try await makeApp()
        let far = try #require(try await app.library.subscriptions.folders(for: app.reader).last).id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            #expect(page.contains("<div class=\"newspaper has-lead\">"))
            let lead = try #require(page.firstMatch(of: /<article class="row lead unread".*?<\/article>/)).0
            #expect(lead.contains("<h2 class=\"headline\">") && lead.contains("Lighthouse"))
            #expect(lead.contains("class=\"lead-image\"") && lead.contains("data-section=\"h\(far)\""))
            #expect(lead.contains("?in=s\(far)\""), "its neighbours are its section's")
            #expect(page.contains("id=\"h\(far)\"") && count("Lighthouse</h", in: page) == 1)
            #expect(count("<section class=\"section\"", in: page) == 2 && count("<article", in: page) == 5)
            let first = try #require(page.range(of: "<section"))
            #expect(try #require(page.range(of: "row lead")).lowerBound < first.lowerBound)
        }
    }

    @Test func `without a strong story the sections are even, and rows without a picture show their dek`() async throws
    {
        let app = try await makeApp(hasFeature: false)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            #expect(page.contains("<div class=\"newspaper without-lead\">") && !page.contains("row lead"))
            let row = try #require(page.components(separatedBy: "<article").first { $0.contains("Bells</h3>") })
            #expect(row.contains("row unread text-only") && row.contains("<p class=\"dek\">They rang</p>"))
        }
    }

    @Test func `with pictures off, the lead has a large title alone`() async throws {
        let app = try await makeApp()
        try await app.library.readers.changePreferences(for: app.reader) { $0.showsPictures = false }
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            #expect(
                page.contains("<div class=\"newspaper without-lead\">")
                    && page.contains("class=\"row lead without-picture unread text-only\""))
            #expect(!page.contains("class=\"lead-image\""))
        }
    }

    @Test func `an edition in its lists' order has no lead`() async throws {
        let app = try WebTestApp()
        try app.source.put([feature("Lighthouse")], at: "https://ships.example/feed")
        let sections = "sections: [{ title: Ships, key: ships, feeds: ['https://ships.example/feed'] }]"
        try await app.publish([
            "weighed.yaml": "title: Weighed\n\(sections)\n",
            "newest.yaml": "title: Newest\n\(sections)\noptions: { front: { order: newest } }\n",
        ])
        for id in ["weighed", "newest"] {
            try await app.library.editions.refreshIfStale(EditionID(rawValue: id), for: app.reader)
        }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/weighed/").text.contains("<div class=\"newspaper has-lead\">"))
            let page = try await browser.get("/newest/").text
            #expect(
                page.contains("<div class=\"newspaper\">") && !page.contains("row lead") && page.contains("Lighthouse"))
        }
    }

    @Test func `a new slot is another page, and only on the front page`() async throws {
        let app = try await makeApp()
        // The offer to undo the following is over.
        app.clock.advance(10)
        try await app.withBrowser { browser async throws in
            func tag(_ path: String) async throws -> String {
                // A person's visit would be remembered.
                try #require(try await browser.get(path, ["Sec-Purpose": "prefetch"]).header("ETag"))
            }
            let (front, all) = (try await tag("/mine/"), try await tag("/mine/all"))
            app.clock.advance(600)
            #expect(try await tag("/mine/") == front, "9:30")
            app.clock.advance(1800)
            #expect(try await tag("/mine/") != front, "10:00")
            #expect(try await browser.get("/mine/", ["If-None-Match": front, "Sec-Purpose": "prefetch"]).status == .ok)
            #expect(try await tag("/mine/all") == all)
        }
    }

    // MARK: - Marking

    /// The fields of the forms that mark stories read, in order.
    private func markForms(_ page: String) -> [String] {
        page.matches(of: /data-action="mark-read">(.*?)<\/form>/).map { form in
            form.1.matches(of: /name="([^"]+)" value="([^"]*)"/).map { "\($0.1)=\($0.2)" }.joined(separator: "&")
        }
    }

    private func markAll(_ count: Int) -> String { "Mark all <span data-unread-list=\"all\">\(count)</span> read" }

    @Test func `what is on the page is marked, and everything in a second step that says how much`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").text
            #expect(page.contains("Mark these 5 read"))
            let step = try #require(page.firstMatch(of: /<details.*?<\/details>/)).0
            #expect(step.contains("<summary class=\"quiet\">Mark more read</summary>"))
            #expect(step.contains(markAll(14)) && count("data-action=\"mark-read\"", in: page) == 2)

            let shown = try #require(markForms(page).first)
            let outcome = try await browser.post("/mine/act/mark-read", shown, ["Accept": "application/json"])
            #expect(outcome.text.contains("5 stories marked read"))
            #expect(try await app.row("Lighthouse").isRead)
            #expect(try await app.row("Story 1").isRead)
            #expect(try await app.row("Story 4").isRead == false, "not on the page")
            let after = try await browser.get("/mine/").text
            #expect(after.contains("Lighthouse") && !after.contains("Mark these") && after.contains(markAll(9)))
            let ticket = try #require(after.firstMatch(of: /data-undo-id="(\d+)"/)).1
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(try await browser.get("/mine/").text.contains("Mark these 5 read"))
        }
    }

    @Test func `everything is marked up to what had arrived, and taken back`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let all = try #require(markForms(try await browser.get("/mine/").text).last)
            try await app.follow("https://c.example/feed", title: "Late Post", stories: [feature("Late")])
            let answer = try await browser.post("/mine/act/mark-read", all)
            #expect(answer.header("Location") == "/mine/")
            #expect(try await app.row("Late").isRead == false)
            #expect(try await app.row("Story 9").isRead)
            let page = try await browser.get("/mine/").text
            #expect(page.contains("Mark this story read") && !page.contains("Mark more read"))
            let ticket = try #require(page.firstMatch(of: /data-undo-id="(\d+)"/)).1
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(try await browser.get("/mine/").text.contains(markAll(15)))
        }
    }
}
