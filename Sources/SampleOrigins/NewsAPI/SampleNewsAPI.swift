public import Foundation

/// The invented Marram Institute on 127.0.0.1: a news API as for universities' apps (`docs/sources/mit-news.md`), some
/// seventy stories, fourteen categories.
///
/// ```swift
/// try await SampleNewsAPI.open(startAt: now, now: { now }) { newsAPI in
///     newsAPI.configure { $0.paginationLink = .opaqueCursor }
///     … newsAPI.apiRoot …
/// }
/// ```
public struct SampleNewsAPI: Sendable {
    public let origin: SampleOrigin
    private let state = NewsAPIState()

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: ages count from it.
    ///   - now: decides what is published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleNewsAPI) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let newsAPI = SampleNewsAPI(
            schedule: PublicationSchedule(Publication.roster(), startAt: startAt), directory: directory,
            renderer: ImageRenderer(), now: now)
        try await newsAPI.origin.listen()
        directory.sites = [newsAPI.origin.name: newsAPI.origin.site]
        do {
            let result = try await body(newsAPI)
            await newsAPI.origin.close()
            return result
        } catch {
            await newsAPI.origin.close()
            throw error
        }
    }

    init(
        schedule: PublicationSchedule, directory: SiteDirectory, renderer: ImageRenderer,
        now: @escaping @Sendable () -> Date
    ) {
        let publication = Publication.marramInstitute
        let site = PublicationHandler(
            publication: publication,
            schedule: PublicationSchedule([publication], startAt: directory.startAt, delayedFifths: 1),
            renderer: renderer,
            directory: directory, now: now)
        let handler = NewsAPIHandler(site: site, schedule: schedule, state: state)
        origin = SampleOrigin(name: publication.slug) { await handler.resource($0, $1, huge: $2) }
    }

    /// Above `categories` and `stories`.
    public var apiRoot: String { origin.address("/apis/news") }

    /// In default order.
    public var categories: [NewsAPICategory] { NewsAPICategory.all }

    /// Changes the behaviour.
    public func configure(_ work: (inout NewsAPIBehaviour) -> Void) { state.update(work) }
}
