import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// The sample WordPress and a source that asks it.
struct WordPressFixture {
    let paper: SampleWordPress
    let fetcher: Fetcher
    let clock: PaperClock
    let source: WordPressSource

    static let longestStory = "library-night-shift"

    /// Opens the paper, and closes everything when `body` ends.
    static func open(
        _ change: (inout WordPressBehaviour) -> Void = { _ in }, _ body: (WordPressFixture) async throws -> Void
    ) async throws {
        let clock = PaperClock()
        try await SampleWordPress.open(startAt: clock.now, now: { clock.now }) { paper in
            paper.configure(change)
            let allowed = AllowedAddress(paper.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { clock.now })
            let site = try #require(WebAddress(paper.origin.site + "/"))
            let source = WordPressSource(
                fetcher: fetcher, site: site, restAvailability: RESTAvailabilityCache(), now: { clock.now })
            do {
                try await body(WordPressFixture(paper: paper, fetcher: fetcher, clock: clock, source: source))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    func fetch(
        _ address: String, previous memory: SourceState? = nil, after cursor: SourceCursor? = nil
    ) async throws -> ChannelResponse {
        let address = try #require(WebAddress(address))
        return try await source.stories(
            in: ChannelRequest(address: address, reason: .due, sourceState: memory, after: cursor))
    }

    /// Everything a channel has, page by page.
    func all(_ address: String) async throws -> [FetchedStory] {
        var answer = try await fetch(address)
        var stories = answer.stories ?? []
        while let next = answer.next, stories.count < 200 {
            answer = try await fetch(address, after: next)
            stories += answer.stories ?? []
        }
        return stories
    }

    /// A question about a story's comments, as the Library asks it.
    func discussionRequest(
        _ slug: String = longestStory, count: Int? = nil, memory: SourceState? = nil, reason: RefreshReason = .viewed
    ) throws -> DiscussionRequest {
        let story = try #require(paper.story(slug))
        return DiscussionRequest(
            storyKey: "\(paper.origin.site)/?p=\(story.id)", link: WebAddress(story.link), expectedCount: count,
            sourceState: memory,
            reason: reason)
    }

    func thread(
        _ slug: String = longestStory, count: Int? = nil, memory: SourceState? = nil, reason: RefreshReason = .viewed
    ) async throws -> DiscussionResponse {
        let ability = try #require(source.discussion)
        return try await ability.thread(
            for: try discussionRequest(slug, count: count, memory: memory, reason: reason))
    }

    /// Why the comments could not be had.
    func failure(_ slug: String = longestStory, count: Int? = nil) async throws -> SourceError? {
        do {
            _ = try await thread(slug, count: count)
            return nil
        } catch let error as SourceError { return error }
    }

    /// The paths that were asked for, in order.
    var requestPaths: [String] { paper.origin.requests.map(\.path) }
}

/// A clock that stands until it is moved; it begins as `ManualClock` does.
typealias PaperClock = ManualClock

/// Sets the paper up so that each of the ways to its comments is the only one.
enum WordPressVariant: String, CaseIterable, CustomTestStringConvertible {
    case interface, html5, xhtml, eleven, feed

    var testDescription: String { rawValue }

    func configure(_ manners: inout WordPressBehaviour) {
        manners.restAccess = self == .interface ? .open : .forbidden
        manners.hasCommentFeeds = self == .feed
        switch self {
        case .interface, .feed: manners.markup = .unknown
        case .html5: manners.markup = .html5
        case .xhtml: manners.markup = .xhtml
        case .eleven: manners.markup = .twentyEleven
        }
    }
}
