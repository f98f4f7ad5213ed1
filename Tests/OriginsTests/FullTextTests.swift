import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import TestSupport
import Testing
import URLs

/// Tests of fetching a story's page.
@Suite struct FullTextTests {
    private func page(_ paragraphs: ClosedRange<Int>, head: String = "", foot: String = "") -> SampleResource {
        let text = paragraphs.map {
            "<p>Paragraph \($0) tells of the harbour, its ships, its tides and the people who wait for them on the wall.</p>"
        }.joined()
        return SampleResource(
            """
            <!doctype html><html lang=en><head><title>The tide | Loom</title>\(head)</head><body>
            <nav><a href="/">Front page</a> <a href="/about">About</a></nav>
            <article><h1>The tide</h1>\(text)\(foot)</article>
            <footer><a href="/privacy">What we keep</a></footer></body></html>
            """, contentType: "text/html; charset=utf-8")
    }

    private func text(_ fixture: SourceFixture, _ path: String = "/story") async throws -> FullText {
        try await BuiltInSources.catalog(fetcher: fixture.fetcher).articles.fullText(of: fixture.address(path))
    }

    private func failure(_ fixture: SourceFixture, _ path: String = "/story") async throws -> SourceError? {
        do {
            _ = try await text(fixture, path)
            return nil
        } catch let error as SourceError {
            return error
        }
    }

    @Test func `a page gives its story without the furniture, and its bytes to keep`() async throws {
        try await SourceFixture.open(["/story": page(1...8)]) { fixture async throws in
            let full = try await text(fixture)
            #expect(full.text.hasPrefix("Paragraph 1 tells") && full.text.contains("Paragraph 8 tells"))
            #expect(!full.body.text.contains("privacy") && !full.body.text.contains("Front page"))
            #expect(full.address == (try fixture.address("/story")))
            #expect(full.parts.count == 1 && full.parts.first?.html.contains("<nav>") == true)
            #expect(try FullTextAssembler(full.parts).fullText().body == full.body)
        }
    }

    @Test func `a long story is not withheld because another one beside it has a password`() async throws {
        let form = "<aside><form class=\"post-password-form\"><input type=password></form></aside>"
        try await SourceFixture.open(["/story": page(1...20, foot: form)]) { fixture async throws in
            #expect(try await text(fixture).text.contains("Paragraph 20 tells"))
        }
    }

    @Test func `it is asked once, without cookie, referrer or an added query, and gzip is taken`() async throws {
        try await SourceFixture.open(["/story": page(1...8)]) { fixture async throws in
            _ = try await text(fixture)
            let hit = try #require(fixture.origin.requests.first)
            #expect(fixture.origin.requests.count == 1 && hit.query == nil && hit.method == "GET")
            #expect(hit.header("cookie") == nil && hit.header("referer") == nil)
            #expect(hit.header("accept-encoding")?.contains("gzip") == true)
            #expect(hit.header("accept")?.hasPrefix("text/html") == true)
        }
    }

    @Test(arguments: ["application/xhtml+xml", "application/xml", "text/html"])
    func `a page sent as XHTML is read as XML says, else as HTML`(type: String) async throws {
        let paragraphs = (1...8).map {
            "<p>Paragraph \($0) tells of the harbour, its ships, its tides and the people who wait for them on the wall.</p>"
        }.joined()
        let body =
            "<div id=\"content\">\(paragraphs)<p class=\"menu\" style=\"display: none\"/>Then it was dark.<script src=\"/a.js\"/></div>"
        let page = SampleResource(
            "<?xml version=\"1.0\"?>\n<!-- one --><?xml-stylesheet href=\"s.css\"?><!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>The tide</title>"
                + "<script src=\"/b.js\"/></head><body>\(body)</body></html>", contentType: type)
        try await SourceFixture.open(["/story": page]) { fixture async throws in
            let full = try await text(fixture)
            #expect(full.title == "The tide" && full.text.contains("Paragraph 8 tells"))
            #expect(full.text.contains("Then it was dark.") == (type != "text/html"))
        }
    }

    @Test func `a story takes its authors' names from their line`() async throws {
        let pages = ["/story": page(1...6, head: "<meta name=author content=\"By Nesta Rowe, Harbour staff\">")]
        try await SourceFixture.open(pages) { fixture async throws in
            #expect(try await text(fixture).byline == "Nesta Rowe")
        }
    }

    @Test func `a page that names the next story as next is read alone`() async throws {
        let pages = [
            "/story": page(1...6, head: "<link rel=next href=\"/the-ebb\">"), "/the-ebb": page(7...12),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            #expect(try await text(fixture).parts.count == 1)
            #expect(fixture.requestPaths == ["/story"])
        }
    }

