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
    ///   - now: decides which comments are published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleWordPress) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let site = SampleWordPress(directory: directory, renderer: ImageRenderer(), now: now)
        try await site.origin.listen()
        directory.sites = [site.origin.name: site.origin.site]
        do {
            let result = try await body(site)
            await site.origin.close()
            return result
        } catch {
            await site.origin.close()
            throw error
        }
    }

    init(directory: SiteDirectory, renderer: ImageRenderer, now: @escaping @Sendable () -> Date) {
        let (publication, state) = (Publication.mudlark, WordPressState())
        let handler = WordPressHandler(
            publication: publication, directory: directory, renderer: renderer, state: state, now: now)
        origin = SampleOrigin(name: publication.slug) { request, _ in
            await handler.resource(request.path, request.query)
        }
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
        return WordPressPost.all(Publication.mudlark.stories, startAt: directory.startAt).first { $0.slug == slug }
            .map { ($0.id, behaviour.usesPlainPermalinks ? origin.address("/?p=\($0.id)") : origin.address($0.path)) }
    }

    /// Changes the configuration.
    public func configure(_ work: (inout WordPressBehaviour) -> Void) { state.update(work) }
}
