import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Testing
import URLs

@Suite struct SampleSitesTests {
    @Test func `every publication of the sample town is found from its home page and read whole`() async throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        try await SampleSites.open(startAt: now, now: { now }) { sites in
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: sites.origins.compactMap { AllowedAddress($0.host) }),
                userAgent: "Tidings tests", now: { now })
            do {
                for publication in sites.publications {
                    try await checkPublication(publication, of: sites, by: fetcher, at: now)
                }
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    private func checkPublication(
        _ publication: Publication, of sites: SampleSites, by fetcher: Fetcher, at now: Date
    ) async throws {
        let origin = try #require(sites.origin(publication.slug))
        let home = try #require(WebAddress(origin.address("/")))
        let found = try await FeedDiscovery(fetcher: fetcher).discover(at: home)
        let channel = try #require(found.first)
        #expect(channel.address.path == publication.format.path, Comment(rawValue: publication.slug))
        #expect(channel.metadata.title == publication.name)
        #expect(channel.metadata.icon != nil)
        let source = SyndicationSource(fetcher: fetcher, now: { now })
        let request = ChannelRequest(address: channel.address, reason: .due)
        try check(try await source.stories(in: request), of: publication, in: sites)
    }

    private func check(_ response: ChannelResponse, of publication: Publication, in sites: SampleSites) throws {
        let slug = Comment(rawValue: publication.slug)
        let stories = try #require(response.stories)
        #expect(!stories.isEmpty, slug)
        #expect(Set(stories.map(\.key)).count == stories.count, slug)
        #expect(response.diagnostics == [], slug)
        // One publication reprints another's story, with the other's link.
        let titles = Set(sites.publications.flatMap(\.stories).map(\.title))
        for story in stories {
            #expect(titles.contains(story.title), slug)
            #expect(sites.origins.contains { story.link?.text.hasPrefix($0.site) == true }, slug)
            #expect(story.publishedAt != nil, slug)
            #expect(!story.text.isEmpty, slug)
            #expect(story.direction == (publication.language.hasPrefix("ar") ? .rtl : .ltr), slug)
        }
        switch publication.format {
        case .podcast:
            #expect(
                stories.allSatisfy { $0.enclosures.first?.isAudio == true && $0.enclosures.first?.seconds ?? 0 > 0 },
                slug)
        case .rssWithMedia: #expect(stories.contains { $0.pictures.first?.credit != nil }, slug)
        default: break
        }
    }
}
