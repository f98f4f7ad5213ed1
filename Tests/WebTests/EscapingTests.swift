import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import TestSupport
import Testing

@testable import Web

/// Whatever an origin or a person writes stands on a page as text.
@Suite struct EscapingTests {
    private static let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u{202E}"

    private func isHarmless(_ html: String) -> Bool {
        !html.contains("<script>") && !html.contains("<img src=x") && !html.contains("\"'>")
            && !html.contains("onerror=alert(2)>")
    }

    private func hostileStory() throws -> FetchedStory {
        let picture = PictureReference(
            address: try webAddress("https://p.example/a.jpg?x=\"><script>alert(1)</script>"), alt: Self.hostile,
            caption: Self.hostile,
            credit: Self.hostile, title: Self.hostile, width: 1200, height: 800)
        return FetchedStory(
            key: Self.hostile, title: Self.hostile, link: try webAddress("https://a.example/\"><script>"),
            byline: Self.hostile, dek: Self.hostile,
            body: HTMLSanitizer().sanitize("<p>\(Self.hostile)</p>").html, text: "needle \(Self.hostile)",
            publishedAt: WebTestApp.start,
            language: "en\"><script>", tags: [Self.hostile], pictures: [picture],
            enclosures: [
                Enclosure(
                    address: try webAddress("https://m.example/a.mp3?\"><script>"), type: "audio/mpeg\"><script>",
                    seconds: 90)
            ],
            discussionLink: try webAddress("https://d.example/\"><script>"), commentCount: 3)
    }

    @Test(.mission("MIT-43"))
    func `titles, bylines, captions and everything else are escaped on every page`() async throws {
        let app = try WebTestApp()
        let channel = try await app.follow(
            "https://a.example/feed", folder: Self.hostile, title: Self.hostile, stories: [try hostileStory()])
        let row = try #require(try await app.library.stories.list(.everything, for: app.reader, depth: 5).rows.first)
        _ = try await app.library.marks.mark([row.id], as: .saved, true, for: app.reader)
        let section = try #require(try await app.library.subscriptions.folders(for: app.reader).first).id
        try await app.withBrowser { browser async throws in
            for path in [
                "/mine/", "/mine/unread", "/mine/saved", "/mine/all", "/mine/feeds", "/mine/newsstand",
                "/mine/settings", "/mine/settings?q=%22%3E%3Cscript%3E", "/mine/settings/text?back=%22%3E%3Cscript%3E",
                "/mine/keyboard-shortcuts",
                "/mine/section/\(section.rawValue)", "/mine/feed/\(channel.rawValue)",
                "/mine/feed/\(channel.rawValue)/details",
                "/mine/story/\(row.id.rawValue)", "/mine/story/\(row.id.rawValue)?in=all&x=%22%3E%3Cscript%3E",
                "/mine/search?q=needle",
                "/mine/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/mine/add?address=%22%3E%3Cscript%3E",
                "/mine/search",
            ] {
                let answer = try await browser.get(path)
                #expect(answer.status == .ok, "\(path)")
                #expect(isHarmless(answer.text), "\(path)")
            }
            let story = try await browser.get("/mine/story/\(row.id.rawValue)").text
            #expect(story.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(story.contains("<figcaption>"))
        }
    }

    @Test func `what discovery finds and says is escaped`() async throws {
        let app = try WebTestApp()
        app.setDiscovery(
            .success([
                DiscoveredChannel(
                    kind: .feed, address: try webAddress("https://a.example/feed"),
                    metadata: ChannelMetadata(title: Self.hostile),
                    preview: [try hostileStory()],
                    storyCount: 1, newestAt: WebTestApp.start)
            ]))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/add?address=a.example", Browser.navigation)
            #expect(answer.text.contains("Follow</button>") && isHarmless(answer.text))
        }
        app.setDiscovery(.failure(.unreadable(FailureCause(.originError(Self.hostile), at: Self.hostile))))
        try await app.withBrowser { browser async throws in
            #expect(isHarmless(try await browser.get("/mine/add?address=a.example", Browser.navigation).text))
        }
    }

    @Test func `an unreadable file's sentence is escaped`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let body =
                "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nnothing\r\n--X--\r\n"
            let answer = try await browser.post(
                "/mine/act/import-opml", body, ["Content-Type": "multipart/form-data; boundary=X"])
            #expect(answer.status == .unprocessableContent && answer.text.contains("not an &lt;OPML&gt; file"))
        }
    }

    @Test func `a story's media cannot rewrite the page's policy`() async throws {
        let app = try WebTestApp()
        let enclosures = try [
            "https://a;script-src/x.mp3", "https://b.example,default-src/x.mp3", "https://*/x.mp3",
            "https://cdn.example/x.mp3",
        ].map { Enclosure(address: try webAddress($0), type: "audio/mpeg") }
        try await app.follow(
            "https://a.example/feed", stories: [FetchedStory(key: "1", title: "Cast", enclosures: enclosures)])
        let id = try await app.row("Cast").id.rawValue
        try await app.withBrowser { browser async throws in
            let policy = try #require(try await browser.get("/mine/story/\(id)").header("Content-Security-Policy"))
            #expect(policy.contains("media-src 'self'; form-action"))
            #expect(
                !policy.contains("*") && !policy.contains(",")
                    && policy.components(separatedBy: "script-src").count == 2)
        }
    }
}
