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
    public let origin: SampleOrigin
    private let state: WordPressState
    private let directory: SiteDirectory

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: ages count from it.
    ///   - site: by which it is reached, if not by its own address.
    ///   - now: decides which comments are published.
    public static func open<Result>(
        startAt: Date, site: String? = nil, now: @escaping @Sendable () -> Date,
        _ body: (SampleWordPress) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let sample = SampleWordPress(directory: directory, renderer: ImageRenderer(), now: now)
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

    init(directory: SiteDirectory, renderer: ImageRenderer, now: @escaping @Sendable () -> Date) {
        let (publication, state) = (Publication.mudlark, WordPressState())
        let handler = WordPressHandler(
            publication: publication, directory: directory, renderer: renderer, state: state, now: now)
        origin = SampleOrigin(name: publication.slug) { request, _ in await handler.resource(request) }
        (self.state, self.directory) = (state, directory)
    }

    public var name: String { Publication.mudlark.name }
    public var about: String { Publication.mudlark.tagline }

    /// Newest stories.
    public var feed: String { origin.address("/feed/") }

    /// Categories in menu order.
    public var sections: [(title: String, key: String, feed: String)] {
        WordPressCategory.all.map { ($0.name, $0.slug, origin.address("/category/\($0.slug)/feed/")) }
    }

    /// Nil for an unknown slug.
    public func story(_ slug: String) -> (id: Int, link: String)? {
        let behaviour = state.behaviour
        let site = directory.sites[origin.name] ?? origin.site
        return WordPressPost.all(Publication.mudlark.stories, startAt: directory.startAt).first { $0.slug == slug }
            .map { ($0.id, site + (behaviour.usesPlainPermalinks ? "/?p=\($0.id)" : $0.path)) }
    }

    /// What visitors left, oldest first.
    public var visitorComments: [WordPressVisitorComment] { state.visitors.comments }

    /// Its owner lets a comment appear.
    public func approve(_ id: Int) { state.updateVisitors { $0.approve(id) } }

    /// Its owner takes a comment away.
    public func remove(_ id: Int) { state.updateVisitors { $0.remove(id) } }

    /// Changes the configuration.
    public func configure(_ work: (inout WordPressBehaviour) -> Void) { state.update(work) }
}
