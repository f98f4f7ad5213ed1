import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing

@testable import Web

/// Pages are saved by a form of ours, which the share menu and the bookmark open.
@Suite struct SavedPageWebTests {
    private let quay = "https://far.example/quay"

    @Test func `the share menu and the bookmark open a form; nothing is saved or fetched before its button`()
        async throws
    {
        let app = try WebTestApp()
        try app.source.put(linkedPageOfWords: 50, at: quay)
        try await app.withBrowser { browser async throws in
            let shared = [
                "url=&title=&text=The+quay+https%3A%2F%2Ffar.example%2Fquay",
                "url=https%3A%2F%2Ffar.example%2Fquay&title=The+quay",
                "title=The+quay&text=https%3A%2F%2Ffar.example%2Fquay%29.",
                "text=%E2%80%9CThe+quay%E2%80%9D+https%3A%2F%2Ffar.example%2Fquay",
            ]
            for query in shared {
                let page = try await browser.get("/mine/save?\(query)", ["Sec-Fetch-Site": "cross-site"]).page
                #expect(try page.part("input[name=address]").fieldValue == quay, "\(query)")
                #expect(try page.part("input[name=title]").fieldValue?.contains("The quay") == true, "\(query)")
            }
            #expect(try await app.library.stories.list(.saved, for: app.reader, depth: 9).rows.isEmpty)
            let page = try await browser.get("/mine/save?\(shared[1])").page
            let form = try #require(page.form("/mine/act/save-page"))
            let foreign = try await browser.post(
                "/mine/act/save-page", form.formBody(),
                ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden && app.source.requestedPages == [])
            let saved = try await browser.post("/mine/act/save-page", form.formBody())
            let story = try #require(saved.header("Location"))
            #expect(story.hasPrefix("/mine/story/") && saved.status == .seeOther)
            let list = try await browser.get("/mine/saved").page
            #expect(list.storyTitles == ["The quay"])
            let shown = try await browser.get(story).page
            #expect(shown.form("/mine/act/full-text") != nil && shown.has(".kicker a[href=/mine/saved]"))
            let again = try await browser.get("/mine/save?\(shared[1])").page
            #expect(again.text.contains("This page is saved already.") && again.hasLink("Read it", to: story))
        }
    }

    @Test func `the app is in the share menu, and the bookmark leads to this server`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let manifest = try await browser.get("/mine/manifest.webmanifest").text
            let target = "\"share_target\":{\"action\":\"/mine/save\",\"enctype\":"
            #expect(
                manifest.contains("\(target)\"application/x-www-form-urlencoded\",")
                    && manifest.contains("\"method\":\"GET\""))
            #expect(manifest.contains("\"params\":{\"text\":\"text\",\"title\":\"title\",\"url\":\"url\"}"))
            let page = try await browser.get("/mine/save").page
            let bookmark = try #require(page.link("Save to Tidings")?["href"])
            #expect(bookmark.hasPrefix("javascript:") && bookmark.contains("'http://localhost/mine/save?url='"))
            #expect(try await browser.get("/mine/add").page.hasLink("Save a page", to: "/mine/save"))
        }
    }

    @Test(arguments: [
        ("address=", "Type the address of a web page"), ("address=no+address+here", "Type the address of a web page"),
        ("address=javascript%3Aalert(1)", "Type the address of a web page"), ("", "Type the address of a web page"),
        ("address=https%3A%2F%2Fa.example%2F\(String(repeating: "x", count: 2_100))", "longer than 2,000 characters"),
    ])
    func `what is no page's address gets one sentence`(form: String, words: String) async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/save-page", form)
            #expect(answer.status == .unprocessableContent && answer.text.contains(words))
            let shared = try await browser.get("/mine/save?text=only+words").page
            #expect(shared.alerts == ["What was shared has no web address. Paste the page’s address here."])
        }
    }

    @Test func `a page that cannot be read says so and is kept as a bookmark`() async throws {
        let app = try WebTestApp()
        app.source.put(pageFailure: .signInNeeded, at: quay)
        try await app.withBrowser { browser async throws in
            let saved = try await browser.post("/mine/act/save-page", "address=\(quay)&title=The+quay")
            let story = try #require(saved.header("Location"))
            let id = try #require(story.split(separator: "/").last?.split(separator: "?").first)
            _ = try await browser.post("/mine/act/full-text", "story=\(id)")
            let page = try await browser.get(story).page
            #expect(page.headings(1) == ["The quay"])
            #expect(page.alerts.joined().contains("The page is kept as a bookmark, with its title and address."))
        }
    }

    @Test func `an export of saved pages is previewed, and saved by its button`() async throws {
        let app = try WebTestApp()
        let file =
            "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nexport\n\(quay)\n"
            + "https://far.example/<b>\n\r\n--B--\r\n"
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post(
                "/mine/act/import-opml", file, ["Content-Type": "multipart/form-data; boundary=B"])
            let path = try #require(answer.header("Location"))
            #expect(path.hasPrefix("/mine/import/saved?id="))
            let response = try await browser.get(path)
            let page = response.page
            #expect(page.headings(1) == ["Saved pages from Pocket"] && page.terms["New here"] == "1")
            #expect(page.headings(2) == ["Without a web address (1)"] && !response.text.contains("<b>\n"))
            #expect(try await app.library.stories.list(.saved, for: app.reader, depth: 9).rows.isEmpty)
            let form = try #require(page.form("/mine/act/import-saved"))
            #expect(form.hasButton("Save 1 story"))
            let done = try await browser.post("/mine/act/import-saved", form.formBody())
            #expect(done.header("Location") == "/mine/saved")
            let list = try await browser.get("/mine/saved").page
            #expect(list.rows.count == 1 && list.undoTicket != nil)
            let gone = try await browser.post("/mine/act/import-saved", "id=none")
            #expect(gone.text.contains("That preview is no longer here. Choose the file again."))
        }
    }
}
