import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Testing

/// Pages in every shape that real ones have, over real HTTP: each is read as it should be, or says why not.
@Suite struct OutlandTests {
    /// What was read, in the words of the content file.
    private func read(_ page: OutlandPage, of outland: SampleOutland, by fetcher: Fetcher) async throws -> String {
        let address = try #require(WebAddress(outland.origin.address(page.path)))
        do {
            switch try await Catalog.pages(fetcher: fetcher).read(PageRequest(address: address)).reading {
            case .text(let text): return complaint(text, page.reading)
            case .nothing(_, let why): return complaint(why, page.reading)
            case .unchanged: return "unchanged"
            }
        } catch {
            let status: String =
                switch error {
                case .notThere: "404"
                case .gone: "410"
                case .signInNeeded: "sign-in"
                case .refused(503, _): "fault of its own (503)"
                case .refused(let status, _): "\(status)"
                case .unreadable(let why), .unreachable(let why), .notAllowed(let why): why
                case .busy: "busy"
                }
            return complaint(status, page.reading)
        }
    }

    private func complaint(_ why: String, _ wanted: OutlandPage.Reading) -> String {
        guard let words = wanted.refusal else { return "no text: \(why)" }
        return why.contains(words) ? "" : "said: \(why)"
    }

    private func complaint(_ text: FullText, _ wanted: OutlandPage.Reading) -> String {
        guard let first = wanted.first, let last = wanted.last else { return "a text: \(text.text.prefix(80))" }
        var odd: [String] = []
        if text.title != wanted.title { odd.append("title \(text.title ?? "none")") }
        if text.byline != wanted.byline { odd.append("byline \(text.byline ?? "none")") }
        if !text.text.hasPrefix(first) { odd.append("begins \(text.text.prefix(60))") }
        if !text.text.hasSuffix(last) { odd.append("ends \(text.text.suffix(60))") }
        let words = text.text.split(whereSeparator: \.isWhitespace).count
        // Where words are not parted by spaces they are counted otherwise.
        if let wanted = wanted.words, words != wanted, text.language != "zh-Hans" { odd.append("\(words) words") }
        let pictures = text.body.text.ranges(of: "<img ").count
        if pictures != wanted.pictures { odd.append("\(pictures) pictures") }
        return odd.joined(separator: ", ")
    }

    @Test func `every page of the outland is read as it should be, or says why not`() async throws {
        try await SampleOutland.open { outland in
            let pages = outland.pages.filter(\.isListed)
            #expect(pages.count >= 40)
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: [try #require(AllowedAddress(outland.origin.host))]),
                userAgent: "Tidings tests")
            for page in pages {
                let complaint = try await read(page, of: outland, by: fetcher)
                #expect(complaint == "", "\(page.path)")
            }
            await fetcher.shutdown()
            // What a private address would have been asked is not known, as nothing was sent there.
            #expect(outland.origin.hits(at: "/private").count == 1)
            for hit in outland.origin.hits {
                #expect(hit.header("cookie") == nil && hit.header("referer") == nil)
                #expect(hit.header("user-agent") == "Tidings tests")
            }
            #expect(outland.origin.mostAtOnce == 1)
        }
    }

    @Test func `a page asked again with what it gave is unchanged, and one that wants to be forgotten says so`()
        async throws
    {
        try await SampleOutland.open { outland in
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: [try #require(AllowedAddress(outland.origin.host))]),
                userAgent: "Tidings tests")
            let pages = Catalog.pages(fetcher: fetcher)
            let market = try #require(WebAddress(outland.origin.address("/news/market")))
            let first = try await pages.read(PageRequest(address: market))
            #expect(first.memory != nil && first.mayBeKept)
            let again = try await pages.read(PageRequest(address: market, memory: first.memory))
            guard case .unchanged = again.reading else { throw Unexpected() }
            #expect(again.status == 304)
            let shy = try #require(WebAddress(outland.origin.address("/no-store")))
            #expect(try await pages.read(PageRequest(address: shy)).mayBeKept == false)
            let paid = try #require(WebAddress(outland.origin.address("/paper/dredger")))
            guard case .text(let text) = try await pages.read(PageRequest(address: paid)).reading else {
                throw Unexpected()
            }
            #expect(text.isCutShort)
            await fetcher.shutdown()
        }
    }

    private struct Unexpected: Error {}
}
