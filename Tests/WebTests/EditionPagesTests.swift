import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// Newspapers from files: their pages, the Newsstand, and what the settings say of them.
@Suite struct EditionPagesTests {
    private static let harbour = """
        title: Harbour Paper
        about: Ships and tides.
        sections:
          - title: Ships
            key: ships
            feeds: [https://ships.example/feed]
          - title: Tides
            key: tides
            feeds: [https://tides.example/feed]
        options: { lead: false, rowsPerSection: 3, step: 5, saving: false, sample: true }
        """

    private static let broken = """
        title: Haven
        sections:
          - title: Quay
            feeds: quay.example
        """

    /// A house with a feed of its own, a good file and a broken one, whose paper was opened once.
    private func makeApp(only: EditionID? = nil, isOpened: Bool = true) async throws -> WebTestApp {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", title: "Own Post", stories: app.stories(1...2))
        let ships = (1...12).map { number in
            FetchedStory(
                key: "ship\(number)", title: "Ship \(number)", text: "About ship \(number)",
                publishedAt: WebTestApp.start.addingTimeInterval(-Double(number) * 60))
        }
        app.source.put(ships, at: "https://ships.example/feed")
        app.source.put([], at: "https://tides.example/feed")
        try await app.publish(["harbour.yaml": Self.harbour, "haven.yaml": Self.broken], only: only)
        if isOpened {
            try await app.library.editions.refreshIfStale(EditionID(rawValue: "harbour"), for: app.reader)
            await app.refresh()
        }
        return app
    }

    /// The address of the first section on a front page.
    private func firstSection(of front: ShownPage) throws -> String {
        try #require(try front.part("a[href^=/harbour/section/]").path)
    }

    /// The addresses to which the Newsstand's newspapers lead.
    private func papers(_ stand: ShownPage) -> [String] { stand.parts("a[data-newspaper]").compactMap(\.path) }

