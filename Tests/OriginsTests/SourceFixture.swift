import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Synchronization

/// A clock that stands still until it is moved.
final class ManualClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_790_000_000))
    var now: Date { instant.withLock { $0 } }
    func advance(days: Double) { instant.withLock { $0 += days * 86_400 } }
}

/// One origin on loopback, and what asks it.
struct SourceFixture {
    let origin: SampleOrigin
    let fetcher: Fetcher
    let clock: ManualClock
    let discoveryCache = DiscoveryCache()
    var patience = SyndicationSource.patience

    /// Opens an origin with these pages, and closes everything when `body` ends.
    static func open(
        _ pages: [String: SampleResource] = [:], limits: FetchLimits = .standard,
        _ body: (SourceFixture) async throws -> Void
    ) async throws {
        try await SampleOrigin.open(pages) { origin in
            let clock = ManualClock()
            let allowed = AllowedAddress(origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", limits: limits,
                now: { clock.now })
            let kitchen = SourceFixture(origin: origin, fetcher: fetcher, clock: clock)
            do {
                try await body(kitchen)
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    /// What cannot be an address is a mistake in a test.
    struct InvalidAddress: Error { let text: String }

    func address(_ path: String) throws -> WebAddress {
        guard let address = WebAddress(origin.address(path)) else { throw InvalidAddress(text: path) }
        return address
    }

    func fetch(_ path: String = "/feed", remembering memory: SourceState? = nil) async throws -> ChannelResponse {
        let source = SyndicationSource(
            fetcher: fetcher, patience: patience, discoveryCache: discoveryCache, now: { [clock] in clock.now })
        return try await source.stories(
            in: ChannelRequest(address: try address(path), reason: .due, sourceState: memory))
    }

    /// The error that asking ends in, if it does.
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

    /// The paths that were asked for, in order.
    var requestPaths: [String] { origin.requests.map(\.path) }
}

/// Documents for the origin to serve.
enum FeedFixture {
    /// An RSS document with these items and channel elements.
    static func rss(_ items: String..., title: String = "The Ledger", channel: String = "") -> SampleResource {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel><title>\(title)</title>\(channel)\(items.joined())</channel></rss>
            """
        return SampleResource(text, contentType: "application/rss+xml; charset=utf-8")
    }

    /// One item with an id, a title, a link and a date so many hours after the year's beginning.
    static func item(_ name: String, hours: Int = 0) -> String {
        let hour = hours < 10 ? "0\(hours)" : "\(hours)"
        return """
            <item><guid isPermaLink="false">\(name)</guid><title>Story \(name)</title><link>https://ledger.example/\(name)</link>
            <pubDate>Thu, 01 Jan 2026 \(hour):00:00 GMT</pubDate><description>About \(name).</description></item>
            """
    }

    /// A 304 with these headers.
    static func unmodified(_ headers: [(name: String, value: String)]) -> SampleResource {
        SampleResource([], contentType: "application/rss+xml", hasEntityTag: false, status: 304, headers: headers)
    }

    static func html(head: String = "", body: String = "") -> SampleResource {
        SampleResource(
            "<!doctype html><html lang=en><head><title>Ledger House</title>\(head)</head><body>\(body)</body></html>",
            contentType: "text/html; charset=utf-8")
    }
}
