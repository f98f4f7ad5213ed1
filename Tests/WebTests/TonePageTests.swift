import Foundation
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// Headlines in calm words, by pages and forms alone.
@Suite struct TonePageTests {
    private static let original = "BREAKING: Mayor slams the pier!!", calm = "Mayor criticises the pier"

    private func makeApp() async throws -> (app: WebTestApp, story: Int64) {
        let app = try WebTestApp()
        let story = FetchedStory(
            key: "1", title: Self.original, link: try webAddress("https://piers.example/1"), text: "Text",
            publishedAt: WebTestApp.start - 60)
        try await app.follow("https://a.example/feed", title: "Piers", stories: [story] + app.stories(2...2))
        return (app, try await app.row(Self.original).id.rawValue)
    }

    @Test(.mission("BREAK-46"))
    func `titles are calm wherever they are shown once a reader wants that, and the original stands by`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let paths = ["/mine/", "/mine/all", "/mine/story/\(story)", "/mine/story/\(story)/menu"]
            for path in paths { #expect(try await browser.get(path).text.contains("Mayor slams"), "\(path)") }
            #expect(try await browser.get("/mine/settings/reading").page.hasLink(to: "/mine/settings/tone"))
            let settings = try await browser.get("/mine/settings/tone").page
            #expect(settings.texts(".calm-examples b") == [Self.calm])
            #expect(settings.texts(".calm-examples span") == ["Original: \(Self.original)"])
            for rule in ["breaking news", "slams → criticises", "jaw-dropping"] {
                #expect(settings.texts(".mute-phrases li").contains(rule))
            }
            #expect(!settings.has("input[checked]"))
            _ = try await browser.post("/mine/act/preferences", "part=tone&calmHeadlines=1")
            for path in paths { #expect(try await browser.get(path).text.contains(Self.calm), "\(path)") }
            #expect(try await browser.get("/mine/all").page.storyTitles.contains(Self.calm))
            #expect(!(try await browser.get("/mine/all").text.contains("slams")))
            let page = try await browser.get("/mine/story/\(story)").page
            #expect(page.texts("h1") == [Self.calm] && page.texts(".original-title") == ["Original: \(Self.original)"])
            // Shared, searched and stored as it is.
            let menu = try await browser.get("/mine/story/\(story)/menu").text
            #expect(menu.contains("data-title=\"\(Self.original)\"") && menu.contains("mailto:?subject=BREAKING"))
            #expect(try await browser.get("/mine/search?q=slams").page.text.contains("Mayor slams"))
            #expect(try await app.row(Self.original).title == Self.original)
            // Taken back.
            _ = try await browser.post("/mine/act/preferences", "part=tone&only=calmHeadlines")
            for path in paths { #expect(try await browser.get(path).text.contains("Mayor slams"), "\(path)") }
        }
    }

    @Test func `the settings show examples where no title alarms`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let settings = try await browser.get("/mine/settings/tone").page
            #expect(settings.texts(".calm-examples li").count == Strings.alarmingTitles.count)
            for title in Strings.alarmingTitles { #expect(HeadlineTone.calmed(title) != title) }
        }
    }
}
