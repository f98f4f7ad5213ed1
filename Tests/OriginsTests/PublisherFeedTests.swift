import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// Tests of the same events in the sample news service and in its publishers' own feeds.
@Suite struct PublisherFeedTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func withSources(_ body: (SampleNewsAPI, Fetcher) async throws -> Void) async throws {
        try await SampleNewsAPI.open(startAt: Self.now, now: { Self.now }) { service in
            let allowed = AllowedAddress(service.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { Self.now })
            do {
                try await body(service, fetcher)
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    private func stories(_ address: String, _ fetcher: Fetcher) async throws -> [FetchedStory] {
        let source = SyndicationSource(fetcher: fetcher, now: { Self.now })
        let request = ChannelRequest(address: try #require(WebAddress(address)), reason: .due)
        let response = try await source.stories(in: request)
        #expect(response.diagnostics == [], "\(address)")
        return try #require(response.stories)
    }

    @Test func `publishers' own feeds tell what the service tells, in other words and mostly at its addresses`()
        async throws
    {
        try await withSources { service, fetcher in
            var own: [String: FetchedStory] = [:]
            for publisher in service.publishers {
                for story in try await stories(publisher.feedAddress, fetcher) {
                    #expect(!story.title.isEmpty && story.publishedAt != nil, "\(publisher.id)")
                    own[try #require(story.link).text] = story
                }
            }
            let access = KeyedAPIAccess(key: { service.key }, claimRequest: { _ in }, recordExhaustion: { _ in })
            let source = NewsAPISource(
                fetcher: fetcher, site: try #require(WebAddress(service.baseURL)), access: access, now: { Self.now })
            let headlines = try #require(WebAddress(service.baseURL + "v2/top-headlines?country=us"))
            let response = try await source.stories(in: ChannelRequest(address: headlines, reason: .due))
            let told = try #require(response.stories)
            let shared = told.compactMap { story in own[story.link?.text ?? ""].map { (service: story, own: $0) } }
            #expect(shared.count > 30 && shared.count < told.count)
            for pair in shared { #expect(pair.service.title != pair.own.title) }
        }
    }

    @Test func `a feed of a category is that publisher's, and its stories' pages open`() async throws {
        try await withSources { service, fetcher in
            let address = try #require(service.feedAddress(of: "kuestenbote", category: "science"))
            let found = try await stories(address, fetcher)
            #expect(!found.isEmpty && Set(found.flatMap(\.tags)) == ["science"])
            let page = try #require(found.first?.link)
            let article = try await ArticleFetcher(fetcher: fetcher).article(for: ArticleFetchRequest(address: page))
            guard case .fullText(let text) = article.content else { throw MissingValue(what: "\(article.content)") }
            #expect(text.text.count > 200)
        }
    }
}