    @Test func `a paper whose kind of source this build cannot read says so in the settings and is not offered`()
        async throws
    {
        let app = try WebTestApp()
        let file = """
            title: Pigeon Post
            sections: [{ title: Lofts, channels: [{ kind: pigeons, site: "https://loft.example/", address: "https://loft.example/all" }] }]
            """
        try await app.publish(["pigeon.yaml": file])
        try await app.withBrowser { browser async throws in
            let settings = try await browser.get("/mine/settings/editions").page
            #expect(
                settings.text.contains(
                    "Not supported by this version of Tidings: it needs a source of the kind “pigeons”"))
            #expect(!(try await browser.get("/mine/newsstand").page.has("[data-newspaper=pigeon]")))
        }
    }

    @Test(.mission("MIT-04")) func `opening a paper asks its feeds, and shows what is there at once`() async throws {
        let app = try await makeApp(isOpened: false)
        try await app.withBrowser { browser async throws in
            #expect(!app.source.requestedChannels.contains("https://ships.example/feed"))
            let first = try await browser.get("/harbour/", Browser.navigation).page
            #expect(first.headings(1).contains("Harbour Paper") && first.headings(2) == ["Ships", "Tides"])
            #expect(first.rows.isEmpty)
            await app.refresh()
            let second = try await browser.get("/harbour/").page
            #expect(second.rows.count == 3 && !second.has(".row.lead"))
            #expect(second.text.contains("Sample, invented stories"))
            #expect(second.state("edition") == "harbour")
        }
    }

    @Test func `a paper's lists go by its own step`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let section = try firstSection(of: try await browser.get("/harbour/").page)
            let list = try await browser.get(section).page
            #expect(list.rows.count == 5)
            #expect(list.has("a[href^=\(section)?depth=10#s]"))
            #expect(try await browser.get("\(section)?depth=10").page.rows.count == 10)
            // Sections lie in their own paper alone.
            let number = try #require(section.split(separator: "/").last)
            #expect(try await browser.get("/mine/section/\(number)").status == .notFound)
            #expect(try await browser.get("/harbour/section/0").status == .notFound)
            #expect(try await browser.get("/haven/").status == .notFound)
        }
    }

    @Test(.mission("MIT-39")) func `a paper without saving offers none`() async throws {
        let app = try await makeApp()
        let stories = try await app.library.stories.list(
            .within(EditionID(rawValue: "harbour"), .everything), for: app.reader, depth: 1)
        let id = try #require(stories.rows.first?.id.rawValue)
        try await app.withBrowser { browser async throws in
            #expect(!(try await browser.get("/harbour/story/\(id)").page.has("[data-toggle=saved]")))
            #expect(try await browser.get("/mine/story/\(id)").page.has("[data-toggle=saved]"))
        }
    }

    @Test func `the newsstand has all papers, and each opens where it was left`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let stand = try await browser.get("/mine/newsstand").page
            #expect(papers(stand) == ["/mine/", "/harbour/"])
            let harbour = try stand.part("a[data-newspaper=harbour]")
            #expect(harbour.text.contains("12 unread") && harbour.texts("small").contains("Ships and tides."))
            let section = try firstSection(of: try await browser.get("/harbour/", Browser.navigation).page)
            let left = "\(section)?depth=10"
            _ = try await browser.get(left, Browser.navigation)
            // What script fetches in the background, and what the Newsstand itself is, are no places.
            _ = try await browser.get("/harbour/", ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"])
            _ = try await browser.get("/harbour/newsstand", Browser.navigation)
            // A story beside its list is part of that list's page.
            let story = try #require(try await browser.get(section).page.rows.first?.part("a").path)
            #expect(try await browser.get(story, Browser.besideList).status == .ok)
            // A page that is shown again from the browser's memory is one, though script says so.
            _ = try await browser.get("/harbour/", Browser.navigation)
            _ = try await browser.get(left, ["Sec-Fetch-Mode": "cors", "Tidings-Shown-Again": "1"])
            let again = try await browser.get("/mine/newsstand")
            #expect(papers(again.page) == ["/mine/", left])
            #expect(again.header("ETag") == nil)
        }
    }

    @Test func `one paper alone hides the rest`() async throws {
        let app = try await makeApp(only: EditionID(rawValue: "harbour"))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/").header("Location") == "/harbour/")
            #expect(try await browser.get("/mine/").status == .notFound)
            let stand = try await browser.get("/harbour/newsstand").text
            #expect(stand.contains("Harbour Paper") && !stand.contains("/mine/"))
            #expect(!(try await browser.get("/harbour/settings/editions").text.contains("haven.yaml")))
        }
    }

    @Test func `the settings tell how each paper stands, and what is wrong in which line`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/settings/editions").page
            #expect(page.has("section[data-edition=harbour][data-state=working]"))
            let haven = try page.part("section[data-edition=haven][data-state=broken]")
            #expect(haven.text.contains("It cannot be shown, as") && !haven.text.contains(".yaml"))
            #expect(haven.texts("li").contains { $0.hasPrefix("Line 4, column 12: “feeds” takes a list.") })
        }
    }

    @Test func `what is narrowed to a paper can be widened`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let unread = try await browser.get("/harbour/unread").page
            #expect(unread.storyTitles.contains("Ship 1") && !unread.text.contains("Story 1"))
            #expect(unread.hasLink(to: "/harbour/unread?everywhere=1"))
            let wide = try await browser.get("/harbour/unread?everywhere=1").page
            #expect(wide.storyTitles.contains("Ship 1") && wide.storyTitles.contains("Story 1"))
            #expect(wide.form("mark-read")?.fields["list"] == "unread@", "marking all marks what is shown")
            #expect(try await browser.get("/mine/search?q=ship").page.rows.isEmpty)
            #expect(!(try await browser.get("/mine/search?q=ship&everywhere=1").page.rows.isEmpty))
            #expect(!(try await browser.get("/harbour/search?q=ship").page.rows.isEmpty))
        }
    }

    @Test func `a feed of a paper can be followed, and its page says how it is`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let form = try #require(try await browser.get("/harbour/feeds").page.form("follow"))
            let channel = try #require(form.fields["channel"])
            #expect(form.hasButton("Add to your own feeds"))
            let about = try await browser.get("/harbour/feed/\(channel)/details")
            #expect(about.status == .ok && !about.text.contains("Unfollow"))
            let answer = try await browser.post("/harbour/act/follow", "channel=\(channel)&back=/harbour/feeds")
            #expect(answer.header("Location") == "/harbour/feeds")
            #expect(try await browser.get("/harbour/feed/\(channel)/details").text.contains("Unfollow"))
        }
        #expect(try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions).count == 2)
    }

    @Test func `a person's own refresh asks the paper that is open, and an open page hears of it`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            app.clock.advance(120)
            let asked = app.source.requestedChannels.count
            let answer = try await browser.post(
                "/harbour/act/refresh", "back=/harbour/", ["Accept": "application/json"])
            #expect(answer.text.contains("Updating"))
            await app.refresh()
            #expect(
                Set(app.source.requestedChannels.dropFirst(asked)) == [
                    "https://ships.example/feed", "https://tides.example/feed",
                ])
            let live = try await browser.get("/api/live?edition=harbour").text
            #expect(live.contains("\"total\":2"))
            #expect(try await browser.get("/api/live?edition=mine").text.contains("\"total\":1"))
        }
    }
}
