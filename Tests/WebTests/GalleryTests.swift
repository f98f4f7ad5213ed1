import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// What is counted as a story's pictures, the links to them, and the plain page of all.
@Suite struct GalleryTests {
    private func count(_ needle: String, in text: String) -> Int { text.components(separatedBy: needle).count - 1 }

    private func mention(_ path: String, _ width: Int? = nil, _ height: Int? = nil, caption: String? = nil) throws
        -> PictureReference
    {
        PictureReference(
            address: try webAddress("https://o.test\(path)"), caption: caption, width: width, height: height)
    }

    /// A house with one story.
    private func makeApp(
        _ pictures: [PictureReference], body: String = "<p>Text</p>", hasLead: Bool = true
    ) async throws -> WebTestApp {
        let app = try WebTestApp()
        let cleaned = HTMLSanitizer(base: try webAddress("https://o.test/")).sanitize(body)
        try await app.follow(
            "https://o.test/feed",
            stories: [
                FetchedStory(
                    key: "1", title: "Twelve & more", link: try webAddress("https://o.test/story"), dek: "Look.",
                    body: cleaned.html, text: cleaned.text, publishedAt: WebTestApp.start - 60,
                    pictures: pictures + cleaned.pictures, hasLeadPicture: hasLead)
            ])
        return app
    }

    private func gallery(_ app: WebTestApp) async throws -> StoryGallery {
        let id = try await app.row("Twelve & more").id
        return StoryGallery(try await app.library.stories.story(id, for: app.reader, in: nil))
    }

    private func shown(_ app: WebTestApp) async throws -> [String] {
        try await gallery(app).pictures.map { String($0.address.text.dropFirst("https://o.test".count)) }
    }

