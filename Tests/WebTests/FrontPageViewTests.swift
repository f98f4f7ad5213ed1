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

    @Test func `the weightiest story leads above the sections, and stands nowhere else`() async throws {
        let app = try await makeApp()
        let far = try #require(try await app.library.subscriptions.folders(for: app.reader).last).id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            #expect(page.has("div.newspaper.has-lead"))
            let lead = try page.part("article.row.lead.unread")
            #expect(lead.texts("h2.headline") == ["Unread: Lighthouse"])
            #expect(lead.has("img.lead-image") && lead["data-section"] == "h\(far)")
            #expect(lead.links.first?.path?.hasSuffix("?in=s\(far)") == true, "its neighbours are its section's")
            #expect(page.has("#h\(far)") && page.headings().count { $0.hasSuffix("Lighthouse") } == 1)
            #expect(page.parts("section.section").count == 2 && page.rows.count == 5)
            #expect(page.parts("section, article").first?.hasClass("lead") == true)
        }
    }

    @Test func `without a strong story the sections are even, and rows without a picture show their dek`() async throws
    {
        let app = try await makeApp(hasFeature: false)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            #expect(page.has("div.newspaper.without-lead") && !page.has(".row.lead"))
            let row = try page.row("Bells")
            #expect(row["class"] == "row unread text-only" && row.headings(3) == ["Unread: Bells"])
            #expect(row.texts("p.dek") == ["They rang"])
        }
    }

    @Test func `sections take turns in form by the pictures that they hold`() async throws {
        let app = try WebTestApp()
        for folder in ["A", "B", "C", "D", "E", "F"] {
            var stories = try (1...3).map { try feature("\(folder)\($0)", minutesAgo: 30 + Double($0)) }
            if folder == "B" { for index in stories.indices { stories[index].pictures = [] } }
            try await app.follow("https://\(folder.lowercased()).example/feed", folder: folder, stories: stories)
        }
        @Sendable func forms(_ page: ShownPage) -> [String] { page.parts("section.section").map { $0["class"] ?? "" } }
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            // After the lead's picture rows; a section without pictures takes no turn. The last one is alone in its row.
            #expect(
                forms(page) == [
                    "section", "section", "section pair", "section picture-led", "section", "section",
                ])
            let led = page.parts("section.picture-led article.row").map { $0.has("img.card-image") }
            #expect(led == [true, false, false])
            #expect(page.parts("section.pair article.row").map { $0.has("img.card-image") } == [true, true, false])
            try await app.library.readers.changePreferences(for: app.reader) { $0.showsPictures = false }
            #expect(Set(forms(try await browser.get("/mine/").page)) == ["section"])
        }
    }

    @Test func `with pictures off, the lead has a large title alone`() async throws {
        let app = try await makeApp()
        try await app.library.readers.changePreferences(for: app.reader) { $0.showsPictures = false }
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            #expect(page.has("div.newspaper.without-lead"))
            #expect(page.has("article.row.lead.without-picture.unread.text-only") && !page.has(".lead-image"))
        }
    }

    @Test func `an edition in its lists' order is led by their first story with a large picture`() async throws {
        let app = try WebTestApp()
        try app.source.put([app.stories(1...1)[0], feature("Lighthouse")], at: "https://ships.example/feed")
        let sections = "sections: [{ title: Ships, key: ships, feeds: ['https://ships.example/feed'] }]"
        try await app.publish([
            "weighed.yaml": "title: Weighed\n\(sections)\n",
            "newest.yaml": "title: Newest\n\(sections)\noptions: { front: { order: newest } }\n",
            "plain.yaml": "title: Plain\n\(sections)\noptions: { lead: false, front: { order: newest } }\n",
        ])
        for id in ["weighed", "newest", "plain"] {
            try await app.library.editions.refreshIfStale(EditionID(rawValue: id), for: app.reader)
        }
        await app.refresh()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/weighed/").page.has("div.newspaper.has-lead"))
            let listed = try await browser.get("/newest/").page
            #expect(listed.parts(".row.lead").map(\.text).contains { $0.contains("Lighthouse") })
            #expect(listed.storyTitles.filter { $0 == "Lighthouse" }.count == 1 && listed.storyTitles.count == 2)
            let page = try await browser.get("/plain/").page
            #expect(page.parts("div.newspaper").map { $0["class"] } == ["newspaper"])
            #expect(!page.has(".row.lead") && page.storyTitles.contains("Lighthouse"))
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

    /// The bodies of the forms that mark stories read, in order.
    private func markForms(_ page: ShownPage) -> [String] {
        page.forms.filter { $0["data-action"] == "mark-read" }.map { $0.formBody() }
    }

    /// Returns true if a button marks everything read, and script keeps its number current.
    private func marksAll(_ count: Int, _ page: ShownPage) -> Bool {
        page.button("Mark all \(count) read")?.texts("[data-unread-list=all]") == ["\(count)"]
    }

    @Test func `what is on the page is marked, and everything in a second step that says how much`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/").page
            #expect(page.hasButton("Mark these 5 read"))
            let step = try page.part("details")
            #expect(step.texts("summary.quiet") == ["Mark more read"])
            #expect(marksAll(14, step) && markForms(page).count == 2)

            let shown = try #require(markForms(page).first)
            let outcome = try await browser.post("/mine/act/mark-read", shown, ["Accept": "application/json"])
            #expect(outcome.text.contains("5 stories marked read"))
            #expect(try await app.row("Lighthouse").isRead)
            #expect(try await app.row("Story 1").isRead)
            #expect(try await app.row("Story 4").isRead == false, "not on the page")
            let after = try await browser.get("/mine/").page
            #expect(after.storyTitles.contains("Lighthouse") && !after.text.contains("Mark these"))
            #expect(marksAll(9, after))
            let ticket = try #require(after.undoTicket)
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(try await browser.get("/mine/").page.hasButton("Mark these 5 read"))
        }
    }

    @Test func `everything is marked up to what had arrived, and taken back`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let all = try #require(markForms(try await browser.get("/mine/").page).last)
            try await app.follow("https://c.example/feed", title: "Late Post", stories: [feature("Late")])
            let answer = try await browser.post("/mine/act/mark-read", all)
            #expect(answer.header("Location") == "/mine/")
            #expect(try await app.row("Late").isRead == false)
            #expect(try await app.row("Story 9").isRead)
            let page = try await browser.get("/mine/").page
            #expect(page.hasButton("Mark this story read") && !page.text.contains("Mark more read"))
            let ticket = try #require(page.undoTicket)
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(marksAll(15, try await browser.get("/mine/").page))
        }
    }
}
