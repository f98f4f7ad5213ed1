import Fetching
import Foundation
import Markup
import News
import SampleOrigins
import Testing

@testable import Origins

/// The sample WordPress and a source that asks it.
struct StudentPaper {
    let paper: SampleWordPress
    let fetcher: Fetcher
    let clock: PaperClock
    let source: WordPressSource

    static let longest = "library-night-shift"

    /// Opens the paper, and closes everything when `body` ends.
    static func open(
        _ change: (inout WordPressManners) -> Void = { _ in }, _ body: (StudentPaper) async throws -> Void
    ) async throws {
        let clock = PaperClock()
        try await SampleWordPress.open(startAt: clock.now, now: { clock.now }) { paper in
            paper.change(change)
            let allowed = AllowedAddress(paper.origin.host).map { [$0] } ?? []
            let fetcher = Fetcher(
                policy: AddressPolicy(allowing: allowed), userAgent: "Tidings tests", now: { clock.now })
            let site = try #require(WebAddress(paper.origin.site + "/"))
            let source = WordPressSource(
                fetcher: fetcher, site: site, sites: WordPressSites(), now: { clock.now })
            do {
                try await body(StudentPaper(paper: paper, fetcher: fetcher, clock: clock, source: source))
                await fetcher.shutdown()
            } catch {
                await fetcher.shutdown()
                throw error
            }
        }
    }

    func ask(
        _ address: String, remembering memory: ChannelMemory? = nil, after cursor: Cursor? = nil
    ) async throws -> ChannelAnswer {
        let address = try #require(WebAddress(address))
        return try await source.stories(
            in: ChannelRequest(address: address, reason: .due, memory: memory, after: cursor))
    }

    /// Everything a channel has, page by page.
    func all(_ address: String) async throws -> [ArrivingStory] {
        var answer = try await ask(address)
        var stories = answer.stories ?? []
        while let next = answer.next, stories.count < 200 {
            answer = try await ask(address, after: next)
            stories += answer.stories ?? []
        }
        return stories
    }

    /// A question about a story's comments, as the Library asks it.
    func question(
        _ slug: String = longest, count: Int? = nil, memory: ChannelMemory? = nil, reason: RefreshReason = .appeared
    ) throws -> DiscussionRequest {
        let story = try #require(paper.story(slug))
        return DiscussionRequest(
            story: "\(paper.origin.site)/?p=\(story.id)", link: WebAddress(story.link), count: count, memory: memory,
            reason: reason)
    }

    func thread(
        _ slug: String = longest, count: Int? = nil, memory: ChannelMemory? = nil, reason: RefreshReason = .appeared
    ) async throws -> DiscussionAnswer {
        let ability = try #require(source.discussion)
        return try await ability.thread(
            under: try question(slug, count: count, memory: memory, reason: reason))
    }

    /// Why the comments could not be had.
    func failure(_ slug: String = longest, count: Int? = nil) async throws -> SourceError? {
        do {
            _ = try await thread(slug, count: count)
            return nil
        } catch let error as SourceError { return error }
    }

    /// The paths that were asked for, in order.
    var paths: [String] { paper.origin.hits.map(\.path) }
}

/// A clock that stands until it is moved; it begins as `StandingClock` does.
typealias PaperClock = StandingClock

/// Sets the paper up so that each of the ways to its comments is the only one.
enum WordPressWay: String, CaseIterable, CustomTestStringConvertible {
    case interface, html5, xhtml, eleven, feed

    var testDescription: String { rawValue }

    func arrange(_ manners: inout WordPressManners) {
        manners.interface = self == .interface ? .open : .closed
        manners.hasCommentFeeds = self == .feed
        switch self {
        case .interface, .feed: manners.markup = .unknown
        case .html5: manners.markup = .html5
        case .xhtml: manners.markup = .xhtml
        case .eleven: manners.markup = .eleven
        }
    }
}
