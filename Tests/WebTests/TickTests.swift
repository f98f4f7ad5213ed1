import Foundation
import HTTPTypes
import Library
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// Ticks, and an edition's own words for the lists of marked stories.
@Suite struct TickTests {
    private let paper = EditionID(rawValue: "paper")

    private func makeApp(_ options: EditionOptions, story: FetchedStory? = nil) async throws -> (WebTestApp, StoryRow) {
        let address = try webAddress("https://a.example/feed")
        let channel = ChannelAddress(kind: .feed, site: address, address: address)
        let edition = Edition(
            id: paper, title: "Paper", layout: EditionBars(storyBottomBar: .tabs, tabs: [.today, .ticked, .saved]),
            sections: .listed([EditionSection(key: "a", title: "A", channels: [channel])]), options: options)
        let app = try WebTestApp(editions: [.mine, edition])
        try await app.follow("https://a.example/feed", stories: story.map { [$0] } ?? app.stories(1...3))
        try await app.library.editions.synchronize([edition])
        return (app, try await app.row(story?.title ?? "Story 3"))
    }

    private static let words: [EditionTab: String] = [.ticked: "Read & done", .saved: "<Later>"]

    @Test(.mission("BREAK-11"))
    func `a tick and its undo are told in the edition's words, which are escaped`() async throws {
        let (app, story) = try await makeApp(
            EditionOptions(allowsTicks: true, saveIcon: .star, words: Self.words))
        try await app.withBrowser { browser async throws in
            func act(_ kind: String, _ value: Int) async throws -> String {
                let form = "story=\(story.id.rawValue)&kind=\(kind)&value=\(value)"
                let answer = try await browser.post("/paper/act/set-mark", form, ["Accept": "application/json"])
                let outcome = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
                return outcome?["words"] as? String ?? ""
            }
            #expect(try await act("ticked", 1) == "Added to Read & done")
            // By script it is the open page's to offer undo; by a form that of the page it leads to.
            #expect(try await !browser.get("/paper/").text.contains("Added to Read"))
            _ = try await browser.post("/paper/act/set-mark", "story=\(story.id.rawValue)&kind=ticked&value=0")
            _ = try await browser.post("/paper/act/set-mark", "story=\(story.id.rawValue)&kind=ticked&value=1")
            let told = try await browser.get("/paper/").page.texts("[role=status] > span")
            #expect(told.contains("Added to Read & done"))
            #expect(try await act("saved", 1) == "Added to <Later>")
            let answer = try await browser.get("/paper/story/\(story.id.rawValue)")
            #expect(answer.page.parts("button[aria-pressed=true]").map(\.text) == ["Read & done", "<Later>"])
            #expect(answer.text.contains("#tick-on") && answer.text.contains("#star-on"))
            for path in ["ticked", "saved"] {
                let list = try await browser.get("/paper/\(path)").page
                #expect(list.storyTitles == ["Story 3"] && list.has("span.badge.\(path)[title]"), "\(path)")
            }
            #expect(try await act("ticked", 0) == "Removed from Read & done")
            #expect(try await !browser.get("/paper/ticked").page.storyTitles.contains("Story 3"))
            #expect(try await browser.get("/paper/saved").page.storyTitles.contains("Story 3"))
        }
    }

    @Test func `without ticks there is neither a button nor a list`() async throws {
        let (app, story) = try await makeApp(EditionOptions())
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/paper/ticked").status == .notFound)
            let page = try await browser.get("/paper/story/\(story.id.rawValue)").page
            #expect(!page.has("[data-toggle=ticked]") && page.has("button[data-toggle=saved]"))
        }
    }

    @Test(.mission("BREAK-05", "BREAK-06"))
    func `the article's page names publisher, author and date, or says that they are unknown`() async throws {
        var story = try #require(try WebTestApp().stories(1...1).first)
        (story.byline, story.publishedAt, story.labels.siteName) = (nil, nil, "Tide & Times")
        let (app, row) = try await makeApp(EditionOptions(byline: .always), story: story)
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/paper/story/\(row.id.rawValue)").page
            #expect(page.texts(".kicker > span") == ["Tide & Times"])
            let facts = page.texts(".byline span")
            #expect(facts.contains("Unknown") && facts.contains("Published: Unknown"))
            #expect(try await browser.get("/paper/all").page.texts("span.name").contains("Tide & Times"))
            let mine = try await browser.get("/mine/story/\(row.id.rawValue)").text
            #expect(!mine.contains("Unknown") && !mine.contains("Published:"))
        }
    }

    @Test(.mission("BREAK-07"))
    func `a date of publication is a medium date with a short time, in the zone of the browser`() async throws {
        var story = try #require(try WebTestApp().stories(1...1).first)
        (story.byline, story.publishedAt) = ("Ada Reyes", Date(timeIntervalSince1970: 1_728_884_000))
        let (app, row) = try await makeApp(EditionOptions(byline: .always), story: story)
        try await app.withBrowser { browser async throws in
            let path = "/paper/story/\(row.id.rawValue)"
            let tokyo = try await browser.get(path, ["Cookie": "zone=Asia/Tokyo"]).page
            let facts = tokyo.texts(".byline span")
            #expect(facts.contains("Ada Reyes") && facts.contains("Published: 14 Oct 2024, 14:33"))
            #expect(tokyo.has(".byline time[data-spelled-out][datetime=2024-10-14T05:33:20Z]"))
        }
    }
}
