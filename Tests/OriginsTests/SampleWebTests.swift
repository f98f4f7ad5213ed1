import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import TestSupport
import Testing
import URLs

/// Tests of pages in many shapes over real HTTP: each is read correctly or rejected with a reason.
@Suite struct SampleWebTests {
    /// Returns the differences from the expected extraction, in the words of the content file.
    private func read(_ page: SampleWebPage, of web: SampleWeb, by fetcher: Fetcher) async throws -> String {
        let address = try #require(WebAddress(web.origin.address(page.path)))
        do {
            switch try await BuiltInSources.catalog(fetcher: fetcher).articles
                .article(for: ArticleFetchRequest(address: address))
                .content
            {
            case .fullText(let text): return mismatch(text, page.expected)
            case .notAnArticle(_, let cause): return mismatch(cause.message, page.expected)
            case .unchanged: return "unchanged"
            }
        } catch {
            let status: String =
                switch error {
                case .notThere: "404"
                case .gone: "410"
                case .signInNeeded: "sign-in"
                case .refused(503, _): "server error (503)"
                case .refused(let status, _): "\(status)"
                case .unreadable(let cause), .unreachable(let cause), .notAllowed(let cause), .keyNeeded(let cause):
                    cause.message
                case .busy: "busy"
                }
            return mismatch(status, page.expected)
        }
    }

    private func mismatch(_ why: String, _ wanted: SampleWebPage.ExpectedArticle) -> String {
        guard let words = wanted.refusalText else { return "no text: \(why)" }
        return why.contains(words) ? "" : "said: \(why)"
    }

    private func mismatch(_ text: FullText, _ wanted: SampleWebPage.ExpectedArticle) -> String {
        guard let first = wanted.firstWords, let last = wanted.lastWords else {
            return "a text: \(text.text.prefix(80))"
        }
        var odd: [String] = []
        if text.title != wanted.title { odd.append("title \(text.title ?? "none")") }
        if text.byline != wanted.byline { odd.append("byline \(text.byline ?? "none")") }
        if !text.text.hasPrefix(first) { odd.append("begins \(text.text.prefix(60))") }
        if !text.text.hasSuffix(last) { odd.append("ends \(text.text.suffix(60))") }
        let words = text.text.split(whereSeparator: \.isWhitespace).count
        // Words are counted differently in languages without spaces between them.
        if let wanted = wanted.wordCount, words != wanted, text.language != "zh-Hans" { odd.append("\(words) words") }
        let pictures = text.body.text.ranges(of: "<img ").count
        if pictures != wanted.pictureCount { odd.append("\(pictures) pictures") }
        return odd.joined(separator: ", ")
    }

    @Test(.mission("HN-69")) func `every page of the outland is read as it should be, or says why not`() async throws {
        try await SampleWeb.open { web in
            let pages = web.pages.filter(\.isListed)
            #expect(pages.count >= 40)
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: [try #require(AllowedAddress(web.origin.host))]),
                userAgent: "Tidings tests")
            for page in pages {
                let complaint = try await read(page, of: web, by: fetcher)
                #expect(complaint == "", "\(page.path)")
            }
            await fetcher.shutdown()
            // The page at `/private` leads to a private address, to which no request is sent.
            #expect(web.origin.requests(at: "/private").count == 1)
            for hit in web.origin.requests {
                #expect(hit.header("cookie") == nil && hit.header("referer") == nil)
                #expect(hit.header("user-agent") == "Tidings tests")
            }
            #expect(web.origin.maxConcurrentRequests == 1)
        }
    }

    @Test func `a page asked again with what it gave is unchanged, and one that wants to be forgotten says so`()
        async throws
    {
        try await SampleWeb.open { web in
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: [try #require(AllowedAddress(web.origin.host))]),
                userAgent: "Tidings tests")
            let pages = BuiltInSources.catalog(fetcher: fetcher).articles
            let market = try #require(WebAddress(web.origin.address("/news/market")))
            let first = try await pages.article(for: ArticleFetchRequest(address: market))
            #expect(first.sourceState != nil && first.isStorable)
            let again = try await pages.article(
                for: ArticleFetchRequest(address: market, sourceState: first.sourceState))
            guard case .unchanged = again.content else { throw UnexpectedReading() }
            #expect(again.status == 304)
            let shy = try #require(WebAddress(web.origin.address("/no-store")))
            #expect(try await pages.article(for: ArticleFetchRequest(address: shy)).isStorable == false)
            let paid = try #require(WebAddress(web.origin.address("/paper/dredger")))
            guard case .fullText(let text) = try await pages.article(for: ArticleFetchRequest(address: paid)).content
            else {
                throw UnexpectedReading()
            }
            #expect(text.isTruncated)
            await fetcher.shutdown()
        }
    }

    private struct UnexpectedReading: Error {}
}
