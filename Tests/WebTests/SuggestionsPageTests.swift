import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// Suggestions by pages and forms alone, as without script.
@Suite struct SuggestionsPageTests {
    private static let paper = Edition(
        id: EditionID(rawValue: "paper"), title: "Paper", sections: .listed([]), topics: TopicOptions())

    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp(editions: [Self.paper])
        let stories = try (0..<6).map {
            FetchedStory(
                key: "\($0)", title: "The tides of a quiet town, part \($0)",
                link: try webAddress("https://tides.example/\($0)"), text: "Text",
                publishedAt: WebTestApp.start - Double(60 * $0))
        }
        try await app.follow("https://a.example/feed", title: "Tidal News", stories: stories)
        for story in stories {
            try await app.library.marks.markOpened(app.row(story.title).id, for: app.reader)
        }
        return app
    }

    @Test(.mission("BREAK-45"))
    func `suggestions are off, are turned on, followed with one tap, dismissed and erased`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/settings/feeds").page.hasLink(to: "/mine/settings/suggestions"))
            let off = try await browser.get("/mine/settings/suggestions").page
            #expect(off.hasButton("Suggest things to follow") && !off.has(".suggestions") && !off.hasButton("Erase"))
            #expect(!(try await browser.get("/mine/add").page.has(".suggestions")))
            _ = try await browser.post("/mine/act/suggestions", "what=on")
            for path in ["/mine/settings/suggestions", "/mine/add", "/paper/topics"] {
                let page = try await browser.get(path).page
                #expect(page.texts(".suggestions p").contains("You read 6 stories about “tides”."), "\(path)")
                #expect(page.texts(".suggestions b").contains("“tides”"))
                #expect(page.texts(".suggestions small").contains("Words, in Paper"))
            }
            // One tap follows it; then it is no longer suggested.
            _ = try await browser.post("/paper/act/follow-topic", "kind=words&value=tides&back=/mine/add")
            #expect(!(try await browser.get("/mine/add").page.texts(".suggestions b").contains("“tides”")))
            #expect(
                try await app.library.topics.topics(in: Self.paper.id, for: app.reader).map(\.subject)
                    == [.words("tides")])
            // Another is dismissed.
            #expect(try await browser.get("/mine/add").page.texts(".suggestions b").contains("“quiet”"))
            _ = try await browser.post("/mine/act/suggestions", "what=dismiss&key=words:quiet")
            #expect(!(try await browser.get("/mine/add").page.texts(".suggestions b").contains("“quiet”")))
            // One tap erases all.
            #expect(try await browser.get("/mine/settings/suggestions").page.hasButton("Erase"))
            _ = try await browser.post("/mine/act/suggestions", "what=erase")
            let erased = try await browser.get("/mine/settings/suggestions").page
            #expect(erased.hasButton("Suggest things to follow") && erased.text.contains("Erased."))
            _ = try await browser.post("/mine/act/suggestions", "what=on")
            let again = try await browser.get("/mine/settings/suggestions").page
            #expect(!again.has(".suggestions") && again.text.contains("Nothing to suggest yet."))
            #expect(try await browser.post("/mine/act/suggestions", "what=guess").status != .seeOther)
        }
    }

    @Test(.mission("BREAK-45")) func `a feed that is read elsewhere is suggested, with its reason`() async throws {
        let app = try await makeApp()
        let channel = try #require(
            try await app.library.subscriptions.folders(for: app.reader)[0].subscriptions.first)
        _ = try await app.library.subscriptions.unfollow(channel.id, for: app.reader)
        try await app.library.suggestions.turn(on: true, for: app.reader)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/add").page
            #expect(page.texts(".suggestions p").contains("You read 6 stories of “Tidal News”."))
            _ = try await browser.post("/mine/act/follow", "channel=\(channel.id.rawValue)")
            #expect(!(try await browser.get("/mine/add").page.texts(".suggestions b").contains("Tidal News")))
        }
    }
}
