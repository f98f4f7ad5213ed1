import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing

@testable import Web

/// The pages and forms of stories that are kept back, as without script.
@Suite struct KeptBackPageTests {
    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp()
        let titles = ["3 ways to <cook> a leek", "You won’t believe this leek", "A leek for supper"]
        let stories = try titles.enumerated().map { index, title in
            FetchedStory(
                key: "\(index)", title: title, link: try webAddress("https://leeks.example/\(index)"), text: "Text",
                publishedAt: WebTestApp.start - Double(60 * index))
        }
        try await app.follow("https://a.example/feed", title: "Leeks", stories: stories)
        return app
    }

    @Test(.mission("BREAK-41"))
    func `kinds are switched on for a newspaper, and one line leads to what they keep back`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/all").page.rows.count == 3)
            #expect(!(try await browser.get("/mine/").page.text.contains("kept back")))
            #expect(try await browser.get("/mine/settings/feeds").page.hasLink(to: "/mine/settings/kept-back"))
            let settings = try await browser.get("/mine/settings/kept-back").page
            #expect(settings.headings(2).contains("In Tidings") && !settings.has("input[checked]"))
            #expect(settings.hasLink(to: "/mine/mute?what=headlines&words=gossip"))
            _ = try await browser.post("/mine/act/preferences", "part=kept-back&teasers=1&lists=1")
            #expect(
                try await app.library.keptBack.kinds(in: .mine, for: app.reader) == [.teasers, .lists])
            for path in ["/mine/", "/mine/all", "/mine/unread"] {
                let page = try await browser.get(path).page
                #expect(page.storyTitles == ["A leek for supper"])
                #expect(page.texts(".kept-back a") == ["2 stories kept back"])
            }
            let line = try #require(try await browser.get("/mine/").page.part(".kept-back a").path)
            let kept = try await browser.get(line).page
            #expect(
                kept.texts(".kept-back-stories .headline") == [
                    "You won’t believe this leek", "3 ways to <cook> a leek",
                ]
                    || kept.texts(".kept-back-stories .headline")
                        == ["3 ways to <cook> a leek", "You won’t believe this leek"]
            )
            #expect(
                Set(kept.texts(".kept-back-reason")) == ["Teasers: “you won’t believe”", "Lists: “3 … ways”"])
            #expect(Set(kept.texts(".headline mark")) == ["You won’t believe", "3", "ways"])
            #expect(kept.text.contains("2 in the last two days"))
            let found = try await browser.get("/mine/search?q=leek").page
            #expect(found.rows.count == 3)
            #expect(
                Set(found.texts(".snippet").filter { $0.hasPrefix("Kept back") }) == [
                    "Kept back in Tidings. Teasers: “you won’t believe”", "Kept back in Tidings. Lists: “3 … ways”",
                ])
            // One of several switches, as script sends it.
            _ = try await browser.post("/mine/act/preferences", "part=kept-back&only=lists")
            #expect(try await app.library.keptBack.kinds(in: .mine, for: app.reader) == [.teasers])
        }
    }

    @Test(.mission("BREAK-41")) func `a story that is kept back is shown all the same, one or all`() async throws {
        let app = try await makeApp()
        try await app.library.keptBack.choose([.teasers, .lists], in: .mine, for: app.reader)
        try await app.withBrowser { browser async throws in
            let kept = try await browser.get("/mine/kept-back").page
            let form = try #require(kept.form("/mine/act/set-mark"))
            #expect(form.fields["kind"] == "restored" && form.fields["value"] == "1")
            let story = try #require(form.fields["story"])
            #expect(
                try await browser.get("/mine/story/\(story)").page.texts("footer .also-in p").contains {
                    $0.hasPrefix("Kept back in Tidings. ") && $0.contains("“")
                })
            _ = try await browser.post(
                "/mine/act/set-mark", "story=\(story)&kind=restored&value=1&back=/mine/kept-back")
            #expect(try await browser.get("/mine/all").page.rows.count == 2)
            let now = try await browser.get("/mine/kept-back").page
            #expect(now.hasButton("Undo") && now.texts(".kept-back-stories li").count == 2)
            _ = try await browser.post("/mine/act/restore-kept-back", "list=all")
            let all = try await browser.get("/mine/all").page
            #expect(all.rows.count == 3 && !all.has(".kept-back"))
            _ = try await browser.post("/mine/act/set-mark", "story=\(story)&kind=restored&value=0")
            #expect(try await browser.get("/mine/all").page.texts(".kept-back a") == ["1 story kept back"])
            #expect(try await browser.post("/mine/act/restore-kept-back", "list=nowhere").status != .seeOther)
        }
    }

    @Test func `a list of which everything is kept back says so`() async throws {
        let app = try await makeApp()
        try await app.library.keptBack.choose(Set(HeadlineKind.allCases), in: .mine, for: app.reader)
        try await app.library.mutes.mute(MuteRule(kind: .words, words: "supper"), for: app.reader)
        try await app.withBrowser { browser async throws in
            for path in ["/mine/", "/mine/all"] {
                #expect(try await browser.get(path).page.texts(".kept-back a") == ["2 stories kept back"])
            }
            _ = try await browser.post("/mine/act/restore-kept-back", "list=all")
            #expect(try await browser.get("/mine/kept-back").page.text.contains("Keep back"))
        }
    }
}
