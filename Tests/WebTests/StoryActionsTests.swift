import Foundation
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// A story's bar, its menu, and the ways from story to story.
@Suite struct StoryActionsTests {
    /// Without a bar at the bottom and without saving, as MIT News.
    private static let plain = Edition(
        id: EditionID(rawValue: "plain"), title: "Plain", layout: EditionBars(storyBottomBar: .nothing),
        sections: .folders, options: EditionOptions(allowsSaving: false))

    /// Three stories with pages, the second of which was opened.
    private func read(_ work: @escaping @Sendable (Browser, Int64) async throws -> Void) async throws {
        let app = try WebTestApp(editions: [Self.plain])
        let stories = try app.stories(1...3).map { story in
            var story = story
            story.link = try webAddress("https://post.example/\(story.key)")
            return story
        }
        try await app.follow("https://post.example/feed", stories: stories)
        let id = try await app.row("Story 2").id.rawValue
        try await app.withBrowser { browser async throws in try await work(browser, id) }
    }

    private func storyBar(_ page: String) throws -> String {
        let start = try #require(page.range(of: "<nav class=\"story-bar"))
        let rest = page[start.lowerBound...]
        return String(rest[..<(try #require(rest.range(of: "</nav>")).upperBound)])
    }

    private let actions = [
        "data-toggle=\"saved\"", "data-share hidden", "data-sheet=\"reading\"", "data-copy", "mailto:",
        "data-toggle=\"read\"",
        "data-sheet=\"mute\"", "Open web page", "Full text",
    ]

    @Test func `what can be done with a story is in its bar or in its menu, never in both`() async throws {
        try await read { browser, id in
            for (paper, inBar) in [("mine", 3), ("plain", 1)] {
                let page = try await browser.get("/\(paper)/story/\(id)?in=all").text
                let menu = try await browser.get("/\(paper)/story/\(id)/menu?in=all").text
                let bar = try storyBar(page)
                #expect(bar.contains("data-sheet=\"menu\" href=\"/\(paper)/story/\(id)/menu?in=all\""))
                #expect(actions.filter { bar.contains($0) }.count == inBar, "\(paper)")
                #expect(menu.contains("data-toggle=\"read\">"), "its words say what it does: it has no pressed state")
                for action in actions where paper == "mine" || action != actions[0] {
                    #expect(bar.contains(action) != menu.contains(action), "\(paper): \(action)")
                }
            }
        }
    }

    @Test func `the bar is at the bottom, or where the newspaper has none, in the top bar with two actions`()
        async throws
    {
        try await read { browser, id in
            for (paper, isBelow) in [("mine", true), ("plain", false)] {
                let page = try await browser.get("/\(paper)/story/\(id)").text
                let top = try #require(page.range(of: "<header class=\"top-bar\">")?.upperBound)
                let main = try #require(page.range(of: "<main")?.lowerBound)
                #expect(page[top..<main].contains("<nav class=\"story-bar\"") != isBelow)
                #expect(page.contains(isBelow ? "with-story-bar" : "no-bottom-bar"))
                #expect(try storyBar(page).contains("<span>More</span>") == isBelow, "in the top bar they are icons")
            }
            #expect(!(try await browser.get("/mine/story/\(id)/menu").text.contains("story-bar")))
        }
    }

    @Test func `the menu begins with what is used most`() async throws {
        try await read { browser, id in
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").text
            let order = [
                "Full text", "Open web page", "data-toggle=\"read\"", "name=\"above\"", "data-sheet=\"mute\"",
                "data-copy", "mailto:", "data-neighbour=\"next\"", "data-neighbour=\"previous\"",
            ]
            let places = try order.map { try #require(menu.range(of: $0)?.lowerBound, "\($0)") }
            #expect(places == places.sorted())
        }
    }

    @Test func `text stands before page, in the menu and under the story`() async throws {
        try await read { browser, id in
            for path in ["/mine/story/\(id)", "/mine/story/\(id)/menu"] {
                let page = try await browser.get(path).text
                let text = try #require(page.range(of: "Full text</button>"))
                let webPage = try #require(page.range(of: "Open web page</a>"))
                #expect(text.upperBound < webPage.lowerBound)
                for word in ["Original", "Whole text", "Read its page"] { #expect(!page.contains(word)) }
            }
        }
    }

    @Test func `the next and the previous story are a button away under the story, in the bar and in the menu`()
        async throws
    {
        try await read { browser, id in
            let page = try await browser.get("/mine/story/\(id)?in=all").text
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").text
            let bar = try storyBar(page)
            for turn in ["next", "previous"] {
                let pattern = try Regex("data-\(turn)=\"([^\"]+)\"")
                let address = try #require(page.firstMatch(of: pattern)?.output[1].substring)
                for part in [bar, menu] { #expect(part.contains("data-neighbour=\"\(turn)\" href=\"\(address)\"")) }
            }
            let foot = try #require(page.components(separatedBy: "<nav class=\"next\"").last)
            #expect(foot.contains("<p class=\"label\">Next</p>") && foot.contains("Previous: Story 1"))
            #expect(
                !(try await browser.get("/mine/story/\(id)").text.contains("data-neighbour")), "no list, no neighbours")
        }
    }
}
