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

    private func report(_ lines: [String], _ browser: Browser) async throws -> (path: String, page: String) {
        let answer = try await importFile(lines, browser)
        let path = try #require(answer.header("Location"))
        return (path, try await browser.get(path).text)
    }

    @Test func `a file's feeds are listed as new, known and refused, each with a way to it`() async throws {
        let app = try WebTestApp()
        let known = try await app.follow("https://known.example/feed", title: "Known")
        try await app.withBrowser { browser async throws in
            let (path, page) = try await report(
                [
                    "https://known.example/feed", "https://new.example/<feed>", "gopher://old.example/",
                    "https://new.example/<feed>",
                ], browser)
            #expect(path.hasPrefix("/mine/import?id="))
            #expect(page.contains("1 feed added, 1 followed already, 1 listed twice, 1 refused."))
            for heading in ["New (1)", "Followed already (1)", "Listed twice in the file (1)", "Refused (1)"] {
                #expect(page.contains(">\(heading)</h2>"), "\(heading)")
            }
            #expect(page.contains("href=\"/mine/feed/\(known.rawValue)\""))
            #expect(page.contains("gopher://old.example/</b><small>Line 4: not a web address</small>"))
            #expect(!page.contains("<feed>"))
            // The offer to take it back names it.
            #expect(page.contains("<span>1 feed added</span>"))
            let ticket = try #require(page.firstMatch(of: /data-undo-id="(\d+)"/)).1
            _ = try await browser.post("/mine/act/undo", "ticket=\(ticket)")
        }
        let left = try await app.library.subscriptions.folders(for: app.reader).flatMap(\.subscriptions)
        #expect(left.map(\.id) == [known])
    }

    @Test func `a long list comes in pages, and none of it is left out`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let (path, first) = try await report((1...450).map { "https://a.example/\($0)" }, browser)
            func rows(_ page: String) -> Int { page.components(separatedBy: "class=\"feed-row\"").count - 1 }
            #expect(rows(first) == 50 && first.contains("Show all 450"))
            var from = 0
            var seen = 0
            while true {
                let page = try await browser.get("\(path)&show=added&from=\(from)").text
                seen += rows(page)
                guard page.contains("More feeds") else { break }
                from += 200
            }
            #expect(seen == 450 && from == 400)
            let beyond = try await browser.get("\(path)&show=added&from=99999999999999999999")
            #expect(beyond.status == .ok && rows(beyond.text) == 1)
            #expect(try await browser.get("/mine/import?id=other").status == .notFound)
        }
    }
}
