import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// The page of a topic, and the ways to it.
@Suite struct ClusterPageTests {
    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp(editions: [
            Edition(id: EditionID(rawValue: "harbour"), title: "The Harbour", sections: .listed([]))
        ])
        let texts = [
            "A fire in the cold store at Brannock quay in Saltmere killed four dockers. Ammonia leaked.",
            "Four dockers died when the Brannock cold store in Saltmere burned. Ammonia leaked at the quay.", "",
        ]
        for (number, text) in texts.enumerated() {
            let story = FetchedStory(
                key: "1", title: "Brannock fire kills dockers in Saltmere, \(number)",
                body: SafeHTML(restoring: "<p>\(text)</p>"), text: text, original: text,
                publishedAt: app.clock.now.addingTimeInterval(Double(number - 10) * 600))
            try await app.follow("https://p\(number).example/feed", title: "Paper \(number)", stories: [story])
        }
        try await app.library.clusters.update()
        return app
    }

    @Test(.mission("BREAK-42"))
    func `a topic's page has its stories in order of time, and says why its story leads`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let front = try await browser.get("/mine/").page
            #expect(front.storyTitles.count { $0.contains("Brannock") } == 1)
            #expect(try front.part(".also-at").text.hasPrefix("Also at Paper "))
            let path = try #require(try front.part(".also-at a")["href"])
            let page = try await browser.get(path, Browser.navigation).page
            #expect(page.storyTitles.map(\.last) == ["0", "1", "2"])
            let text = page.text
            #expect(text.contains("3 publishers since") && text.contains("has led nothing else today"))
            #expect(text.contains("First to tell") && text.contains("Placed by its title alone"))
            #expect(!page.has(".cluster-news") && !text.contains("newspapers are here, not of The Harbour alone."))
            #expect(page.texts(".clock").count == 3, "the time of day, below the day")
            #expect(try page.part("h1 a")["href"]?.hasPrefix("/mine/story/") == true)
            // Its title is that of the row by which a reader came.
            for (row, title) in zip(page.rows, page.storyTitles) {
                let id = try #require(row["id"]?.dropFirst())
                let same = try await browser.get("\(path.prefix { $0 != "?" })?row=\(id)").page
                #expect(try same.part("h1").text == title)
                #expect(same.text.contains("leads because"))
            }
        }
    }

    @Test func `each story leads to its topic, whose address is one`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let rows = try await app.library.stories.list(.everything, for: app.reader, depth: 9).rows
            let ids = rows.map(\.id.rawValue)
            for id in ids {
                let answer = try await browser.get("/mine/topic/\(id)")
                #expect(
                    id == ids.min()
                        ? answer.status == .ok : answer.header("Location") == "/mine/topic/\(ids.min() ?? 0)")
            }
            let story = try await browser.get("/mine/story/\(ids[0])").page
            #expect(story.hasLink(to: "/mine/topic/\(ids.min() ?? 0)"))
            #expect(try await browser.get("/mine/topic/999999").header("Location") == "/mine/story/999999")
        }
    }

    @Test func `a topic is marked read and saved as a whole`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let id = try #require(
                try await app.library.stories.list(.everything, for: app.reader, depth: 9).rows.map(\.id.rawValue).min()
            )
            let page = try await browser.get("/mine/topic/\(id)").page
            for action in ["mark-read", "set-mark"] {
                let form = try #require(page.form("/mine/act/\(action)"))
                #expect(try await browser.post("/mine/act/\(action)", form.formBody()).status == .seeOther)
            }
            let rows = try await app.library.stories.list(.everything, for: app.reader, depth: 9).rows
            #expect(rows.count == 3 && rows.allSatisfy { $0.isRead && $0.isSaved })
        }
    }

    @Test func `what came since the last visit is called new`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let id = try #require(
                try await app.library.stories.list(.everything, for: app.reader, depth: 9).rows.map(\.id.rawValue).min()
            )
            _ = try await browser.get("/mine/topic/\(id)", Browser.navigation)
            app.clock.advance(7200)
            let story = FetchedStory(
                key: "1", title: "Brannock fire in Saltmere: dockers mourn",
                text: "Dockers mourn the four of the cold store.",
                publishedAt: app.clock.now)
            try await app.follow("https://late.example/feed", stories: [story])
            try await app.library.clusters.update()
            let page = try await browser.get("/mine/topic/\(id)", Browser.navigation).page
            #expect(page.texts(".cluster-news").first?.hasPrefix("1 new since your last visit, ") == true)
            #expect(page.texts(".cluster-notes").filter { $0.contains("New") }.count == 1)
        }
    }

    @Test func `another newspaper's page of a topic says that it shows all`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            let id = try #require(
                try await app.library.stories.list(.everything, for: app.reader, depth: 9).rows.map(\.id.rawValue).min()
            )
            let page = try await browser.get("/harbour/topic/\(id)").page
            #expect(page.text.contains("Stories of all your newspapers are here, not of The Harbour alone."))
        }
    }
}
