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
    /// The server of both APIs and the website.
    public let origin: SampleOrigin
    private let handler: CommunityHandler

    /// Runs the community alone during `body`.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - now: The clock that decides which items are published.
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

    /// The number of linked stories per publication.
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
                    $0.story.kind != .note && $0.story.age == nil && $0.home == slug
                        && $0.publishedAt <= directory.startAt
                }.prefix(count).map { published in
                    (published.story.title, (sites[slug] ?? "https://\(slug).example") + published.path)
                }
            }
        }
        self.handler = handler
        origin = SampleOrigin(name: "community") { request, _ in handler.resource(request) }
    }

    /// The URL of the website; the APIs are below `/v0` and `/api/v1`.
    public var rootURL: String { origin.address("/") }

    /// Changes the behaviour in place.
    public func configure(_ work: (inout CommunityBehaviour) -> Void) { handler.state.update(work) }

    // MARK: Expected values for tests

    /// The ID of the story with 1,200 comments.
    public var longThreadID: Int { handler.dataset.longThreadID }

    /// Returns the IDs of `top`, `new`, `best`, `ask`, `show` or `job`, in the site's order.
    public func list(_ name: String) -> [Int] { (handler.snapshot.list(name) ?? []).map(\.id) }

    /// Returns the IDs shown on a story's page, without deleted comments that have no replies.
    public func thread(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility != .deleted || !$0.kids.isEmpty }.map(\.id)
    }

    /// Returns the IDs of deleted comments with replies.
    public func deleted(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility == .deleted && !$0.kids.isEmpty }.map(\.id)
    }

    /// The ID of the poll; 0 if there is none.
    public var poll: Int { handler.dataset.items.values.first { $0.kind == .poll }?.id ?? 0 }

    /// Returns the votes, marks and profile of a member.
    public func record(of member: String) -> SampleMemberRecord { handler.state.record(of: member) }

    /// Returns the IDs of a user's shown stories and comments, newest first.
    public func submitted(by name: String) -> [Int] { handler.snapshot.submitted(by: name).map(\.id) }

    /// Returns the site's HTML of a story's or comment's text; nil if it is deleted or unknown.
    public func text(of item: Int) -> String? {
        handler.snapshot.item(item).flatMap { $0.visibility == .deleted ? nil : $0.text }
    }

    /// Returns the points of an item; nil if it is unknown.
    public func score(of item: Int) -> Int? { handler.snapshot.item(item)?.score }
}
