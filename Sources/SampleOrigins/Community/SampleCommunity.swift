public import Foundation

/// An invented Hacker News on 127.0.0.1: official API, search API and website over some hundred stories, one with 1,200
/// comments (`docs/sources/hacker-news.md`).
///
/// ```swift
/// try await SampleCommunity.open(startAt: now, now: { now }) { community in
///     community.configure { $0.searchLag = 0 }
///     … community.rootURL …
/// }
/// ```
public struct SampleCommunity: Sendable {
    public let origin: SampleOrigin
    private let handler: CommunityHandler

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: ages count from it.
    ///   - now: decides what is published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleCommunity) async throws -> Result
    ) async throws -> Result {
        let community = SampleCommunity(
            schedule: PublicationSchedule(Publication.roster, startAt: startAt),
            directory: SiteDirectory(startAt: startAt), now: now, memberNow: now)
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

    /// Number of stories per publication.
    private static let linkedPublications = [
        ("orrery", 8), ("loom", 9), ("harbour-post", 6), ("field-and-hedgerow", 5), ("branch-line", 5),
        ("tidewater-review", 4),
    ]

    init(
        schedule: PublicationSchedule, directory: SiteDirectory, now: @escaping @Sendable () -> Date,
        memberNow: @escaping @Sendable () -> Date
    ) {
        let handler = CommunityHandler(
            directory: directory, state: CommunityState(), now: now, memberNow: memberNow
        ) {
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
        origin = SampleOrigin(name: "community") { request, _ in handler.resource(request) }
    }

    /// The website; APIs below `/v0` and `/api/v1`.
    public var rootURL: String { origin.address("/") }

    /// Changes the behaviour.
    public func configure(_ work: (inout CommunityBehaviour) -> Void) { handler.state.update(work) }

    // MARK: Expected values for tests

    /// The story with 1,200 comments.
    public var longThreadID: Int { handler.dataset.longThreadID }

    /// Ids of `top`, `new`, `best`, `ask`, `show` or `job`, in the site's order.
    public func list(_ name: String) -> [Int] { (handler.snapshot.list(name) ?? []).map(\.id) }

    /// Ids shown on a story's page: without deleted comments that have no replies.
    public func thread(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility != .deleted || !$0.kids.isEmpty }.map(\.id)
    }

    /// Ids of deleted comments with replies.
    public func deleted(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility == .deleted && !$0.kids.isEmpty }.map(\.id)
    }

    /// The poll's id.
    public var poll: Int { handler.dataset.items.values.first { $0.kind == .poll }?.id ?? 0 }

    /// What the community keeps of a member.
    public func record(of member: String) -> SampleMemberRecord { handler.state.record(of: member) }

    /// Ids of what somebody wrote, newest first: stories and comments that are shown.
    public func submitted(by name: String) -> [Int] { handler.snapshot.submitted(by: name).map(\.id) }

    /// The site's HTML of a story's or comment's text; nil where there is none.
    public func text(of item: Int) -> String? {
        handler.snapshot.item(item).flatMap { $0.visibility == .deleted ? nil : $0.text }
    }

    /// Nil for an unknown item.
    public func score(of item: Int) -> Int? { handler.snapshot.item(item)?.score }
}
