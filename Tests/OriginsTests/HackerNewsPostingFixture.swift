import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

extension PostingFixture {
    /// A member who comments on a story of the invented community.
    static let hackerNews = PostingFixture(name: "hacker-news") { proxy, body in
        let clock = TestClock(FeedFixture.start)
        try await SampleCommunity.open(startAt: clock.now, now: { clock.now }) { community in
            community.configure { $0.members = [HackerNewsFixture.member] }
            proxy.forward(to: community.origin)
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: AllowedAddress(proxy.host).map { [$0] } ?? []),
                userAgent: "Tidings tests", now: { clock.now })
            do {
                let source = HackerNewsSource(
                    fetcher: fetcher, site: try #require(WebAddress(proxy.site + "/")),
                    selectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()), spacing: .zero,
                    now: { clock.now })
                try await body(try await site(community, source, clock))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    private static func site(
        _ community: SampleCommunity, _ source: HackerNewsSource, _ clock: TestClock
    ) async throws -> Site {
        let member = HackerNewsFixture.member
        let outcome = try await #require(source.membership).signIn(name: member.name, password: member.password)
        guard case .signedIn(let session) = outcome else { throw HackerNewsFixture.NotSignedIn(outcome: outcome) }
        community.origin.clearRequests()
        let id = try #require(community.list("best").first { community.thread(below: $0).count < 60 })
        let story = RemoteItem(storyKey: "\(id)")
        let text = "A *harbour* of one's own.\n\nIs there room for two?"
        return Site(
            origin: community.origin, posting: try #require(source.posting), session: session,
            action: .comment(NewComment(target: story, text: text)), now: { clock.now },
            count: { community.submitted(by: member.name).count })
    }
}
