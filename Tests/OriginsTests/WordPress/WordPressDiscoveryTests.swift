import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests that a feed's kind follows from its site's own data (decision 4).
@Suite struct WordPressDiscoveryTests {
    private func found(_ path: String, in fixture: WordPressFixture) async throws -> [DiscoveredChannel] {
        let address = try #require(WebAddress(fixture.sample.origin.address(path)))
        return try await FeedDiscovery(fetcher: fixture.fetcher, now: { fixture.clock.now }).discover(at: address)
    }

    @Test func `a WordPress site is found as one, from its front page, from a category and from its feed`() async throws
    {
        try await WordPressFixture.open { fixture async throws in
            for path in ["/", "/category/news/", "/feed/"] {
                let first = try #require(try await found(path, in: fixture).first)
                #expect(first.kind == .wordPress && first.address.path == "/feed/", "\(path)")
                #expect(first.metadata.title == "The Mudlark" && first.preview.count == 3 && first.metadata.icon != nil)
            }
        }
    }

    @Test func `its feed of comments stays a feed`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let all = try await found("/", in: fixture)
            #expect(all.first { $0.address.path == "/comments/feed/" }?.kind == .feed)
            #expect(try await found("/comments/feed/", in: fixture).map(\.kind) == [.feed])
        }
    }

    @Test func `a site that does not say what it is stays a feed`() async throws {
        try await WordPressFixture.open {
            $0.advertisesWordPress = false
        } _: { fixture async throws in
            #expect(try await found("/", in: fixture).map(\.kind) == [.feed, .feed])
        }
    }

    @Test func `a page's word holds for its own feeds alone`() async throws {
        try await SourceFixture.open(["/feed": FeedFixture.rss(FeedFixture.item("1"))]) { fixture in
            let head = """
                <meta name="generator" content="WordPress 6.6">
                <link rel="alternate" type="application/rss+xml" href="/feed">
                """
            fixture.origin.serve(FeedFixture.html(head: head), at: "/")
            #expect(try await fixture.discover("/").map(\.kind) == [.wordPress])
            try await SampleOrigin.open([
                "/other": FeedFixture.html(
                    head: head.replacing("\"/feed\"", with: "\"\(fixture.origin.address("/feed"))\""))
            ]) { other in
                let allowed = [fixture.origin.host, other.host].compactMap { AllowedAddress($0) }
                let fetcher = Fetcher(
                    policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { fixture.clock.now })
                let address = try #require(WebAddress(other.address("/other")))
                let kinds = try await FeedDiscovery(fetcher: fetcher).discover(at: address).map(\.kind)
                await fetcher.shutdown()
                #expect(kinds == [.feed])
            }
        }
    }

    @Test func `who follows what was found is given what was read then, put in order`() async throws {
        try await WordPressFixture.open { fixture async throws in
            let discoveryCache = DiscoveryCache()
            let now: @Sendable () -> Date = { fixture.clock.now }
            let discovery = FeedDiscovery(fetcher: fixture.fetcher, discoveryCache: discoveryCache, now: now)
            let address = try #require(WebAddress(fixture.sample.origin.address("/")))
            let channel = try #require(try await discovery.discover(at: address).first)
            let asked = fixture.sample.origin.requests(at: "/feed/").count
            let catalog = BuiltInSources.catalog(fetcher: fixture.fetcher, discoveryCache: discoveryCache, now: now)
            let source = try #require(catalog.source(of: channel.kind, at: channel.address))
            let stories = try #require(
                try await source.stories(in: ChannelRequest(address: channel.address, reason: .manual)).stories)
            #expect(fixture.sample.origin.requests(at: "/feed/").count == asked && stories.count == 10)
            #expect(!stories.contains { $0.body.text.contains("-300x200") })
            #expect(source.discussion != nil && source.hasStoryPages)
        }
    }
}
