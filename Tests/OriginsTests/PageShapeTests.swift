import JSON
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of responses other than feeds that are made to be slow: the cost must be linear in the length. Unclosed
/// `<textarea` and `<select`, and white space in News API's texts, had quadratic costs.
@Suite struct PageShapeTests {
    private static let size = 64 << 10
    private static let selectors = Result {
        try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped())
    }

    private static let formUnits = [
        "<textarea", "<textarea ", "<textarea>", "<textarea a='", "<select", "<select>", "<select a=\"", "<option",
        "<option>",
        "<option value='", "<option selected ", "</textarea", "</select>", "<input ", "<form>",
        "<form><input name=a{n}>", "<tr><td>",
        "<table><tr class='athing comtr' id={n}><td>", "<tr class='athing comtr' id={n}>", "<a class=hnuser>",
        "<div class=commtext>",
    ]
    private static let formShapes = HostileShape.all(
        heads: ["<table id=hnmain><form>", "<select>"], units: formUnits)

    @Test(arguments: formShapes)
    func `a form in a shape costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost { _ = FormControlMarkup.rewritten($0) } == nil)
    }

    @Test func `a text area that never ends hides no select behind it, and the other way round`() {
        let select = "<select name=b><option>c</select>"
        #expect(FormControlMarkup.rewritten("<textarea name=a>" + select).contains("data-control=\"choice\""))
        let area = "<textarea name=a>x</textarea>"
        #expect(FormControlMarkup.rewritten("<select name=b>" + area).contains("data-control=\"text\""))
        #expect(FormControlMarkup.rewritten(area + "<select name='").contains("data-control=\"text\""))
        #expect(FormControlMarkup.rewritten("<select><option 'x</select>" + area).contains("data-control=\"text\""))
    }

    @Test(arguments: HostileShape.all(heads: ["<table id=hnmain><form>"], units: formUnits))
    func `a member's page in a shape costs what its length does`(shape: HostileShape) throws {
        let selectors = try Self.selectors.get()
        let address = try #require(WebAddress("https://news.ycombinator.com/"))
        let mapper = HackerNewsPageMapper(
            selectors: selectors, mapper: HackerNewsMapper(endpoints: HackerNewsEndpoints(site: address)))
        let cost = shape.superlinearCost(at: Self.size) { html in
            let page = HackerNewsMemberPage(html, address: address, selectors: selectors)
            _ = (page.memberName, page.form("form.profile"), page.notice)
            // The failing attempt to read a thread is part of the cost.
            do throws(SourceError) { _ = try mapper.thread(html, host: "a.example") } catch {}
        }
        #expect(cost == nil)
    }

    @Test(
        arguments: HostileShape.all(
            heads: ["", "<ol class=commentlist><li id=comment-1 class=comment>"],
            units: [
                "<li id=comment-{n} class='comment depth-1'>", "<ul><li id=comment-{n} class=comment>", "<cite>", "<p>",
                "<a href=#comment-{n}>",
                "<div class=comment-content>", "<time datetime=a>", "<form id=commentform>",
            ]))
    func `a page of comments in a shape costs what its length does`(shape: HostileShape) throws {
        let address = try #require(WebAddress("https://heron.example/1"))
        let cost = shape.superlinearCost(at: Self.size) {
            _ = CommentPageParser($0, at: address, of: address, linked: nil)
        }
        #expect(cost == nil)
    }

    @Test(arguments: [
        HostileShape(" "), HostileShape("a", " ", "[+"), HostileShape("", "\n", "x"), HostileShape("[+1"),
        HostileShape(" [+1 chars]"),
        HostileShape("", "[+1 chars] ", "x"), HostileShape("[+", "1", " chars]"), HostileShape("<"),
        HostileShape("\u{301}"),
        HostileShape("a\u{1F1E6}"), HostileShape("..."), HostileShape("", "…", "[+1 chars]"),
    ])
    func `a text of the news service in a shape costs what its length does`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: Self.size) { _ = NewsAPIText(description: "a", content: $0) } == nil)
        #expect(shape.superlinearCost(at: Self.size) { _ = NewsAPIText(description: $0, content: nil) } == nil)
    }

    @Test(arguments: [
        HostileShape("<a href=\"x\">a...</a>"), HostileShape("...</a>"), HostileShape("<a "),
        HostileShape("", "<a ", "...</a>"),
        HostileShape("<a href=\"", "a", "...</a>"),
    ])
    func `restoring cut links costs what the text's length does`(shape: HostileShape) {
        #expect(shape.superlinearCost(at: Self.size) { _ = LinkTextExpander.expand($0) } == nil)
    }

    @Test(
        arguments: HostileShape.all(
            heads: ["", "<div class=gallery>"],
            units: [
                "<img src=a-1x1.jpg>", "<img ", "<img a{n}=b ", "<a href=a.jpg><img src=a-1x1.jpg>", "<script>", "<!--",
                "<dl class=gallery-item>", "<dt class=gallery-item></dl>",
                "By A{n} ", "<p><em>By A</em> ", "<figure>", "</p ", "[gallery ids={n}]",
            ]))
    func `a blog's story in a shape costs what its length does`(shape: HostileShape) {
        let cost = shape.superlinearCost(at: Self.size) { html in
            let cleaned = HTMLSanitizer().sanitize(html)
            let story = FetchedStory(
                key: "1", title: "A", body: cleaned.html, text: cleaned.text, original: html, pictures: cleaned.pictures
            )
            _ = WordPressStoryNormalizer().normalized(story)
        }
        #expect(cost == nil)
    }

    // MARK: Stories of one response

    private static func values(_ make: (Int) -> [String: JSONValue]) -> [JSONValue] {
        (0..<NewestStories.maxCount + 20).map { .object(make($0)) }
    }

    @Test func `of very many stories of one response the newest are kept, which is said first, whatever its kind`()
        throws
    {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        func date(_ number: Int) -> JSONValue {
            .string("2020-01-0\(1 + number / 1_440)T\(padded(number / 60 % 24)):\(padded(number % 60)):00Z")
        }
        let root = try #require(WebAddress("https://a.example/wp-json/wp/v2/posts").flatMap { RESTRoot(above: $0) })
        var wordPress = WordPressMapper(root: root)
        let posts = wordPress.stories(
            Self.values { number in
                [
                    "link": .string("https://a.example/\(number)"), "guid": .string("\(number)"),
                    "date_gmt": date(number),
                ]
            })
        var newsAPI = NewsAPIMapper(query: NewsAPIQuery(.everything, [("q", "a")]))
        let articles = newsAPI.stories(
            Self.values { number in
                ["url": .string("https://a.example/\(number)"), "publishedat": date(number)]
            })
        var mit = MITNewsMapper(channelTitle: nil)
        let items = mit.stories(Self.values { number in ["id": .number("\(number)")] })
        for (stories, diagnostics) in [
            (posts, wordPress.diagnostics), (articles, newsAPI.diagnostics), (items, mit.diagnostics),
        ] {
            #expect(stories.count == NewestStories.maxCount)
            #expect(diagnostics.first?.contains("only the newest \(NewestStories.maxCount)") == true)
        }
        #expect(posts.first?.key == "20" && articles.first?.link?.path == "/20" && items.first?.key == "0")
        let response = ChannelResponse(
            stories: (0..<NewestStories.maxCount + 1).map { FetchedStory(key: "\($0)", title: "A") },
            diagnostics: ["odd"])
        #expect(response.stories?.count == NewestStories.maxCount && response.stories?.first?.key == "0")
        #expect(response.diagnostics.count == 2 && response.diagnostics.last == "odd")
    }

    @Test func `a feed of very many stories gives its newest, and the feed's status says so`() async throws {
        let items = (0..<NewestStories.maxCount + 7).reversed().map { number in
            "<item><guid>\(number)</guid><pubDate>\(1 + number % 28) Jan \(1900 + number / 28) 00:00:00 GMT</pubDate></item>"
        }
        try await SourceFixture.open(["/feed": FeedFixture.rss(items.joined())]) { fixture async throws in
            let response = try await fixture.fetch()
            #expect(response.stories?.count == NewestStories.maxCount)
            #expect(response.stories?.contains { $0.key == "7" } == true)
            #expect(response.stories?.contains { $0.key == "6" } == false)
            #expect(response.diagnostics.first?.contains("\(items.count) stories") == true)
        }
    }
}
