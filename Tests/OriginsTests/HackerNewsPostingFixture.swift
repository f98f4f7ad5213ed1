import Fetching
import Foundation
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

extension PostingFixture {
    /// An action of a member, and a count of how often the community has carried it out.
    typealias Deed = (action: RemoteAction, count: @Sendable () -> Int)

    private static let member = HackerNewsFixture.member

    /// A member who comments on a story of the invented community.
    static let hackerNews = ofMember("hacker-news") { community in
        let target = RemoteItem(storyKey: "\(try story(community))")
        let text = "A *harbour* of one's own.\n\nIs there room for two?"
        return (.comment(NewComment(target: target, text: text)), { community.submitted(by: member.name).count })
    }

    static let hackerNewsVote = ofMember("hacker-news-vote") { community in
        let id = try story(community)
        return (
            .vote(RemoteItem(storyKey: "\(id)"), .up),
            { community.record(of: member.name).votes[id] == .up ? 1 : 0 }
        )
    }

    static let hackerNewsSubmission = ofMember("hacker-news-submission") { community in
        let submission = NewSubmission(title: "A table of the tides", url: "https://tides.example/table?year=2026")
        return (.submit(submission), { community.submitted(by: member.name).count })
    }

    private static func story(_ community: SampleCommunity) throws -> Int {
        try #require(
            community.list("best").first {
                $0 != community.poll && (1..<60).contains(community.thread(below: $0).count)
            })
    }

    private static func ofMember(
        _ name: String, _ deed: @escaping @Sendable (SampleCommunity) throws -> Deed
    ) -> PostingFixture {
        PostingFixture(name: name) { proxy, body in
            try await open(proxy) { community, source, clock in
                try await body(try await site(community, source, clock, try deed(community)))
            }
        }
    }

    private static func open(
        _ proxy: FaultInjectingProxy, _ body: (SampleCommunity, HackerNewsSource, TestClock) async throws -> Void
    ) async throws {
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
                try await body(community, source, clock)
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    private static func site(
        _ community: SampleCommunity, _ source: HackerNewsSource, _ clock: TestClock, _ deed: Deed
    ) async throws -> Site {
        let outcome = try await #require(source.membership).signIn(name: member.name, password: member.password)
        guard case .signedIn(let session) = outcome else { throw HackerNewsFixture.NotSignedIn(outcome: outcome) }
        community.origin.clearRequests()
        return Site(
            origin: community.origin, posting: try #require(source.posting), session: session, action: deed.action,
            now: { clock.now }, count: deed.count)
    }
}
