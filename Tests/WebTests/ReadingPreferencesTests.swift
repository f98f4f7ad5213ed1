import Foundation
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// What makes reading comfortable: rows by taste, pictures at a tap, a story's menu, searches that can be forgotten.
@Suite struct ReadingPreferencesTests {
    /// A paper of one long story with three pictures and a short one.
    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp()
        let page = try webAddress("https://harbour.example/tide")
        let cleaned = HTMLSanitizer(base: page).sanitize(
            "<p><img src=\"/1.jpg\" alt=\"A <bell>\"></p><p>Text</p><p><a href=\"/x\"><img src=\"/2.jpg\"></a></p>")
        let lead = PictureReference(address: try webAddress("https://harbour.example/0.jpg"), alt: "The harbour")
        try await app.follow(
            "https://harbour.example/feed",
            stories: [
                FetchedStory(
                    key: "1", title: "Tide & time", link: page, dek: "It <waits>.", body: cleaned.html,
                    text: Array(repeating: "word", count: 600).joined(separator: " "),
                    publishedAt: WebTestApp.start - 60, pictures: [lead] + cleaned.pictures),
                FetchedStory(key: "2", title: "Short", text: "Few words", publishedAt: WebTestApp.start - 120),
            ])
        return app
    }

    /// The number of pictures on a page.
    private func pictures(_ page: ShownPage) -> Int { page.parts("[src^=/picture/]").count }

    /// The buttons in place of pictures.
    private func placeholders(_ page: ShownPage) -> Int { page.parts(".click-to-load").count }

    @Test func `the form of the Aa sheet sets and unsets every choice`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post(
                "/mine/act/preferences",
                "part=reading&density=compact&hidePictures=1&scaleInterface=1&readingTime=1&textSize=99999999999999")
            var page = try await browser.get("/mine/all").page
            #expect(page.state("density") == "compact" && page.state("scaling") == "all")
            #expect(page.state("pictures") == "off" && page.state("text-size") == "5")
            let times = page.texts("span").filter { $0.contains("min\u{00A0}read") }
            #expect(times == ["2\u{00A0}min\u{00A0}read"], "a short text has no reading time")
            // Another form of the page leaves them alone.
            _ = try await browser.post("/mine/act/preferences", "theme=sepia")
            page = try await browser.get("/mine/all").page
            #expect(page.state("density") == "compact" && page.state("scaling") == "all")
            _ = try await browser.post("/mine/act/preferences", "part=reading&density=comfortable")
            page = try await browser.get("/mine/all").page
            #expect(page.state("density") == "comfortable" && page.state("scaling") == nil)
            #expect(page.state("pictures") == nil && !page.text.contains("min\u{00A0}read"))
        }
    }

    @Test func `with pictures off no page asks for one, and a button shows one or all`() async throws {
        let app = try await makeApp()
        let id = try await app.row("Tide & time").id.rawValue
        try await app.withBrowser { browser async throws in
            let before = try await browser.get("/mine/story/\(id)").page
            #expect(pictures(before) == 3 && placeholders(before) == 0)
            _ = try await browser.post("/mine/act/preferences", "part=reading&hidePictures=1")
            for path in ["/mine/", "/mine/all", "/mine/feeds", "/mine/story/\(id)?in=all"] {
                #expect(!(try await browser.get(path).text.contains("/picture/")), "\(path)")
            }
            let held = try await browser.get("/mine/story/\(id)?in=all").page
            #expect(held.parts("button.click-to-load[form=pictures][name=show]").count == 3)
            #expect(held.hasButton("Show picture: A <bell>") && held.hasButton("Show all 3 pictures"))
            #expect(try held.part("form#pictures").fields["in"] == "all")
            let one = try await browser.get("/mine/story/\(id)?in=all&show=1").page
            #expect(pictures(one) == 1 && placeholders(one) == 2)
            let next = try one.part("form#pictures")
            #expect(next.fields["show"] == "1", "what is shown stays shown when the next is asked for")
            let all = try await browser.get("/mine/story/\(id)?show=all").page
            #expect(pictures(all) == 3 && placeholders(all) == 0)
        }
    }

    @Test(.mission("MIT-37", "NEXUS-49"))
    func `a story's menu works without script and hands script link, title and dek`() async throws {
        let app = try await makeApp()
        let id = try await app.row("Tide & time").id.rawValue
        try await app.withBrowser { browser async throws in
            let page = "https://harbour.example/tide"
            #expect(try await browser.get("/mine/story/\(id)?in=all").page.hasLink(to: "/mine/story/\(id)/menu?in=all"))
            let menu = try await browser.get("/mine/story/\(id)/menu?in=all").page
            let shared = try menu.part("[data-original=\(page)]")
            #expect(shared["data-title"] == "Tide & time" && shared["data-share-text"] == "It <waits>.")
            let original = try menu.part("a[target=_blank][data-original-link]")
            #expect(original.path == page && original["rel"] == "noopener noreferrer")
            #expect(menu.has("input[readonly][value=\(page)]"))
            // A mail has the beginning of the text between title and address.
            let lines = "Tide%20%26%20time%0D%0A%0D%0AText%0D%0A%0D%0Ahttps"
            #expect(menu.has("a[href^=mailto:?subject=Tide%20%26%20time&body=\(lines)]"))
            let back = "back=/mine/story/\(id)?in=all"
            let saved = try await browser.post("/mine/act/set-mark", "story=\(id)&kind=saved&value=1&\(back)")
            #expect(saved.header("Location") == "/mine/story/\(id)?in=all")
            let kept = try await browser.get("/mine/story/\(id)").page
            #expect(kept.has("button[data-toggle=saved][aria-pressed=true]"))
            // What has no link of its own has nothing to share.
            let short = try await app.row("Short").id.rawValue
            #expect(!(try await browser.get("/mine/story/\(short)").text.contains("data-share")))
            #expect(!(try await browser.get("/mine/story/\(short)/menu").page.has("[data-copy]")))
        }
    }

    @Test(.mission("MIT-38")) func `an edition may put its name before a mail's subject`() async throws {
        let app = try await makeApp()
        let row = try await app.row("Tide & time")
        let link = try #require(row.link)
        let letter = ShareEmail.mailtoURL(row, link, text: "", subject: "MIT News: ")
        #expect(letter.hasPrefix("mailto:?subject=MIT%20News%3A%20Tide%20%26%20time&"))
    }

    @Test(.mission("NEXUS-49", "HN-73"), arguments: [1, 40, 4_000])
    func `a mail carries the beginning of a story, and never more than mail programs take`(words: Int) async throws {
        let app = try await makeApp()
        let row = try await app.row("Tide & time")
        let link = try #require(row.link)
        let text = (1...words).map { "wörd\($0)" }.joined(separator: "\n ")
        let letter = ShareEmail.mailtoURL(row, link, text: text, subject: nil)
        #expect(letter.utf8.count <= ShareEmail.maxLength)
        #expect(letter.contains("w%C3%B6rd1") && letter.hasSuffix("%0D%0A%0D%0A" + QueryParameters.encoded(link.text)))
        #expect(letter.contains("w%C3%B6rd1%20w%C3%B6rd2") == (words > 1))
        #expect(letter.contains("%E2%80%A6%0D%0A") == (words == 4_000))
        let bare = ShareEmail.withoutPictures(
            "<p>One</p><figure><img><figcaption>Two</figcaption></figure><p>Three</p>")
        #expect(!bare.contains("Two") && bare.contains("One") && bare.contains("Three"))
    }

    @Test func `one of the latest searches can be forgotten`() async throws {
        let app = try await makeApp()
        try await app.withBrowser { browser async throws in
            for words in ["tide", "bells+%26+boats"] {
                _ = try await browser.get("/mine/search?q=\(words)", Browser.navigation)
            }
            #expect(try await browser.get("/mine/search").page.hasButton("Remove “bells & boats”"))
            let answer = try await browser.post(
                "/mine/act/forget-search", "words=bells+%26+boats&back=/mine/search")
            #expect(answer.header("Location") == "/mine/search")
            let left = try await browser.get("/mine/search")
            #expect(!left.text.contains("boats") && left.page.hasButton("Remove “tide”"))
        }
    }
}
