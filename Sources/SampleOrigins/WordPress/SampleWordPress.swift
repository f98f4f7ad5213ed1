public import Foundation

/// The Mudlark, Saltmere College's invented student paper, as an HTTP server on 127.0.0.1: a WordPress site with feeds,
/// pages in the markup of three generations of themes, a REST API and the usual configurations
/// (`docs/sources/wordpress.md`).
///
/// ```swift
/// try await SampleWordPress.open(startAt: now, now: { now }) { paper in
///     paper.configure { $0.markup = .xhtml; $0.restAccess = .forbidden }
///     … paper.feed … paper.story("library-night-shift") …
/// }
/// ```
public struct SampleWordPress: Sendable {
    public let origin: SampleOrigin
    private let state: WordPressState
    private let directory: SiteDirectory

    /// Runs the paper's site alone while `body` runs.
    /// - Parameters:
    ///   - startAt: the instant that its stories' ages are counted from.
    ///   - now: the clock that decides which comments are published.
    ///   - body: receives the running site.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleWordPress) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let paper = SampleWordPress(directory: directory, renderer: ImageRenderer(), now: now)
        try await paper.origin.listen()
        directory.sites = [paper.origin.name: paper.origin.site]
        do {
            let result = try await body(paper)
            await paper.origin.close()
            return result
        } catch {
            await paper.origin.close()
            throw error
        }
    }

    init(directory: SiteDirectory, renderer: ImageRenderer, now: @escaping @Sendable () -> Date) {
        let (publication, state) = (Publication.mudlark, WordPressState())
        let handler = WordPressHandler(
            publication: publication, directory: directory, renderer: renderer, state: state, now: now)
        origin = SampleOrigin(name: publication.slug) { path, query, _ in await handler.resource(path, query) }
        (self.state, self.directory) = (state, directory)
    }

    public var name: String { Publication.mudlark.name }
    public var about: String { Publication.mudlark.tagline }

    /// The feed of the newest stories.
    public var feed: String { origin.address("/feed/") }

    /// Its categories in menu order, each with its feed.
    public var sections: [(title: String, key: String, feed: String)] {
        WordPressCategory.all.map { ($0.name, $0.slug, origin.address("/category/\($0.slug)/feed/")) }
    }

    /// A story's id and present address; nil for an unknown slug.
    public func story(_ slug: String) -> (id: Int, link: String)? {
        let behaviour = state.behaviour
        return WordPressPost.all(Publication.mudlark.stories, startAt: directory.startAt).first { $0.slug == slug }
            .map { ($0.id, behaviour.usesPlainPermalinks ? origin.address("/?p=\($0.id)") : origin.address($0.path)) }
    }

    /// Changes its configuration from now on.
    public func configure(_ work: (inout WordPressBehaviour) -> Void) { state.update(work) }
}
