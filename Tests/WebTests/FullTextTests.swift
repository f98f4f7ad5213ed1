import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// The whole text of a story whose feed gives only the beginning, without script.
@Suite struct FullTextTests {
    private let page = "https://loom.example/1"
    private let long = (0..<150).map { "tide\($0)" }.joined(separator: " ")

    /// A feed cut short, and its newest story.
    private func makeApp(text: String = "The beginning […]") async throws -> (WebTestApp, StoryRow) {
        let app = try WebTestApp()
        let stories = try (1...5).map { number in
            FetchedStory(
                key: "\(number)", title: "Story \(number)", link: try webAddress("https://loom.example/\(number)"),
                body: HTMLSanitizer().sanitize("<p>\(text)</p>").html, text: text, original: "<p>\(text)</p>",
                publishedAt: WebTestApp.start.addingTimeInterval(-Double(number) * 60))
        }
        try await app.follow("https://loom.example/feed", title: "Loom <&>", stories: stories)
        return (app, try await app.row("Story 1"))
    }

    private func path(_ row: StoryRow) -> String { "/mine/story/\(row.id.rawValue)" }

    @Test(.mission("BREAK-26"))
    func `only a person's own opening asks by itself, and a page that will change is not kept`() async throws {
        let (app, row) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let opened = try await browser.get(path(row), Browser.navigation)
            let page = opened.page
            #expect(page.has("[data-full-text-fetch=ask]"))
            #expect(page.texts("button[data-full-text-shortcut]") == ["Full text"])
            #expect(page.text.contains("The feed of Loom <&> has only the beginning."))
            #expect(opened.header("ETag") == nil)
            let other = try await app.row("Story 2")
            #expect(!other.isRead)
            #expect(try await browser.get(path(other), Browser.besideList).page.has("[data-full-text-fetch=ask]"))
            #expect(try await app.row("Story 2").isRead)
            let given = try await browser.get("\(path(row))?text=given", Browser.navigation).page
            #expect(given.has("[data-full-text-fetch=offer]"))
            for headers in [[:], ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"]] {
                let page = try await browser.get(path(row), headers).page
                #expect(page.has("[data-full-text-fetch=offer]") && !page.has("[data-full-text-fetch=ask]"))
            }
        }
        #expect(try await app.library.stories.story(row.id, for: app.reader, in: nil).fullText.state == .fetchesOnOpen)
    }

    @Test func `the button fetches it, and the feed's own text stays a link away`() async throws {
        let (app, row) = try await makeApp()
        try app.source.put(page: long, at: page)
        try await app.withBrowser { browser async throws in
            let answer = try await browser.post("/mine/act/full-text", "story=\(row.id.rawValue)&back=\(path(row))")
            #expect(answer.status == .seeOther && answer.header("Location") == path(row))
            let whole = try await browser.get(path(row)).page
            #expect(whole.text.contains("tide149") && whole.has("article[data-full-text]"))
            // The menu says where the full text is from; no note stands above the text.
            let menu = try await browser.get("\(path(row))/menu").page
            #expect(menu.text.contains("Full text, loaded because this feed has only excerpts"))
            #expect(!whole.text.contains("Full text, loaded"))
            #expect(!whole.hasButton("Full text"))
            let link = try #require(try whole.part("a[href*=text=given]").path)
            let given = try await browser.get(link).page
            #expect(given.text.contains("The beginning […]") && !given.text.contains("tide149"))
            #expect(given.texts("footer [data-full-text-shortcut]") == ["Full text"] && !given.has("[data-full-text]"))
        }
    }

    @Test func `a text that was asked for says only where it is from`() async throws {
        let complete = (0..<100).map { "word\($0)" }.joined(separator: " ") + "."
        let (app, row) = try await makeApp(text: complete)
        try app.source.put(page: long, at: page)
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/full-text", "story=\(row.id.rawValue)")
            let page = try await browser.get("\(path(row))/menu").page
            #expect(page.texts(".note").contains("Full text from loom.example") && !page.text.contains("cut short"))
            _ = try await browser.post(
                "/mine/act/update-subscription", "channel=\(row.channel.rawValue)&fullText=always")
            let always = try await browser.get("\(path(row))/menu").page
            #expect(always.text.contains("Full text, loaded for every story of this feed"))
        }
    }

    @Test func `a summary with which the full text begins is not told above it as well`() async throws {
        let app = try WebTestApp()
        let dek = "The lamp on the harbour wall was lit again after eleven years, and the fleet came in by it."
        let story = FetchedStory(
            key: "1", title: "The lamp", link: try webAddress(page), dek: dek,
            body: SafeHTML(restoring: "<p>Nobody had expected it […]</p>"), text: "Nobody had expected it […]",
            publishedAt: WebTestApp.start - 60)
        try await app.follow("https://loom.example/feed", stories: [story])
        let row = try await app.row("The lamp")
        // A caption and a heading stand before it.
        let caption = String(repeating: "The wall at night, seen from the ferry. ", count: 8)
        let html =
            "<figure><img src=\"https://loom.example/a.jpg\"><figcaption>\(caption)</figcaption></figure>"
            + "<h2>Harbour</h2><p><em>\(dek)</em></p><p>\(long)</p>"
        let cleaned = HTMLSanitizer(base: try webAddress(page)).sanitize(html)
        let full = FullText(
            address: try webAddress(page), body: cleaned.html, text: cleaned.text, pictures: cleaned.pictures,
            parts: [FullTextPart(address: try webAddress(page), html: html)])
        app.source.put(linkedPage: .success(ArticleResponse(.fullText(full))), at: page)
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get(path(row)).page.texts("p.standfirst") == [dek])
            _ = try await browser.post("/mine/act/full-text", "story=\(row.id.rawValue)")
            let page = try await browser.get(path(row)).page
            #expect(page.text.contains("tide149") && !page.has(".standfirst"))
        }
    }

    @Test func `script is told what came of it`() async throws {
        let (app, row) = try await makeApp()
        try await app.withBrowser { browser async throws in
            func ask(_ fields: String = "") async throws -> [String: Any] {
                let answer = try await browser.post(
                    "/mine/act/full-text", "story=\(row.id.rawValue)\(fields)", ["Accept": "application/json"])
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
            }
            #expect(try await ask("&opened=1")["words"] as? String == "The full text could not be loaded")
            #expect(try await ask("&opened=1")["words"] as? String == "The page cannot be loaded again yet")
            app.clock.advance(60)
            try app.source.put(page: long, at: page)
            let outcome = try await ask()
            #expect(outcome["words"] as? String == "Full text loaded")
            #expect(outcome["isUnderWay"] as? Bool == false)
        }
    }

    @Test(arguments: [
        (SourceError.notThere, "loom.example has no page for this story any more (404)."),
        (.refused(status: 403), "loom.example refused to send the page of this story (403)."),
        (.refused(status: 503), "loom.example reported a server error (503)."),
        (
            .unreachable(.noAnswer(from: "loom.example")),
            "loom.example could not be reached: it does not answer. Next try: 10:20."
        ),
        (.signInNeeded, "loom.example shows the page of this story only after a sign-in."),
        (.unreadable(FailureCause(.video, at: "x")), "The page shows a video, which Tidings cannot play here."),
        (
            .unreadable(FailureCause(.notAnArticle(.interstitial(.robotCheck), words: "One moment"), at: "x")),
            "It says “One moment”."
        ),
        (.busy(until: WebTestApp.start.addingTimeInterval(3600)), "loom.example asked us to wait until 10:20."),
    ]) func `a failure says whose side, until when, and offers a try if allowed`(error: SourceError, words: String)
        async throws
    {
        let (app, row) = try await makeApp()
        app.source.put(pageFailure: error, at: page)
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/full-text", "story=\(row.id.rawValue)")
            let page = try await browser.get(path(row), Browser.navigation).page
            #expect(page.text.contains(words))
            let isBusy = if case .busy = error { true } else { false }
            let offers = page.texts("[data-full-text-shortcut]").filter { $0.hasPrefix("Try ") }
            #expect(offers.isEmpty == isBusy)
            #expect(offers.contains("Try now") == page.text.contains("Next try: "))
            #expect(page.text.contains("The beginning") && !page.has("[data-full-text-fetch=ask]"))
        }
    }

    @Test func `the feed's page says what was guessed and why, and takes another choice`() async throws {
        let (app, row) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let about = "/mine/feed/\(row.channel.rawValue)/details"
            let guessed = try await browser.get(about).page
            let sentence = "All 5 newest stories end in “…”. So a story’s page is fetched when you open"
            #expect(guessed.text.contains(sentence))
            #expect(guessed.form("update-subscription")?.fields["fullText"] == "automatic")
            _ = try await browser.post(
                "/mine/act/update-subscription", "channel=\(row.channel.rawValue)&fullText=never")
            let never = try await browser.get(about).page
            #expect(never.form("update-subscription")?.fields["fullText"] == "never")
            #expect(never.text.contains("Stories are shown as the feed has them."))
            #expect(!(try await browser.get(path(row), Browser.navigation).page.has("[data-action=full-text]")))
            _ = try await browser.post(
                "/mine/act/update-subscription", "channel=\(row.channel.rawValue)&fullText=nonsense")
            #expect(try await app.library.subscriptions.one(row.channel, for: app.reader).fullText == .never)
        }
    }

    @Test func `a story that looks whole offers its full text in the menu alone`() async throws {
        let (app, row) = try await makeApp(text: (0..<300).map { "word\($0)" }.joined(separator: " ") + ".")
        try await app.withBrowser { browser async throws in
            let page = try await browser.get(path(row), Browser.navigation).page
            #expect(!page.text.contains("whole below") && !page.buttons.contains { $0.text.hasSuffix("ull text") })
            #expect(try await browser.get("\(path(row))/menu").page.hasButton("Get full text"))
            let details = try await browser.get("/mine/feed/\(row.channel.rawValue)/details").page
            #expect(details.text.contains("The newest stories typically have 300 words in the feed."))
        }
    }

    @Test func `a story without text offers it under the story, also where the feed cannot be judged`() async throws {
        let app = try WebTestApp()
        let story = FetchedStory(
            key: "1", title: "Story 1", link: try webAddress(page), publishedAt: WebTestApp.start)
        try await app.follow("https://loom.example/feed", stories: [story])
        let row = try await app.row("Story 1")
        try await app.withBrowser { browser async throws in
            for address in [path(row), "\(path(row))/menu"] {
                let page = try await browser.get(address).page
                #expect(page.hasButton("Full text") && !page.text.contains("Get full text"), "\(address)")
            }
        }
    }

    @Test(
        arguments: [
            (.tooFewStories, "This feed has too few articles yet to tell whether it cuts them short."),
            (.endInEllipsisOrLink(7, of: 10), "7 of the 10 newest stories end in “…” or a link to read on."),
            (.endInMidSentence(8, of: 8), "All 8 newest stories stop in mid-sentence."),
            (.noText, "Most of the newest stories have no text in the feed."),
            (.briefTexts(medianWords: 1), "The newest stories typically have only 1 word in the feed."),
        ] as [(TruncationGuess.Reason, String)])
    func `a guess is given with its reason in one plain sentence`(reason: TruncationGuess.Reason, words: String) {
        let guess = TruncationGuess(isTruncated: false, reason: reason)
        #expect(Strings.fullTextChoiceExplanation(.automatic, guess).hasPrefix(words + " So "))
    }

    @Test func `an act without a story says so`() async throws {
        let (app, _) = try await makeApp()
        try await app.withBrowser { browser async throws in
            #expect(try await browser.post("/mine/act/full-text", "").status.code >= 400)
            #expect(try await browser.post("/mine/act/full-text", "story=999").status == .notFound)
            #expect(try await browser.get("/mine/act/full-text").status.code >= 400)
        }
    }
}
