import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import TestSupport
import URLs

/// An origin on loopback and its clients.
struct SourceFixture {
    let origin: SampleOrigin
    let fetcher: Fetcher
    let clock: TestClock
    let discoveryCache = DiscoveryCache()
    var fullFetchInterval = SyndicationSource.fullFetchInterval

    /// Serves these pages, and closes everything when `body` returns.
    static func open(
        _ pages: [String: SampleResource] = [:], limits: FetchLimits = .standard,
        _ body: (SourceFixture) async throws -> Void
    ) async throws {
        try await SampleOrigin.open(pages) { origin in
            let clock = TestClock(FeedFixture.start)
            let allowed = AllowedAddress(origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", limits: limits,
                now: { clock.now })
            let fixture = SourceFixture(origin: origin, fetcher: fetcher, clock: clock)
            do {
                try await body(fixture)
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    /// An error for an invalid path in a test.
    struct InvalidAddress: Error { let text: String }

    func address(_ path: String) throws -> WebAddress {
        guard let address = WebAddress(origin.address(path)) else { throw InvalidAddress(text: path) }
        return address
    }

    func fetch(_ path: String = "/feed", previous state: SourceState? = nil) async throws -> ChannelResponse {
        let source = SyndicationSource(
            fetcher: fetcher, fullFetchInterval: fullFetchInterval, discoveryCache: discoveryCache,
            now: { [clock] in clock.now })
        return try await source.stories(
            in: ChannelRequest(address: try address(path), reason: .due, sourceState: state))
    }

    /// Returns the error of a fetch; nil if there is none.
    func failure(at path: String = "/feed") async throws -> SourceError? {
        do {
            _ = try await fetch(path)
            return nil
        } catch let error as SourceError {
            return error
        }
    }

    func discover(_ path: String = "/") async throws -> [DiscoveredChannel] {
        let discovery = FeedDiscovery(fetcher: fetcher, discoveryCache: discoveryCache, now: { [clock] in clock.now })
        return try await discovery.discover(at: try address(path))
    }

    /// The requested paths in order.
    var requestPaths: [String] { origin.requests.map(\.path) }
}

/// The documents for an origin to serve.
enum FeedFixture {
    /// The first instant of the tests' clocks: 21 September 2026, 14:13 UTC.
    static let start = Date(timeIntervalSince1970: 1_790_000_000)

    /// Returns an RSS document with these items and channel elements.
    static func rss(_ items: String..., title: String = "The Ledger", channel: String = "") -> SampleResource {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel><title>\(title)</title>\(channel)\(items.joined())</channel></rss>
            """
        return SampleResource(text, contentType: "application/rss+xml; charset=utf-8")
    }

    /// Returns an item with ID, title, link and date, `hours` after the start of 2026.
    static func item(_ name: String, hours: Int = 0) -> String {
        let hour = hours < 10 ? "0\(hours)" : "\(hours)"
        return """
            <item><guid isPermaLink="false">\(name)</guid><title>Story \(name)</title><link>https://ledger.example/\(name)</link>
            <pubDate>Thu, 01 Jan 2026 \(hour):00:00 GMT</pubDate><description>About \(name).</description></item>
            """
    }

    /// Returns a 304 with these headers.
    static func unmodified(_ headers: [(name: String, value: String)]) -> SampleResource {
        SampleResource([], contentType: "application/rss+xml", hasEntityTag: false, status: 304, headers: headers)
    }

    static func html(head: String = "", body: String = "") -> SampleResource {
        SampleResource(
            "<!doctype html><html lang=en><head><title>Ledger House</title>\(head)</head><body>\(body)</body></html>",
            contentType: "text/html; charset=utf-8")
    }
}
