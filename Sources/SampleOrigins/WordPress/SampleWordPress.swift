public import Foundation

/// The Mudlark, Saltmere College's invented student paper, as a real HTTP server on 127.0.0.1: a faithful WordPress with
/// feeds, pages in the markup of three generations of themes, a REST interface and every way these are set up
/// (`docs/sources/wordpress.md`).
///
/// ```swift
/// try await SampleWordPress.open(startAt: now, now: { now }) { paper in
///     paper.change { $0.markup = .xhtml; $0.interface = .closed }
///     … paper.feed … paper.link("library-night-shift") …
/// }
/// ```
public struct SampleWordPress: Sendable {
    public let origin: SampleOrigin
    private let state: WordPressState
    private let directory: SiteDirectory

    /// Opens the paper alone, and closes it when `body` ends.
    /// - Parameters:
    ///   - startAt: the instant that its stories' ages are counted from
    ///   - now: the clock by which comments come in
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

    /// The feed of its newest stories.
    public var feed: String { origin.address("/feed/") }

    /// Its categories in the order of its drawer, each with its feed.
    public var sections: [(title: String, key: String, feed: String)] {
        WordPressCategory.all.map { ($0.name, $0.slug, origin.address("/category/\($0.slug)/feed/")) }
    }

    /// A story's number and where it stands now; nil where there is none of that slug.
    public func story(_ slug: String) -> (id: Int, link: String)? {
        let behaviour = state.behaviour
        return WordPressPost.all(Publication.mudlark.stories, startAt: directory.startAt).first { $0.slug == slug }
            .map { ($0.id, behaviour.usesPlainPermalinks ? origin.address("/?p=\($0.id)") : origin.address($0.path)) }
    }

    /// Changes its set-up from now on.
    public func configure(_ work: (inout WordPressBehaviour) -> Void) { state.update(work) }
}