    @Test func `each picture is counted once, the lead first, by its largest file and with all its words`() async throws
    {
        let app = try await makeApp(
            [
                try mention("/lead-640x427.jpg", 640, 427, caption: "Dawn"),
                try mention("/lead.jpg?w=1600", 1600, 1067),
                try mention("/second.jpg"),
            ],
            body: "<figure><img src='/second.jpg?small=1'><figcaption>Twice</figcaption></figure><img src=/third.png>")
        let pictures = try await gallery(app).pictures
        #expect(
            pictures.map(\.address.text)
                == ["/lead.jpg?w=1600", "/second.jpg", "/third.png"].map { "https://o.test" + $0 })
        #expect(pictures.map(\.caption) == ["Dawn", "Twice", nil])
        #expect(try await gallery(app).index(of: try webAddress("https://o.test/second-300x200.jpg")) == 1)
    }

    @Test func `what is tiny or furniture is not counted`() async throws {
        let app = try await makeApp([
            try mention("/badge.png", 88, 31), try mention("/rule.png", 900, 8), try mention("/wp/smilies/grin.png"),
            try mention("/avatars/7.jpg", 300, 300), try mention("/small-but-a-picture.jpg", 200, 150),
            PictureReference(address: try webAddress("https://secure.gravatar.com/avatar/7")),
        ])
        #expect(try await shown(app) == ["/small-but-a-picture.jpg"])
    }

    @Test func `a gallery of WordPress is counted with its captions, and its links to files give way`() async throws {
        let item = { (name: String, words: String) in
            "<figure class=\"wp-block-image size-thumbnail\"><a href=\"/u/\(name).jpg\"><img width=150 height=150 "
                + "src=\"/u/\(name)-150x150.jpg\"></a><figcaption>\(words)</figcaption></figure>"
        }
        let body =
            "<p>Before</p><figure class=\"wp-block-gallery has-nested-images\">\(item("quay", "The <b>quay</b>"))"
        let app = try await makeApp([], body: body + item("tram", "The tram") + "</figure>")
        #expect(try await gallery(app).pictures.map(\.caption) == ["The quay", "The tram"])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let story = try await browser.get("/mine/story/\(id)").text
            #expect(count("class=\"gallery-link\" href=\"/mine/story/\(id)/pictures#picture-", in: story) == 2)
            #expect(!story.contains("href=\"https://o.test/u/"))
        }
    }

    @Test func `a picture known to fail is fetched again only when somebody asks for it`() async throws {
        let app = try await makeApp([
            PictureReference(address: try webAddress("http://127.0.0.1:1/a.jpg")), try mention("/b.jpg"),
        ])
        let picture = try #require(try await gallery(app).pictures.first)
        try await app.library.pictures.recordFailure(picture.id, until: WebTestApp.start + 600)
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(id)/pictures").text
            let path = try #require(page.firstMatch(of: /\/picture\/\d+\/480\/[\w-]+/)?.output)
            let before = try await browser.get(String(path))
            #expect(before.status == .notFound && before.text == "That picture could not be loaded.\n")
            let again = try await browser.get("\(path)?again=1")
            #expect(again.status == .notFound && again.text != before.text, "what its site said now")
        }
    }

    @Test func `a picture that cannot be had keeps its place beside others, and alone is no gallery`() async throws {
        let app = try await makeApp([try mention("/a.jpg"), try mention("/b.jpg")])
        let pictures = try await gallery(app).pictures
        try await app.library.pictures.recordFailure(pictures[0].id, until: WebTestApp.start + 600)
        #expect(try await shown(app) == ["/a.jpg", "/b.jpg"])
        try await app.library.pictures.recordFailure(pictures[1].id, until: WebTestApp.start + 600)
        #expect(try await shown(app) == [])
    }

    @Test func `the lead picture stands first, in sizes, and leads to the gallery`() async throws {
        let app = try await makeApp(
            [try mention("/lead.jpg", 1600, 1067, caption: "Dawn")], body: "<p>Text</p><p><img src=/in.jpg alt=In></p>")
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let story = try await browser.get("/mine/story/\(id)?in=all").text
            let hero = try #require(story.firstMatch(of: /<figure class="picture hero">.*?<\/figure>/)?.output)
            #expect(hero.contains("loading=\"lazy\"") && hero.contains("1600w") && hero.contains("sizes="))
            #expect(
                hero.contains("href=\"/mine/story/\(id)/pictures?in=all#picture-") && hero.contains("</svg>2</span>"))
            #expect(hero.contains("aria-label=\"View picture 1 of 2\""))
            #expect(story.contains("aria-label=\"View picture 2 of 2: In\"><img src=\"/picture/"))
            #expect(story.contains("data-gallery=\"/mine/story/\(id)/pictures?in=all\""))
            #expect(!story.contains("gallery-text-link"))
            let places = try ["<figure class=\"picture hero\"", "<div class=\"text\""].map { part in
                try #require(story.range(of: part), "\(part)").lowerBound
            }
            #expect(places[0] < places[1], "it stands before the text")
        }
    }

    @Test func `pictures without a lead picture get a line that counts them, no pictures nothing`() async throws {
        let many = try await makeApp([try mention("/a.jpg"), try mention("/b.jpg")], hasLead: false)
        try await many.withBrowser { browser async throws in
            let id = try await many.row("Twelve & more").id.rawValue
            let story = try await browser.get("/mine/story/\(id)").text
            #expect(story.contains("<p class=\"gallery-text-link\"><a href=\"/mine/story/\(id)/pictures\""))
            #expect(story.contains("</svg>2 pictures</a>") && !story.contains("picture hero"))
        }
        let none = try await makeApp([])
        try await none.withBrowser { browser async throws in
            let id = try await none.row("Twelve & more").id.rawValue
            let story = try await browser.get("/mine/story/\(id)").text
            for sign in ["class=\"gallery-text-link\"", "data-gallery=", "<figure", "data-picture=", "<img "] {
                #expect(!story.contains(sign), "\(sign)")
            }
            let page = try await browser.get("/mine/story/\(id)/pictures").text
            #expect(page.contains("This story has no pictures."))
            #expect(try await browser.get("/mine/story/99999/pictures").status == .notFound)
        }
    }

    @Test func `the plain page has every picture in its largest file, with cleaned words`() async throws {
        var picture = try mention("/a.jpg", 700, 500, caption: "A <b>bold</b> & long one")
        picture.credit = "Bea <script>"
        let app = try await makeApp([picture, try mention("/b.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/story/\(id)/pictures?in=all").text
            #expect(count("<li id=\"picture-", in: page) == 2 && page.contains(">2 pictures</"))
            #expect(page.contains("A &lt;b&gt;bold&lt;/b&gt; &amp; long one "))
            #expect(page.contains("<span class=\"credit\">Bea &lt;script&gt;</span>"))
            #expect(
                page.contains("data-original=\"https://o.test/story\"")
                    && page.contains("data-title=\"Twelve &amp; more\""))
            let first = try #require(page.firstMatch(of: /<li id="picture-.*?<\/li>/)?.output)
            // 700 pixels: no file is offered that would have to be blown up.
            #expect(first.contains(" 480w, /picture/") && first.contains(" 700w\"") && !first.contains("1080"))
            #expect(first.contains("href=\"/picture/") && count("/828/", in: String(first)) >= 2)
            #expect(page.contains("href=\"/mine/story/\(id)?in=all\""), "the way back")
        }
    }

    @Test func `where no pictures are wanted the page holds them until they are asked for`() async throws {
        let app = try await makeApp([try mention("/a.jpg"), try mention("/b.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/preferences", "part=reading&hidePictures=1")
            let page = try await browser.get("/mine/story/\(id)/pictures").text
            #expect(
                count("class=\"click-to-load\"", in: page) == 2 && !page.contains("<img ")
                    && page.contains("Show all 2"))
            let one = try await browser.get("/mine/story/\(id)/pictures?show=1").text
            #expect(count("class=\"click-to-load\"", in: one) == 1 && count("<img ", in: one) == 1)
        }
    }

    @Test func `the pictures' page is no place where a newspaper opens again`() async throws {
        let app = try await makeApp([try mention("/a.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("/mine/story/\(id)", Browser.navigation)
            _ = try await browser.get("/mine/story/\(id)/pictures", Browser.navigation)
            let stand = try await browser.get("/mine/newsstand").text
            #expect(!stand.contains("/pictures\""))
        }
    }
}
