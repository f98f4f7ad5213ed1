public import Foundation

/// An invented community of people who read and talk about what others make, as a real HTTP server on 127.0.0.1: the
/// official interface of Hacker News, its search service and its website over one set of some hundred stories, one of
/// which has twelve hundred comments (`docs/sources/hacker-news.md`).
///
/// ```swift
/// try await SampleCommunity.open(startAt: now, now: { now }) { community in
///     community.change { $0.searchLag = 0 }
///     await community.origin.behave(.status(503), at: "/v0/topstories.json")
///     … community.root …
/// }
/// ```
public struct SampleCommunity: Sendable {
    public let origin: SampleOrigin
    private let handler: CommunityHandler

    /// Opens the community alone, and closes it when `body` ends.
    /// - Parameters:
    ///   - startAt: the instant that ages are counted from
    ///   - now: the clock by which things come out
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleCommunity) async throws -> Result
    ) async throws -> Result {
        let community = SampleCommunity(
            town: PublicationSchedule(Publication.roster(), startAt: startAt),
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

    /// Publications whose stories the community talks about, and how many of each.
    private static let linkedPublications = [
        ("orrery", 8), ("loom", 9), ("harbour-post", 6), ("field-and-hedgerow", 5), ("branch-line", 5),
        ("tidewater-review", 4),
    ]

    init(town: PublicationSchedule, directory: SiteDirectory, now: @escaping @Sendable () -> Date) {
        let handler = CommunityHandler(directory: directory, state: CommunityState(), now: now) {
            let sites = directory.sites
            return Self.linkedPublications.flatMap { slug, count in
                (town.stories[slug] ?? []).filter {
                    $0.story.kind != .note && $0.home == slug && $0.publishedAt <= directory.startAt
                }.prefix(count).map { told in
                    (told.story.title, (sites[slug] ?? "https://\(slug).example") + told.path)
                }
            }
        }
        self.handler = handler
        origin = SampleOrigin(name: "community") { path, query, _ in handler.resource(path, query) }
    }

    /// The root of everything: the website, the official interface below `/v0`, the search service below `/api/v1`.
    public var rootURL: String { origin.address("/") }

    /// Changes how it answers from now on.
    public func configure(_ work: (inout CommunityBehaviour) -> Void) { handler.state.update(work) }

    // MARK: What is true, for tests

    /// The number of the story with twelve hundred comments.
    public var longThreadID: Int { handler.dataset.longThreadID }

    /// The numbers of a list (`top`, `new`, `best`, `ask`, `show`, `job`), in the site's order.
    public func list(_ name: String) -> [Int] { (handler.snapshot.list(name) ?? []).map(\.id) }

    /// The numbers of the comments below a story as its page shows them, those without answers that were taken back left
    /// out.
    public func thread(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility != .deleted || !$0.kids.isEmpty }.map(\.id)
    }

    /// The numbers of comments below a story that were taken back and have answers.
    public func deleted(below story: Int) -> [Int] {
        handler.snapshot.comments(below: story).filter { $0.visibility == .deleted && !$0.kids.isEmpty }.map(\.id)
    }

    /// The number of the poll.
    public var poll: Int { handler.dataset.items.values.first { $0.kind == .poll }?.id ?? 0 }
}
