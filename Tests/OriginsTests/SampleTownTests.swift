import Fetching
import Foundation
import Markup
import News
import Origins
import SampleOrigins
import Testing

@Suite struct SampleTownTests {
    @Test func `every publication of the sample town is found from its home page and read whole`() async throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        try await SampleTown.open(startAt: now, now: { now }) { town in
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: town.origins.compactMap { AllowedAddress($0.host) }),
                userAgent: "Tidings tests", now: { now })
            do {
                for publication in town.publications {
                    try await visit(publication, of: town, by: fetcher, at: now)
                }
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    private func visit(
        _ publication: Publication, of town: SampleTown, by fetcher: Fetcher, at now: Date
    ) async throws {
        let origin = try #require(town.origin(publication.slug))
        let home = try #require(WebAddress(origin.address("/")))
        let found = try await FeedDiscovery(fetcher: fetcher).discover(at: home)
        let channel = try #require(found.first)
        #expect(channel.address.path == publication.form.path, Comment(rawValue: publication.slug))
        #expect(channel.facts.title == publication.name)
        #expect(channel.facts.icon != nil)
        let source = SyndicationSource(fetcher: fetcher, now: { now })
        let request = ChannelRequest(address: channel.address, reason: .due)
        try check(try await source.stories(in: request), of: publication, in: town)
    }

    private func check(_ answer: ChannelAnswer, of publication: Publication, in town: SampleTown) throws {
        let slug = Comment(rawValue: publication.slug)
        let stories = try #require(answer.stories)
        #expect(!stories.isEmpty, slug)
        #expect(Set(stories.map(\.key)).count == stories.count, slug)
        #expect(answer.complaints == [], slug)
        // One publication reprints another's story, under the other's link.
        let titles = Set(town.publications.flatMap(\.stories).map(\.title))
        for story in stories {
            #expect(titles.contains(story.title), slug)
            #expect(town.origins.contains { story.link?.text.hasPrefix($0.site) == true }, slug)
            #expect(story.publishedAt != nil, slug)
            #expect(!story.text.isEmpty, slug)
            #expect(story.direction == (publication.language.hasPrefix("ar") ? .rtl : .ltr), slug)
        }
        switch publication.form {
        case .podcast:
            #expect(
                stories.allSatisfy { $0.enclosures.first?.isAudio == true && $0.enclosures.first?.seconds ?? 0 > 0 },
                slug)
        case .rssWithMedia: #expect(stories.contains { $0.pictures.first?.credit != nil }, slug)
        default: break
        }
    }
}
