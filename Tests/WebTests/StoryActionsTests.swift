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

    /// The parts that do something with the story.
    private let actions = [
        "button[data-toggle=saved]", "button[data-share][hidden]", "a[data-sheet=reading]", "button[data-copy]",
        "a[href^=mailto:]", "button[data-toggle=read]", "a[data-sheet=mute]", "a[data-original-link]",
        "[data-full-text-shortcut]",
    ]

    @Test(.mission("MIT-39"))
    func `what can be done with a story is in its bar or in its menu, never in both`() async throws {
        try await read { browser, id in
            for (paper, inBar) in [("mine", 3), ("plain", 1)] {
                let page = try await browser.get("/\(paper)/story/\(id)?in=all").page
                let menu = try await browser.get("/\(paper)/story/\(id)/menu?in=all").page
                let bar = try page.part("nav.story-bar")
                #expect(bar.has("a[data-sheet=menu][href=/\(paper)/story/\(id)/menu?in=all]"))
                #expect(actions.filter { bar.has($0) }.count == inBar, "\(paper)")
                let read = try menu.part("button[data-toggle=read]")
                #expect(read["aria-pressed"] == nil, "its words say what it does: it has no pressed state")
                for action in actions where paper == "mine" || action != actions[0] {
                    #expect(bar.has(action) != menu.has(action), "\(paper): \(action)")
                }
            }
        }
    }

    @Test(.mission("MIT-40"))
    func `the bar is at the bottom, or where the newspaper has none, in the top bar with two actions`() async throws {
        try await read { browser, id in
            for (paper, isBelow) in [("mine", true), ("plain", false)] {
                let page = try await browser.get("/\(paper)/story/\(id)").page
                #expect(page.has("header.top-bar nav.story-bar") != isBelow)
                #expect(page.has(isBelow ? "body.with-story-bar" : "body.no-bottom-bar"))
                let words = try page.part("nav.story-bar").texts("span")
                #expect(words.contains("More") == isBelow, "in the top bar they are icons")
            }
            #expect(!(try await browser.get("/mine/story/\(id)/menu").page.has(".story-bar")))
        }
    }

    @Test func `the menu begins with what is used most`() async throws {
        try await read { browser, id in
            let lines = try await browser.get("/mine/story/\(id)/menu?in=all").page.parts("ul.menu-lines > li")
            let order = [
                "[data-full-text-shortcut]", "[data-original-link]", "[data-toggle=read]", "[name=above]",
                "[data-sheet=mute]", "[data-copy]", "[href^=mailto:]", "[data-neighbour=next]",
                "[data-neighbour=previous]",
            ]
            let places = try order.map { part in try #require(lines.firstIndex { $0.has(part) }, "\(part)") }
            #expect(places == places.sorted())
        }
    }

    @Test func `text stands before page, in the menu and under the story`() async throws {
        try await read { browser, id in
            for path in ["/mine/story/\(id)", "/mine/story/\(id)/menu"] {
                let answer = try await browser.get(path)
                let ways = answer.page.parts("main a, main button").map(\.text)
                let text = try #require(ways.firstIndex(of: "Full text"))
                let webPage = try #require(ways.firstIndex(of: "Open web page"))
                #expect(text < webPage)
                for word in ["Original", "Whole text", "Read its page"] { #expect(!answer.text.contains(word)) }
            }
        }
    }

    @Test(.mission("NEXUS-50"))
    func `the next and the previous story are a button away under the story, in the bar and in the menu`() async throws
    {
        try await read { browser, id in
            let page = try await browser.get("/mine/story/\(id)?in=all").page
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").page
            let bar = try page.part("nav.story-bar")
            for turn in ["next", "previous"] {
                let address = try #require(try page.part("article.story")["data-\(turn)"])
                for part in [bar, menu] { #expect(part.has("a[data-neighbour=\(turn)][href=\(address)]")) }
            }
            let foot = try page.part("nav.next")
            #expect(foot.texts("p.label") == ["Next"] && foot.hasLink("Previous: Story 1"))
            let alone = try await browser.get("/mine/story/\(id)").page
            #expect(!alone.has("[data-neighbour]"), "no list, no neighbours")
        }
    }
}
