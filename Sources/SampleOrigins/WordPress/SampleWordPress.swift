public import Foundation

/// The Mudlark, an invented student paper on 127.0.0.1: a WordPress site with feeds, three generations of theme markup
/// and a REST API (`docs/sources/wordpress.md`).
///
/// ```swift
/// try await SampleWordPress.open(startAt: now, now: { now }) { site in
///     site.configure { $0.markup = .xhtml; $0.restAccess = .forbidden }
///     … site.feed … site.story("library-night-shift") …
/// }
/// ```
public struct SampleWordPress: Sendable {
    /// The server of the site.
    public let origin: SampleOrigin
    private let state: SampleWordPressState
    private let directory: SiteDirectory

    /// Runs the site alone during `body`.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - site: The base URL by which clients reach the site; nil for the origin's own.
    ///   - now: The clock that decides which comments are published.
    public static func open<Result>(
        startAt: Date, site: String? = nil, now: @escaping @Sendable () -> Date,
        _ body: (SampleWordPress) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let sample = SampleWordPress(directory: directory, now: now)
        try await sample.origin.listen()
        directory.sites = [sample.origin.name: site ?? sample.origin.site]
        do {
            let result = try await body(sample)
            await sample.origin.close()
            return result
        } catch {
            await sample.origin.close()
            throw error
        }
    }

    init(directory: SiteDirectory, now: @escaping @Sendable () -> Date) {
        let (publication, state) = (Publication.mudlark, SampleWordPressState())
        let handler = SampleWordPressHandler(
            publication: publication, directory: directory, state: state, now: now)
        origin = SampleOrigin(name: publication.slug) { request, _ in await handler.resource(request) }
        (self.state, self.directory) = (state, directory)
    }

    /// The name of the paper.
    public var name: String { Publication.mudlark.name }
    /// The subtitle of the paper.
    public var about: String { Publication.mudlark.tagline }

    /// The URL of the feed of the newest stories.
    public var feed: String { origin.address("/feed/") }

    /// The categories in menu order, with the URLs of their feeds.
    public var sections: [(title: String, key: String, feed: String)] {
        SampleWordPressCategory.all.map { ($0.name, $0.slug, origin.address("/category/\($0.slug)/feed/")) }
    }

    /// Returns the ID and URL of a story; nil for an unknown slug.
    public func story(_ slug: String) -> (id: Int, link: String)? {
        let behaviour = state.behaviour
        let site = directory.sites[origin.name] ?? origin.site
        return SampleWordPressPost.all(Publication.mudlark.stories, startAt: directory.startAt).first {
            $0.slug == slug
        }
        .map { ($0.id, site + (behaviour.usesPlainPermalinks ? "/?p=\($0.id)" : $0.path)) }
    }

    /// The comments sent by visitors, oldest first.
    public var visitorComments: [SampleWordPressVisitorComment] { state.visitors.comments }

    /// Approves a comment, as the site's owner.
    public func approve(_ id: Int) { state.updateVisitors { $0.approve(id) } }

    /// Removes a comment, as the site's owner.
    public func remove(_ id: Int) { state.updateVisitors { $0.remove(id) } }

    /// Changes the behaviour in place.
    public func configure(_ work: (inout SampleWordPressBehaviour) -> Void) { state.update(work) }
}