    @Test func `a story in parts is read to its end`() async throws {
        func part(_ number: Int, _ paragraphs: ClosedRange<Int>) -> SampleResource {
            let next = number < 3 ? "<link rel=next href=\"/story/\(number + 1)\">" : ""
            let links = (1...3).map { "<a href=\"/story\($0 == 1 ? "" : "/\($0)")\">\($0)</a>" }.joined(separator: " ")
            return page(paragraphs, head: next, foot: "<div class=pagination>\(links)</div>")
        }
        let pages = ["/story": part(1, 1...6), "/story/2": part(2, 7...12), "/story/3": part(3, 13...18)]
        try await SourceFixture.open(pages) { fixture async throws in
            let full = try await text(fixture)
            for number in 1...18 { #expect(full.text.contains("Paragraph \(number) tells")) }
            #expect(fixture.requestPaths == ["/story", "/story/2", "/story/3"])
            #expect(full.parts.count == 3)
            await fixture.origin.simulate(.status(404), at: "/story/3")
            #expect(try await text(fixture).parts.count == 2)
            await fixture.origin.simulate(.status(503), at: "/story/3")
            #expect(try await failure(fixture) == .refused(status: 503))
        }
    }

    @Test func `parts that go round in a circle end`() async throws {
        let first = page(1...6, head: "<link rel=next href=\"/story/2\">", foot: "<a rel=next href=\"/story/2\">2</a>")
        let second = page(7...9, head: "<link rel=next href=\"/story\">", foot: "<a rel=next href=\"/story\">1</a>")
        try await SourceFixture.open(["/story": first, "/story/2": second]) { fixture async throws in
            _ = try await text(fixture)
            #expect(fixture.origin.requests(at: "/story").count == 1)
            #expect(fixture.origin.requests.count <= 2)
        }
    }

    @Test func `what is no page is said so`() async throws {
        let pages = [
            "/file": SampleResource("%PDF-1.7", contentType: "application/pdf"),
            "/gone": SampleResource(
                "<title>Page not found</title><p>The page you asked for is not here, or not any more; try the search.</p>",
                contentType: "text/html"),
            "/feed": SampleResource(
                "<rss version=\"2.0\"><channel><title>x</title></channel></rss>", contentType: "text/html"),
            "/empty": SampleResource("<html><body></body></html>", contentType: "text/html"),
        ]
        try await SourceFixture.open(pages) { fixture async throws in
            guard case .unreadable(let file) = try await failure(fixture, "/file") else {
                Issue.record("the file was read")
                return
            }
            #expect(file.message.contains("a PDF"))
            for path in ["/gone", "/feed"] {
                guard case .unreadable = try await failure(fixture, path) else {
                    Issue.record("\(path) was read")
                    return
                }
            }
            guard case .unreadable = try await failure(fixture, "/empty") else {
                Issue.record("a story was found in nothing")
                return
            }
            #expect(try await failure(fixture, "/missing") == .notThere)
        }
    }

    @Test func `who asks to be left alone is left alone, the feed's host and the page's alike`() async throws {
        try await SourceFixture.open(["/story": page(1...8), "/feed": FeedFixture.rss(FeedFixture.item("a"))]) {
            fixture async throws in
            await fixture.origin.simulate(.status(429, retryAfter: .seconds(60)), at: "/feed")
            let until = fixture.clock.now.addingTimeInterval(60)
            #expect(try await fixture.failure() == .busy(until: until))
            #expect(try await failure(fixture) == .busy(until: until))
            #expect(fixture.requestPaths == ["/feed"])
        }
    }

    @Test func `a page larger than four mebibytes is not taken`() async throws {
        // The words are distinct, since a high compression ratio would be rejected first.
        let words = (0..<450_000).map { "long\($0) " }.joined()
        let large = SampleResource("<html><body><p>" + words, contentType: "text/html")
        try await SourceFixture.open(["/story": large]) { fixture async throws in
            guard case .notAllowed = try await failure(fixture) else {
                Issue.record("it was taken")
                return
            }
        }
    }

    @Test(arguments: ["http://127.0.0.1:9/", "http://[::1]/story", "http://169.254.169.254/latest"])
    func `private addresses are never asked, whatever a feed says`(address: String) async throws {
        let fetcher = Fetcher(policy: .publicOnly, userAgent: "Tidings tests")
        let articles = BuiltInSources.catalog(fetcher: fetcher).articles
        let place = try #require(WebAddress(address))
        let error = await #expect(throws: SourceError.self) { try await articles.fullText(of: place) }
        guard case .notAllowed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await fetcher.shutdown()
    }
}
