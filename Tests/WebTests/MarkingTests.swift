import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import NIOCore
import News
import TestSupport
import Testing

@testable import Web

/// Who marks a story read, and how an act is taken back.
@Suite struct MarkingTests {
    private func makeApp() async throws -> (app: WebTestApp, story: StoryRow) {
        let app = try WebTestApp()
        try await app.follow("https://a.example/feed", stories: app.stories(1...5))
        return (app, try await app.row("Story 3"))
    }

    @Test(
        arguments: [
            [:], ["Sec-Fetch-Mode": "navigate"], ["Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"],
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-site"],
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch"],
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch;prerender"],
            ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none", "Purpose": "prefetch"],
            ["Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image"],
        ] as [[String: String]]) func `a prefetch, an embedding or a program marks nothing`(headers: [String: String])
        async throws
    {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/mine/story/\(story.id.rawValue)", headers).status == .ok)
        }
        let after = try await app.row("Story 3")
        #expect(!after.isRead && !after.isOpened)
    }

    @Test(.mission("HN-07"), arguments: ["same-origin", "none"])
    func `a person's navigation marks opened and read`(site: String) async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(
                "/mine/story/\(story.id.rawValue)", ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": site]
            ).page
            #expect(page.has("article.story[data-read]"))
            let menu = try await browser.get("/mine/story/\(story.id.rawValue)/menu").page
            #expect(menu.hasButton("Mark unread"))
            #expect(try await browser.get("/mine/unread").text.contains("4 unread"))
        }
        let after = try await app.row("Story 3")
        #expect(after.isRead && after.isOpened)
    }

    @Test func `HEAD answers without a body and marks nothing`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/story/\(story.id.rawValue)", Browser.navigation, method: .head)
            #expect(answer.status == .ok && answer.bytes.isEmpty)
        }
        #expect(try await app.row("Story 3").isRead == false)
    }

    @Test func `a list is marked read up to what was seen, and undo is offered on the next page for eight seconds`()
        async throws
    {
        let (app, _) = try await makeApp()
        let newest = try await app.newestStory()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/mark-read", "list=all&through=\(newest)&back=/mine/unread")
            #expect(answer.status == .seeOther && answer.header("Location") == "/mine/unread")
            let page = try await browser.get("/mine/unread").page
            #expect(page.text.contains("Everything is read."))
            #expect(page.texts("[role=status] > span").contains("5 stories marked read") && page.hasButton("Undo"))
            app.clock.advance(9)
            #expect(try await browser.get("/mine/unread").page.undoTicket == nil)
        }
    }

    @Test func `undo is offered where the action led, and follows to no other page`() async throws {
        let (app, _) = try await makeApp()
        let story = try await app.row("Story 3").id.rawValue
        try await app.withBrowser { browser async throws in
            func offers(_ path: String) async throws -> Bool {
                try await browser.get(path, Browser.navigation).page.undoTicket != nil
            }
            for (value, accept) in [(1, [:]), (0, ["Accept": "application/json"])] {
                _ = try await browser.post(
                    "/mine/act/set-mark", "story=\(story)&kind=saved&value=\(value)&back=/mine/all?depth=40", accept)
                for path in ["/mine/", "/mine/unread", "/mine/story/\(story)", "/mine/settings"] {
                    #expect(try await offers(path) == false, "\(path)")
                }
                #expect(try await offers("/mine/all"), "the depth does not matter")
                app.clock.advance(9)
                #expect(try await offers("/mine/all") == false)
            }
        }
    }

    @Test func `the offered undo takes exactly the act back`() async throws {
        let (app, story) = try await makeApp()
        _ = try await app.library.marks.mark([story.id], as: .read, true, for: app.reader)
        let newest = try await app.newestStory()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/mark-read", "list=all&through=\(newest)")
            let ticket = try #require(try await browser.get("/mine/").page.undoTicket)
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(try await browser.get("/mine/unread").text.contains("4 unread"))
            #expect(try await browser.post("/mine/act/undo", "ticket=\(ticket)").status == .notFound)
        }
        #expect(try await app.row("Story 3").isRead)
    }

    @Test func `script gets the facts of an act`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            func act(_ name: String, _ form: String) async throws -> [String: Any] {
                let answer = try await browser.post("/mine/act/\(name)", form, ["Accept": "application/json"])
                #expect(answer.status == .ok && answer.header("Cache-Control") == "no-store")
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
            }
            let saved = try await act("set-mark", "story=\(story.id.rawValue)&kind=saved&value=1")
            #expect(saved["words"] as? String == "Saved" && saved["ticket"] is Int)
            #expect(
                try await act("set-mark", "story=\(story.id.rawValue)&kind=saved&value=0")["words"] as? String
                    == "No longer saved")
            let above = try await act("mark-read", "list=all&above=\(story.id.rawValue)")
            #expect(above["words"] as? String == "2 stories marked read")
            let many = try await act("set-mark", "kind=read&value=1&story=1&story=2&story=3&story=4&story=5&story=999")
            #expect(many["count"] as? Int == 3)
            #expect(try await act("refresh", "")["words"] as? String == "Checked less than a minute ago")
            app.clock.advance(120)
            #expect(try await act("refresh", "")["words"] as? String == "Updating…")
        }
    }

    @Test func `leaving a feed is offered back`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post(
                "/mine/act/unfollow", "channel=\(story.channel.rawValue)&back=/mine/feed/1")
            #expect(answer.header("Location") == "/mine/feeds")
            let page = try await browser.get("/mine/feeds").page
            #expect(page.texts("[role=status] > span").contains("1 feed no longer followed"))
            let ticket = try #require(page.undoTicket)
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
            #expect(try await browser.get("/mine/feeds").text.contains("Harbour Post"))
        }
    }

    @Test func `a feed is renamed and moved`() async throws {
        let (app, story) = try await makeApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post(
                "/mine/act/update-subscription", "channel=\(story.channel.rawValue)&title=The+Post&folder=Sea")
            let page = try await browser.get("/mine/feeds").text
            #expect(page.contains("The Post") && page.contains("Sea"))
            // The field has the name; the feed's own one, typed again, is none of the reader's.
            let about = "/mine/feed/\(story.channel.rawValue)/details"
            let field = try await browser.get(about).page.part("input[name=title][maxlength=200]")
            #expect(field["value"] == "The Post")
            _ = try await browser.post(
                "/mine/act/update-subscription", "channel=\(story.channel.rawValue)&title=Harbour+Post&folder=Sea")
            #expect(try await browser.get(about).page.part("input[name=title]")["value"] == "Harbour Post")
            #expect(try await app.library.subscriptions.one(story.channel, for: app.reader).ownTitle == nil)
            let folder = try #require(try await app.library.subscriptions.folders(for: app.reader).first).id.rawValue
            _ = try await browser.post("/mine/act/update-folder", "folder=\(folder)&title=Coast")
            #expect(try await browser.get("/mine/feeds").text.contains("Coast"))
        }
    }
}
