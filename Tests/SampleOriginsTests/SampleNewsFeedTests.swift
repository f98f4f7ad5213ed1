import Foundation
import FoundationXML
import Synchronization
import Testing

@testable import SampleOrigins

/// The own feeds of the news service's publishers, by which headlines come without a key.
@Suite struct SampleNewsFeedTests {
    private static let startAt = Date(timeIntervalSince1970: 1_790_000_000)

    private final class Clock: Sendable {
        private let instant = Mutex(startAt)
        var now: Date { instant.withLock { $0 } }

        func advance(minutes: Double) { instant.withLock { $0.addTimeInterval(minutes * 60) } }
    }

    private func withService(_ body: (SampleNewsAPI, Clock) async throws -> Void) async throws {
        let clock = Clock()
        try await SampleNewsAPI.open(startAt: Self.startAt, now: { clock.now }) { try await body($0, clock) }
    }

    private func fetch(_ address: String, _ service: SampleNewsAPI) async throws -> RawHTTPResponse {
        try await RawHTTPResponse.fetch(service.origin.port, String(address.dropFirst(service.origin.site.count)))
    }

    private func matches(_ pattern: Regex<(Substring, Substring)>, in text: String) -> [String] {
        text.matches(of: pattern).map { String($0.1) }
    }

    @Test func `a publisher of everything has a feed of each category, with its own address and stories`() async throws
    {
        try await withService { service, _ in
            for publisher in service.publishers where publisher.category == "general" {
                let main = try await fetch(publisher.feedAddress, service).text.replacing("\\/", with: "/")
                for category in SampleNewsRequest.categories {
                    let address = try #require(service.feedAddress(of: publisher.id, category: category))
                    let feed = try await fetch(address, service)
                    #expect(feed.status == 200 && feed.body != Array(main.utf8), "\(address)")
                    let isJSON = feed.header("content-type")?.contains("json") == true
                    #expect(isJSON || XMLParser(data: Data(feed.body)).parse(), "\(address)")
                    #expect(
                        feed.text.replacing("\\/", with: "/").contains("\"\(address)\""), "names itself: \(address)")
                    let own = matches(/<category>([^<]*)</, in: feed.text) + matches(/term="([^"]*)"/, in: feed.text)
                    #expect(Set(own) == (isJSON ? [] : [category]), "\(address)")
                }
            }
            #expect(service.feedAddress(of: "nobody", category: "science") == nil)
            let none = try await fetch(service.baseURL + "publishers/daily-lantern/weather.xml", service)
            #expect(none.status == 404)
        }
    }

    @Test func `some feeds have whole texts and others excerpts, each of at most forty stories`() async throws {
        try await withService { service, _ in
            var excerpts = 0
            for publisher in service.publishers {
                let feed = try await fetch(publisher.feedAddress, service).text
                let links = Set(matches(/\/stories\/([a-z0-9-]+)/, in: feed.replacing("\\/", with: "/")))
                #expect((20...40).contains(links.count), "\(publisher.id): \(links.count)")
                let isWhole = feed.contains("<p>") || feed.contains("&lt;p&gt;")
                if !isWhole { excerpts += 1 }
            }
            #expect((4...12).contains(excerpts))
        }
    }

    @Test func `an event breaks within two minutes of watching, in the feeds of several publishers of each language`()
        async throws
    {
        try await withService { service, clock in
            #expect(try await tellers(of: "bridge-closed-1", service).isEmpty)
            clock.advance(minutes: 2)
            let languages = try await tellers(of: "bridge-closed-1", service)
            for language in ["en", "de", "fr"] {
                #expect(languages.count { $0 == language } >= 2, "\(languages)")
            }
        }
    }

    /// The languages of the general publishers whose feeds have a story.
    private func tellers(of story: String, _ service: SampleNewsAPI) async throws -> [String] {
        var languages: [String] = []
        for publisher in service.publishers where publisher.category == "general" {
            let feed = try await fetch(publisher.feedAddress, service)
            if feed.text.contains(story) { languages.append(publisher.language) }
        }
        return languages
    }
}
