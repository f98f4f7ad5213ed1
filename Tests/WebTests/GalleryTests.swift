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
            let story = try await browser.get("/mine/story/\(id)").page
            #expect(story.parts("a.gallery-link[href^=/mine/story/\(id)/pictures#picture-]").count == 2)
            #expect(!story.has("[href^=https://o.test/u/]"))
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

    @Test(.mission("MIT-45")) func `the lead picture stands first, in sizes, and leads to the gallery`() async throws {
        let app = try await makeApp(
            [try mention("/lead.jpg", 1600, 1067, caption: "Dawn")], body: "<p>Text</p><p><img src=/in.jpg alt=In></p>")
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let story = try await browser.get("/mine/story/\(id)?in=all").page
            let gallery = "/mine/story/\(id)/pictures?in=all"
            let link = try story.part("figure.hero > a[href^=\(gallery)#picture-]")
            #expect(link["aria-label"] == "View picture 1 of 2" && link.texts("span") == ["2"])
            let image = try link.part("img[loading=lazy]")
            #expect(image["srcset"]?.contains("1600w") == true && image["sizes"] != nil)
            #expect(story.link("View picture 2 of 2: In")?.has("img[src^=/picture/]") == true)
            #expect(story.has("article[data-gallery=\(gallery)]"))
            #expect(!story.has(".gallery-text-link"))
            let places = story.parts("figure.hero, div.text")
            #expect(places.count == 2 && places[0].hasClass("hero"), "it stands before the text")
        }
    }

    @Test(.mission("MIT-47", "MIT-48"))
    func `pictures without a lead picture get a line that counts them, no pictures nothing`() async throws {
        let many = try await makeApp([try mention("/a.jpg"), try mention("/b.jpg")], hasLead: false)
        try await many.withBrowser { browser async throws in
            let id = try await many.row("Twelve & more").id.rawValue
            let story = try await browser.get("/mine/story/\(id)").page
            let line = try story.part("p.gallery-text-link > a")
            #expect(line.text == "2 pictures" && line.path == "/mine/story/\(id)/pictures")
            #expect(!story.has(".hero"))
        }
        let none = try await makeApp([])
        try await none.withBrowser { browser async throws in
            let id = try await none.row("Twelve & more").id.rawValue
            let story = try await browser.get("/mine/story/\(id)").page
            for sign in [".gallery-text-link", "[data-gallery]", "figure", "[data-picture]", "img"] {
                #expect(!story.has(sign), "\(sign)")
            }
            let page = try await browser.get("/mine/story/\(id)/pictures").page
            #expect(page.text.contains("This story has no pictures."))
            #expect(try await browser.get("/mine/story/99999/pictures").status == .notFound)
        }
    }

    @Test func `the plain page has every picture in its largest file, with cleaned words`() async throws {
        var picture = try mention("/a.jpg", 700, 500, caption: "A <b>bold</b> & long one")
        picture.credit = "Bea <script>"
        let app = try await makeApp([picture, try mention("/b.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/story/\(id)/pictures?in=all")
            #expect(answer.text.contains("A &lt;b&gt;bold&lt;/b&gt; &amp; long one "))
            #expect(answer.text.contains("<span class=\"credit\">Bea &lt;script&gt;</span>"))
            let page = answer.page
            let items = page.parts("li[id^=picture-]")
            #expect(items.count == 2 && page.texts("p").contains("2 pictures"))
            let shared = try page.part("[data-original=https://o.test/story]")
            #expect(shared["data-title"] == "Twelve & more")
            // 700 pixels: no file is offered that would have to be blown up.
            let files = try #require(items.first?["data-srcset"])
            #expect(files.contains(" 480w, /picture/") && files.hasSuffix(" 700w") && !files.contains("1080"))
            let link = try #require(try items.first?.part("a[href^=/picture/]"))
            #expect(try link.part("img")["srcset"] == files && files.contains("/828/"))
            #expect(link.path?.contains("/828/") == true)
            #expect(page.hasLink(to: "/mine/story/\(id)?in=all"), "the way back")
        }
    }

    @Test func `where no pictures are wanted the page holds them until they are asked for`() async throws {
        let app = try await makeApp([try mention("/a.jpg"), try mention("/b.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/preferences", "part=reading&hidePictures=1")
            let page = try await browser.get("/mine/story/\(id)/pictures").page
            #expect(page.parts(".click-to-load").count == 2 && page.images.isEmpty)
            #expect(page.hasButton("Show all 2 pictures"))
            let one = try await browser.get("/mine/story/\(id)/pictures?show=1").page
            #expect(one.parts(".click-to-load").count == 1 && one.images.count == 1)
        }
    }

    @Test func `the pictures' page is no place where a newspaper opens again`() async throws {
        let app = try await makeApp([try mention("/a.jpg")])
        let id = try await app.row("Twelve & more").id.rawValue
        try await app.withBrowser { browser async throws in
            _ = try await browser.get("/mine/story/\(id)", Browser.navigation)
            _ = try await browser.get("/mine/story/\(id)/pictures", Browser.navigation)
            let stand = try await browser.get("/mine/newsstand").page
            #expect(!stand.links.contains { $0.path?.hasSuffix("/pictures") == true })
        }
    }
}
