import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// What is added decides its kind by what it says of itself (decision 4).
@Suite struct WordPressDiscoveryTests {
    private func found(_ path: String, in house: StudentPaper) async throws -> [FoundChannel] {
        let address = try #require(WebAddress(house.paper.origin.address(path)))
        return try await FeedDiscovery(fetcher: house.fetcher, now: { house.clock.now }).discover(at: address)
    }

    @Test func `a WordPress site is found as one, from its front page, from a category and from its feed`() async throws
    {
        try await StudentPaper.open { house async throws in
            for path in ["/", "/category/news/", "/feed/"] {
                let first = try #require(try await found(path, in: house).first)
                #expect(first.kind == .wordPress && first.address.path == "/feed/", "\(path)")
                #expect(first.facts.title == "The Mudlark" && first.preview.count == 3 && first.facts.icon != nil)
            }
        }
    }

    @Test func `its feed of comments stays a feed`() async throws {
        try await StudentPaper.open { house async throws in
            let all = try await found("/", in: house)
            #expect(all.first { $0.address.path == "/comments/feed/" }?.kind == .feed)
            #expect(try await found("/comments/feed/", in: house).map(\.kind) == [.feed])
        }
    }

    @Test func `a site that does not say what it is stays a feed`() async throws {
        try await StudentPaper.open {
            $0.saysWhatItIs = false
        } _: { house async throws in
            #expect(try await found("/", in: house).map(\.kind) == [.feed, .feed])
        }
    }

    @Test func `a page's word holds for its own feeds alone`() async throws {
        try await Kitchen.open(["/feed": Dish.rss(Dish.item("1"))]) { kitchen in
            let head = """
                <meta name="generator" content="WordPress 6.6">
                <link rel="alternate" type="application/rss+xml" href="/feed">
                """
            kitchen.origin.put(Dish.html(head: head), at: "/")
            #expect(try await kitchen.discover("/").map(\.kind) == [.wordPress])
            try await SampleOrigin.open([
                "/other": Dish.html(head: head.replacing("\"/feed\"", with: "\"\(kitchen.origin.address("/feed"))\""))
            ]) { other in
                let allowed = [kitchen.origin.host, other.host].compactMap { AllowedAddress($0) }
                let fetcher = Fetcher(
                    policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { kitchen.clock.now })
                let address = try #require(WebAddress(other.address("/other")))
                let kinds = try await FeedDiscovery(fetcher: fetcher).discover(at: address).map(\.kind)
                await fetcher.shutdown()
                #expect(kinds == [.feed])
            }
        }
    }

    @Test func `who follows what was found is given what was read then, put in order`() async throws {
        try await StudentPaper.open { house async throws in
            let tastings = Tastings()
            let now: @Sendable () -> Date = { house.clock.now }
            let discovery = FeedDiscovery(fetcher: house.fetcher, tastings: tastings, now: now)
            let address = try #require(WebAddress(house.paper.origin.address("/")))
            let channel = try #require(try await discovery.discover(at: address).first)
            let asked = house.paper.origin.hits(at: "/feed/").count
            let catalog = Catalog.sources(fetcher: house.fetcher, tastings: tastings, now: now)
            let source = try #require(catalog.source(of: channel.kind, at: channel.address))
            let stories = try #require(
                try await source.stories(in: ChannelRequest(address: channel.address, reason: .asked)).stories)
            #expect(house.paper.origin.hits(at: "/feed/").count == asked && stories.count == 10)
            #expect(!stories.contains { $0.body.text.contains("-300x200") })
            #expect(source.discussion != nil && source.fullText != nil)
        }
    }
}
