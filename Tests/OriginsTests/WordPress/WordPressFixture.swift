import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs

@testable import Origins

/// The sample WordPress site and its clients.
struct WordPressFixture {
    let sample: SampleWordPress
    let fetcher: Fetcher
    let clock: TestClock
    let source: WordPressSource

    static let longestStory = "library-night-shift"

    /// Opens the site, and closes everything when `body` returns.
    static func open(
        _ change: (inout SampleWordPressBehaviour) -> Void = { _ in }, _ body: (WordPressFixture) async throws -> Void
    ) async throws {
        let clock = TestClock(FeedFixture.start)
        try await SampleWordPress.open(startAt: clock.now, now: { clock.now }) { sample in
            sample.configure(change)
            let allowed = AllowedAddress(sample.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { clock.now })
            let source = WordPressSource(fetcher: fetcher, now: { clock.now })
            do {
                try await body(WordPressFixture(sample: sample, fetcher: fetcher, clock: clock, source: source))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    func fetch(
        _ address: String, previous state: SourceState? = nil, after cursor: SourceCursor? = nil
    ) async throws -> ChannelResponse {
        let address = try #require(WebAddress(address))
        return try await source.stories(
            in: ChannelRequest(address: address, reason: .due, sourceState: state, after: cursor))
    }

    /// Returns all stories of a channel, page by page.
    func all(_ address: String) async throws -> [FetchedStory] {
        var response = try await fetch(address)
        var stories = response.stories ?? []
        while let next = response.next, stories.count < 200 {
            response = try await fetch(address, after: next)
            stories += response.stories ?? []
        }
        return stories
    }

    /// Returns a request for a story's comments, as the Library makes it.
    func discussionRequest(
        _ slug: String = longestStory, count: Int? = nil, state: SourceState? = nil, reason: RefreshReason = .viewed
    ) throws -> DiscussionRequest {
        let story = try #require(sample.story(slug))
        return DiscussionRequest(
            storyKey: "\(sample.origin.site)/?p=\(story.id)", link: WebAddress(story.link), expectedCount: count,
            sourceState: state,
            reason: reason)
    }

    func thread(
        _ slug: String = longestStory, count: Int? = nil, state: SourceState? = nil, reason: RefreshReason = .viewed
    ) async throws -> DiscussionResponse {
        let capability = try #require(source.discussion)
        return try await capability.thread(
            for: try discussionRequest(slug, count: count, state: state, reason: reason))
    }

    /// Returns the error of loading a thread; nil if there is none.
    func failure(
        _ slug: String = longestStory, count: Int? = nil, state: SourceState? = nil
    ) async throws -> SourceError? {
        do {
            _ = try await thread(slug, count: count, state: state)
            return nil
        } catch let error as SourceError { return error }
    }

    /// The requested paths in order.
    var requestPaths: [String] { sample.origin.requests.map(\.path) }
}

/// A configuration that leaves one transport for comments.
enum WordPressVariant: String, CaseIterable, CustomTestStringConvertible {
    case interface, html5, xhtml, eleven, feed

    var testDescription: String { rawValue }

    func configure(_ behaviour: inout SampleWordPressBehaviour) {
        behaviour.restAccess = self == .interface ? .open : .forbidden
        behaviour.hasCommentFeeds = self == .feed
        switch self {
        case .interface, .feed: behaviour.markup = .unknown
        case .html5: behaviour.markup = .html5
        case .xhtml: behaviour.markup = .xhtml
        case .eleven: behaviour.markup = .twentyEleven
        }
    }
}
