import Feeds
import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Origins

@Suite struct FeedMapperTests {
    private func story(_ shape: (inout FeedEntry) -> Void) throws -> FetchedStory {
        let documentURL = try #require(WebAddress("https://x.example/feed.xml"))
        var entry = FeedEntry()
        shape(&entry)
        var diagnostics: [String] = []
        return FeedMapper(feed: Feed(format: .rss), documentURL: documentURL).story(
            entry, key: "k", diagnostics: &diagnostics)
    }

    @Test func `a missing title is the text's beginning, else the address`() throws {
        let long = String(repeating: "word ", count: 60)
        let fromText = try story { $0.content = "<p>\(long)</p>" }
        #expect(fromText.title.hasPrefix("word word"))
        #expect(fromText.title.count <= 101)
        #expect(try story { $0.link = "https://x.example/a" }.title == "https://x.example/a")
        let picture = "<img src=\"https://x.example/a.jpg\" alt=\"A heron in fog\">"
        #expect(try story { $0.content = picture }.title == "A heron in fog")
        #expect(try story { $0.content = picture + "<p>Words</p>" }.title == "Words")
        let described = FeedPicture(url: "https://x.example/b.jpg", caption: "Reeds")
        #expect(try story { $0.pictures = [described] }.title == "Reeds")
        #expect(try story { _ in }.title == "x.example")
    }

    @Test(.mission("BREAK-10"))
    func `the link is the page, else a permanent id, else what is pointed at, else the first file`() throws {
        let file = Feeds.FeedEnclosure(url: "https://x.example/a.mp3", type: "audio/mpeg")
        #expect(
            try story {
                $0.link = "/a"; $0.id = "https://y.example/"; $0.isPermaLink = true
            }.link?.text == "https://x.example/a")
        #expect(
            try story {
                $0.id = "https://y.example/b"; $0.isPermaLink = true
            }.link?.text == "https://y.example/b")
        #expect(
            try story {
                $0.id = "https://y.example/b"; $0.enclosures = [file]
            }.link?.text == file.url)
        #expect(try story { $0.id = "tag:x" }.link == nil)
        for address in ["javascript:alert(1)", "mailto:ada@x.example"] {
            #expect(try story { $0.link = address }.link == nil, "BREAK-10: \(address)")
        }
    }

    @Test func `a story without any address of its own leads to the site`() throws {
        let documentURL = try #require(WebAddress("https://x.example/feed.xml"))
        var feed = Feed(format: .rss)
        feed.link = "/"
        var diagnostics: [String] = []
        let story = FeedMapper(feed: feed, documentURL: documentURL).story(
            FeedEntry(), key: "k", diagnostics: &diagnostics)
        #expect(story.link?.text == "https://x.example/")
    }

    @Test func `an editor's summary is the dek, the text's own beginning is not`() throws {
        let text = "The harbour was closed on Monday after a barge ran aground near the old light."
        let teaser = try story {
            $0.summary = "A barge, a light and a long wait."; $0.content = "<p>\(text)</p>"
        }
        #expect(teaser.dek == "A barge, a light and a long wait.")
        #expect(teaser.text == text)
        #expect(
            try story {
                $0.summary = "\(text.prefix(50)) […]"; $0.content = "<p>\(text)</p>"
            }.dek == nil)
        #expect(
            try story {
                $0.summary = "<p>\(text)</p>"; $0.content = "<p>\(text)</p>"
            }.dek == nil)
        #expect(
            try story {
                $0.title = "Barge aground"; $0.summary = "Barge Aground!"; $0.content = text
            }.dek == nil)
        let alone = try story { $0.summary = "<p>\(text)</p>" }
        #expect(alone.dek == nil)
        #expect(alone.text == text)
    }

    @Test func `a long teaser is cut at a word`() throws {
        let dek = try story {
            $0.summary = String(repeating: "teaser ", count: 90); $0.content = "Quite another text."
        }.dek
        #expect(try #require(dek).count <= SummaryDetector.maxLength + 1)
    }

    @Test func `what the origin wrote is kept with its base`() throws {
        let base = try #require(WebAddress("https://x.example/posts/"))
        let story = try story {
            $0.content = "<p onclick=x>Hi</p>"; $0.base = base
        }
        #expect(story.original == "<p onclick=x>Hi</p>")
        #expect(story.base == base)
    }

    @Test func `files are enclosures with their playing time, pictures are pictures`() throws {
        let story = try story {
            $0.enclosures = [
                Feeds.FeedEnclosure(url: "/a.mp3", type: nil, length: 9, duration: .seconds(61)),
                Feeds.FeedEnclosure(url: "/a.mp3", type: "audio/mpeg"),
                Feeds.FeedEnclosure(url: "/a.jpg", type: "image/jpeg"),
                Feeds.FeedEnclosure(url: "javascript:1", type: nil),
            ]
        }
        #expect(story.enclosures.map(\.address.text) == ["https://x.example/a.mp3"])
        #expect(story.enclosures.first?.isAudio == true)
        #expect(story.enclosures.first?.seconds == 61)
        #expect(story.enclosures.first?.length == 9)
        #expect(story.pictures.map(\.address.text) == ["https://x.example/a.jpg"])
    }

    @Test(.mission("NEXUS-06")) func `dates, topics, discussion and direction`() throws {
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        let story = try story {
            $0.title = "مرسى"
            $0.updated = day
            $0.categories = ["Sea", " sea ", "https://x.example/tag", "Ships"]
            $0.comments = "https://x.example/a#comments"
            $0.commentCount = 12
            $0.author = "  Ada "
        }
        #expect(story.publishedAt == day)
        #expect(story.tags == ["Sea", "Ships"])
        #expect(story.discussionLink?.text == "https://x.example/a#comments")
        #expect(story.commentCount == 12)
        #expect(story.direction == .rtl)
        #expect(story.byline == "Ada")
    }

    @Test func `pictures of the text lead, small ones do not, and each stands once with all that is known`() throws {
        func picture(_ path: String, _ caption: String? = nil, width: Int? = nil) throws -> PictureReference {
            let address = try #require(WebAddress("https://x.example/\(path)"))
            return PictureReference(address: address, caption: caption, width: width)
        }
        let ordered = PictureRanking.ordered(
            body: [try picture("face.png", width: 64), try picture("quay-1024x683.jpg")],
            attached: [
                try picture("quay.jpg?w=600", "The quay"), try picture("view.php?id=1"), try picture("view.php?id=2"),
            ])
        #expect(ordered.map(\.address.path) == ["/quay-1024x683.jpg", "/view.php", "/view.php", "/face.png"])
        #expect(ordered.first?.caption == "The quay")
    }
}
