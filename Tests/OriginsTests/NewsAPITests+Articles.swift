import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of stories made from an article's fields.
extension NewsAPITests {
    @Test(.mission("BREAK-20", "BREAK-22", "BREAK-23", "BREAK-24", "BREAK-25"))
    func `all but the address may be missing, and withdrawn articles are left out`() async throws {
        let text = """
            {"Status":"ok","TotalResults":8,"Articles":[
             {"Source":{"Id":null,"Name":"The Ledger"},"Author":"Oda Fennimore","Title":"Tide &amp; times",
              "Description":"The wall holds.","Url":"https://ledger.example/tide?utm_source=x&id=7#top",
              "UrlToImage":"https://ledger.example/tide.jpg","PublishedAt":"2026-09-21T05:33:00.250Z",
              "Content":"Water came at noon… [+1234 chars]"},
             {"url":"https://ledger.example/bare","source":null,"author":null,"title":null,"description":null,
              "urlToImage":null,"publishedAt":"1970-01-01T00:00:00Z","content":null},
             {"source":{"id":null,"name":"[Removed]"},"title":"[Removed]","description":"[Removed]",
              "content":"[Removed]","url":"https://removed.com","publishedAt":"1970-01-01T00:00:00Z"},
             {"title":"Gone too","url":"https://removed.com/","publishedAt":"2026-09-21T05:33:00Z"},
             {"title":"Nowhere","url":"null"}, 5,
             {"title":"Again","url":"https://ledger.example/tide?id=7","publishedAt":"2026-09-21T05:33:00Z"},
             {"title":"Odd","url":"https://ledger.example/odd","author":"https://social.example/oda",
              "urlToImage":"null","publishedAt":"last night"}]}
            """
        try await open { run async throws in
            run.serve(text, at: "/v2/everything")
            let response = try await run.fetch("/v2/everything?q=tide&language=ud")
            let stories = try #require(response.stories)
            #expect(stories.map(\.title) == ["Tide & times", "https://ledger.example/bare", "Odd"])
            let (whole, bare, odd) = (stories[0], stories[1], stories[2])
            #expect(whole.key == "https://ledger.example/tide?id=7")
            #expect(whole.link?.text == "https://ledger.example/tide?utm_source=x&id=7#top")
            #expect(whole.byline == "Oda Fennimore" && whole.labels.siteName == "The Ledger")
            #expect(whole.text == "The wall holds. Water came at noon…" && whole.dek == nil && whole.language == "ur")
            #expect(whole.pictures.map(\.address.text) == ["https://ledger.example/tide.jpg"])
            let seconds = try #require(whole.publishedAt?.timeIntervalSince1970)
            #expect(seconds.rounded(.down) == 1_789_968_780)
            #expect(bare.publishedAt == nil && bare.byline == nil && bare.text.isEmpty && bare.pictures.isEmpty)
            #expect(bare.labels.siteName == nil && !whole.isExternal && run.source.hasStoryPages)
            #expect(odd.byline == nil && odd.publishedAt == nil && odd.pictures.isEmpty)
            #expect(
                response.diagnostics == [
                    "Article 5 has no address", "Article 6 has no address",
                    "“Odd” has a date that cannot be read (last night)",
                ])
        }
    }

    @Test(
        arguments: [
            (nil, nil, ""), ("A wall.", nil, "<p>A wall.</p>"), (nil, "A wall.", "<p>A wall.</p>"),
            (nil, "One\r\n\r\nTwo… [+99 chars]", "<p>One</p><p>Two…</p>"),
            (nil, "One two... [+99 chars]", "<p>One two…</p>"), (nil, "One two [+1 chars]", "<p>One two…</p>"),
            ("The wall holds today.", "The wall hol… [+99 chars]", "<p>The wall holds today.</p>"),
            ("The wall…", "The wall holds tod… [+99 chars]", "<p>The wall holds tod…</p>"),
            ("In short.", "At leng… [+99 chars]", "<p>In short.</p><p>At leng…</p>"),
            ("<p>In <b>short</b>", " ", "<p>In <b>short</b>"), ("5 < 6", nil, "<p>5 < 6</p>"),
        ] as [(String?, String?, String)])
    func `the text has what is in description and content once, and shows where it is cut`(
        description: String?, content: String?, html: String
    ) {
        #expect(NewsAPIText(description: description, content: content).html == html)
    }

    @Test(arguments: [
        ("https://newsapi.org", "https://newsapi.org/v2"), ("https://newsapi.org/v2/", "https://newsapi.org/v2"),
        ("http://127.0.0.1:8080/news/", "http://127.0.0.1:8080/news/v2"),
    ])
    func `the service's address is configuration`(given: String, root: String) throws {
        #expect(NewsAPIEndpoints(site: try #require(WebAddress(given))).root == root)
    }
}
