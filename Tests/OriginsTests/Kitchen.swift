import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Synchronization

/// A clock that stands still until it is moved.
final class StandingClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_790_000_000))
    var now: Date { instant.withLock { $0 } }
    func pass(days: Double) { instant.withLock { $0 += days * 86_400 } }
}

/// One origin on loopback, and what asks it.
struct Kitchen {
    let origin: SampleOrigin
    let fetcher: Fetcher
    let clock: StandingClock
    let tastings = Tastings()
    var patience = SyndicationSource.patience

    /// Opens an origin with these pages, and closes everything when `body` ends.
    static func open(
        _ pages: [String: SamplePage] = [:], limits: FetchLimits = .standard, _ body: (Kitchen) async throws -> Void
    ) async throws {
        try await SampleOrigin.open(pages) { origin in
            let clock = StandingClock()
            let allowed = AllowedAddress(origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", limits: limits,
                now: { clock.now })
            let kitchen = Kitchen(origin: origin, fetcher: fetcher, clock: clock)
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
    struct NoAddress: Error { let text: String }

    func address(_ path: String) throws -> WebAddress {
        guard let address = WebAddress(origin.address(path)) else { throw NoAddress(text: path) }
        return address
    }

    func ask(_ path: String = "/feed", remembering memory: ChannelMemory? = nil) async throws -> ChannelAnswer {
        let source = SyndicationSource(
            fetcher: fetcher, patience: patience, tastings: tastings, now: { [clock] in clock.now })
        return try await source.stories(
            in: ChannelRequest(address: try address(path), reason: .due, memory: memory))
    }

    /// The error that asking ends in, if it does.
    func failure(at path: String = "/feed") async throws -> SourceError? {
        do {
            _ = try await ask(path)
            return nil
        } catch let error as SourceError {
            return error
        }
    }

    func discover(_ path: String = "/") async throws -> [FoundChannel] {
        let discovery = FeedDiscovery(fetcher: fetcher, tastings: tastings, now: { [clock] in clock.now })
        return try await discovery.discover(at: try address(path))
    }

    /// The paths that were asked for, in order.
    var path: [String] { origin.hits.map(\.path) }
}

/// Documents for the origin to serve.
enum Dish {
    /// An RSS document with these items and channel elements.
    static func rss(_ items: String..., title: String = "The Ledger", channel: String = "") -> SamplePage {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel><title>\(title)</title>\(channel)\(items.joined())</channel></rss>
            """
        return SamplePage(text, contentType: "application/rss+xml; charset=utf-8")
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
    static func unmodified(_ headers: [(name: String, value: String)]) -> SamplePage {
        SamplePage([], contentType: "application/rss+xml", hasEntityTag: false, status: 304, headers: headers)
    }

    static func html(head: String = "", body: String = "") -> SamplePage {
        SamplePage(
            "<!doctype html><html lang=en><head><title>Ledger House</title>\(head)</head><body>\(body)</body></html>",
            contentType: "text/html; charset=utf-8")
    }
}
