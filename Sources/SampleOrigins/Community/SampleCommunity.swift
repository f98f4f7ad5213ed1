public import Foundation

/// An invented link-sharing community as an HTTP server on 127.0.0.1: Hacker News' official API, its search API and its
/// website over one dataset of some hundred stories, one of them with 1,200 comments (`docs/sources/hacker-news.md`).
///
/// ```swift
/// try await SampleCommunity.open(startAt: now, now: { now }) { community in
///     community.configure { $0.searchLag = 0 }
///     await community.origin.simulate(.status(503), at: "/v0/topstories.json")
///     … community.rootURL …
/// }
/// ```
public struct SampleCommunity: Sendable {
    public let origin: SampleOrigin
    private let handler: CommunityHandler

    /// Runs the community alone while `body` runs.
    /// - Parameters:
    ///   - startAt: the instant that ages are counted from.
    ///   - now: the clock that decides what is published.
    ///   - body: receives the running community.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleCommunity) async throws -> Result
    ) async throws -> Result {
        let community = SampleCommunity(
            schedule: PublicationSchedule(Publication.roster(), startAt: startAt),
            directory: SiteDirectory(startAt: startAt), now: now)
        try await community.origin.listen()
        do {
            let result = try await body(community)
            await community.origin.close()
            return result
        } catch {
            await community.origin.close()
            throw error
        }
    }

    /// Publications whose stories the community discusses, and how many of each.
    private static let linkedPublications = [
        ("orrery", 8), ("loom", 9), ("harbour-post", 6), ("field-and-hedgerow", 5), ("branch-line", 5),
        ("tidewater-review", 4),
    ]

    init(schedule: PublicationSchedule, directory: SiteDirectory, now: @escaping @Sendable () -> Date) {
        let handler = CommunityHandler(directory: directory, state: CommunityState(), now: now) {
            let sites = directory.sites
            return Self.linkedPublications.flatMap { slug, count in
                (schedule.stories[slug] ?? []).filter {
                    $0.story.kind != .note && $0.home == slug && $0.publishedAt <= directory.startAt
                }.prefix(count).map { published in
                    (published.story.title, (sites[slug] ?? "https://\(slug).example") + published.path)
                }
            }
        }
        self.handler = handler
        origin = SampleOrigin(name: "community") { path, query, _ in handler.resource(path, query) }
    }

    /// The root of the website; the official API is below `/v0`, the search API below `/api/v1`.
    public var rootURL: String { origin.address("/") }

    /// Changes its behaviour from now on.
    public func configure(_ work: (inout CommunityBehaviour) -> Void) { handler.state.update(work) }

    // MARK: Expected values for tests

    /// The id of the story with 1,200 comments.
    public var longThreadID: Int { handler.dataset.longThreadID }

    /// The ids of a list (`top`, `new`, `best`, `ask`, `show`, `job`), in the site's order.
    public func list(_ name: String) -> [Int] { (handler.snapshot.list(name) ?? []).map(\.id) }

    /// The ids of the comments that a story's page shows, without deleted ones that have no replies.
    public func thread(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility != .deleted || !$0.kids.isEmpty }.map(\.id)
    }

    /// The ids of deleted comments with replies below a story.
    public func deleted(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility == .deleted && !$0.kids.isEmpty }.map(\.id)
    }

    /// The poll's id.
    public var poll: Int { handler.dataset.items.values.first { $0.kind == .poll }?.id ?? 0 }
}
