import Foundation
import HTTPTypes
import HummingbirdTesting
import Library
import News
import TestSupport
import Testing

@testable import Web

/// An import says what became of every feed of the file.
@Suite struct ImportTests {
    private func importFile(_ lines: [String], _ browser: Browser) async throws -> Browser.Response {
        let body =
            "--B\r\nContent-Disposition: form-data; name=\"back\"\r\n\r\n/mine/feeds\r\n"
            + "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.opml\"\r\n\r\n"
            + (["outlines"] + lines).joined(separator: "\n") + "\r\n--B--\r\n"
        return try await browser.post(
            "/mine/act/import-opml", body, ["Content-Type": "multipart/form-data; boundary=B"])
    }

    private func report(_ lines: [String], _ browser: Browser) async throws -> (path: String, answer: Browser.Response)
    {
        let answer = try await importFile(lines, browser)
        let path = try #require(answer.header("Location"))
        return (path, try await browser.get(path))
    }

    @Test func `a file's feeds are listed as new, known and refused, each with a way to it`() async throws {
        let app = try WebTestApp()
        let known = try await app.follow("https://known.example/feed", title: "Known")
        try await app.withBrowser { browser async throws in
            let (path, answer) = try await report(
                [
                    "https://known.example/feed", "https://new.example/<feed>", "gopher://old.example/",
                    "https://new.example/<feed>",
                ], browser)
            #expect(path.hasPrefix("/mine/import?id="))
            let page = answer.page
            #expect(page.text.contains("1 feed added, 1 followed already, 1 listed twice, 1 refused."))
            let headings = ["Refused (1)", "New (1)", "Followed already (1)", "Listed twice in the file (1)"]
            #expect(page.headings(2) == headings)
            #expect(page.hasLink(to: "/mine/feed/\(known.rawValue)"))
            let refused = try #require(page.parts(".feed-row").first { $0.has("span.name") })
            #expect(refused.texts("b") == ["gopher://old.example/"])
            #expect(refused.texts("small") == ["Line 4: not a web address"])
            #expect(!answer.text.contains("<feed>"))
            // The offer to take it back names it.
            #expect(page.texts("[role=status] > span").contains("1 feed added"))
            let ticket = try #require(page.undoTicket)
            // The same file again adds nothing, and its report does not offer to take the first import back.
            let again = try await report(["https://new.example/<feed>"], browser).answer.page
            #expect(again.undoTicket == nil && again.text.contains("0 feeds added, 1 followed already"))
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
        }
        let left = try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions)
        #expect(left.map(\.id) == [known])
    }

    @Test func `a long list comes in pages, and none of it is left out`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let (path, first) = try await report((1...450).map { "https://a.example/\($0)" }, browser)
            func rows(_ page: ShownPage) -> Int { page.parts(".feed-row").count }
            #expect(rows(first.page) == 50 && first.page.hasLink("Show all 450"))
            var from = 0
            var seen = 0
            while true {
                let page = try await browser.get("\(path)&show=added&from=\(from)").page
                seen += rows(page)
                guard page.hasLink("More feeds") else { break }
                from += 200
            }
            #expect(seen == 450 && from == 400)
            let beyond = try await browser.get("\(path)&show=added&from=99999999999999999999")
            #expect(beyond.status == .ok && rows(beyond.page) == 1)
            #expect(try await browser.get("/mine/import?id=other").status == .notFound)
        }
    }
}
