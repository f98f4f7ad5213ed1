import Foundation
import HTTPTypes
import Library
import News
import Synchronization
import TestSupport
import Testing
import URLs
import Untrusted

@testable import Web

/// A source that keeps its threads busy, as a document does that takes long to read, until it is released.
private final class BusySource: Source, ArticleCapability {
    private let gate = DispatchSemaphore(value: 0)
    let (starts, started) = AsyncStream<Void>.makeStream()

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        occupyThread()
        return ChannelResponse(stories: [])
    }

    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        occupyThread()
        throw .notThere
    }

    private func occupyThread() {
        started.yield()
        gate.wait()
        gate.signal()
    }

    func release() { gate.signal() }
}

@Suite struct `Work on bytes from outside` {
    /// More feeds than a machine of tests has cores, each at a host of its own.
    private static let feeds = (1...8).map { "https://busy-\($0).test/feed" }

    private func app(_ source: BusySource) throws -> WebTestApp {
        try WebTestApp(sources: { _, _ in
            SourceCatalog(
                [.feed: { _ in source }], articles: source, executor: UntrustedWorkExecutor(threads: 1))
        })
    }

    @Test(.timeLimit(.minutes(1)))
    func `pages are answered while every feed that is read takes for ever`() async throws {
        let source = BusySource()
        let app = try app(source)
        for feed in Self.feeds {
            try await app.library.subscriptions.follow(
                DiscoveredChannel(kind: .feed, address: webAddress(feed), metadata: ChannelMetadata(title: feed)),
                for: app.reader)
        }
        let refresher = Refresher(library: app.library)
        async let summary = refresher.runOnce()
        async let page = app.library.linkedPages.fetch(webAddress("https://busy.test/page"), for: nil, isManual: true)
        var starts = source.starts.makeAsyncIterator()
        _ = await starts.next()
        try await app.withBrowser { browser in
            for path in ["/mine/", "/mine/feeds", "/mine/saved"] {
                let response = try await browser.get(path)
                #expect(response.status == .ok, "\(path)")
            }
        }
        source.release()
        let fetched = await summary.fetched
        #expect(fetched == Self.feeds.count)
        _ = try await page
    }
}
