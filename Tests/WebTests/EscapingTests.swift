import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import Markup
import NIOCore
import News
import Testing

@testable import Web

/// Whatever an origin or a person writes stands on a page as text.
@Suite struct EscapingTests {
    private static let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u{202E}"

    private func isHarmless(_ html: String) -> Bool {
        !html.contains("<script>") && !html.contains("<img src=x") && !html.contains("\"'>")
            && !html.contains("onerror=alert(2)>")
    }

    private func hostileStory() throws -> ArrivingStory {
        let picture = PictureMention(
            address: try web("https://p.example/a.jpg?x=\"><script>alert(1)</script>"), alt: Self.hostile,
            caption: Self.hostile,
            credit: Self.hostile, title: Self.hostile, width: 1200, height: 800)
        return ArrivingStory(
            key: Self.hostile, title: Self.hostile, link: try web("https://a.example/\"><script>"),
            byline: Self.hostile, dek: Self.hostile,
            body: Cleaner().clean("<p>\(Self.hostile)</p>").html, text: "needle \(Self.hostile)",
            publishedAt: SiteHouse.start,
            language: "en\"><script>", topics: [Self.hostile], pictures: [picture],
            enclosures: [
                Enclosure(
                    address: try web("https://m.example/a.mp3?\"><script>"), type: "audio/mpeg\"><script>", seconds: 90)
            ],
            discussion: try web("https://d.example/\"><script>"), commentCount: 3)
    }

    @Test func `titles, bylines, captions and everything else are escaped on every page`() async throws {
        let house = try SiteHouse()
        let channel = try await house.follow(
            "https://a.example/feed", folder: Self.hostile, title: Self.hostile, stories: [try hostileStory()])
        let row = try #require(try await house.library.stories.list(.everything, for: house.me, depth: 5).rows.first)
        _ = try await house.library.marks.mark([row.id], as: .saved, true, for: house.me)
        let section = try #require(try await house.library.subscriptions.all(for: house.me).first).id
        try await house.open { browser async throws in
            for path in [
                "/mine/", "/mine/unread", "/mine/saved", "/mine/all", "/mine/feeds", "/mine/newsstand",
                "/mine/settings", "/mine/keys",
                "/mine/section/\(section.rawValue)", "/mine/feed/\(channel.rawValue)",
                "/mine/feed/\(channel.rawValue)/about",
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
        let house = try SiteHouse()
        house.find(
            .success([
                FoundChannel(
                    kind: .feed, address: try web("https://a.example/feed"), facts: ChannelFacts(title: Self.hostile),
                    preview: [try hostileStory()],
                    count: 1, newestAt: SiteHouse.start)
            ]))
        try await house.open { browser async throws in
            let answer = try await browser.get("/mine/add?address=a.example", Browser.navigation)
            #expect(answer.text.contains("Follow</button>") && isHarmless(answer.text))
        }
        house.find(.failure(.unreadable(why: Self.hostile)))
        try await house.open { browser async throws in
            #expect(isHarmless(try await browser.get("/mine/add?address=a.example", Browser.navigation).text))
        }
    }

    @Test func `an unreadable file's sentence is escaped`() async throws {
        try await SiteHouse().open { browser async throws in
            let body =
                "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nnothing\r\n--X--\r\n"
            let answer = try await browser.post(
                "/mine/act/import", body, ["Content-Type": "multipart/form-data; boundary=X"])
            #expect(answer.status == .unprocessableContent && answer.text.contains("not an &lt;OPML&gt; file"))
        }
    }

    @Test func `a story's media cannot rewrite the page's policy`() async throws {
        let house = try SiteHouse()
        let enclosures = try [
            "https://a;script-src/x.mp3", "https://b.example,default-src/x.mp3", "https://*/x.mp3",
            "https://cdn.example/x.mp3",
        ].map { Enclosure(address: try web($0), type: "audio/mpeg") }
        try await house.follow(
            "https://a.example/feed", stories: [ArrivingStory(key: "1", title: "Cast", enclosures: enclosures)])
        let id = try await house.row("Cast").id.rawValue
        try await house.open { browser async throws in
            let policy = try #require(try await browser.get("/mine/story/\(id)").header("Content-Security-Policy"))
            #expect(policy.contains("media-src 'self'; form-action"))
            #expect(
                !policy.contains("*") && !policy.contains(",")
                    && policy.components(separatedBy: "script-src").count == 2)
        }
    }
}
