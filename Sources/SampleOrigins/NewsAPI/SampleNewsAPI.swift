public import Foundation

/// The invented Marram Institute as an HTTP server on 127.0.0.1: a news API of the kind that universities' mobile apps
/// use (`docs/sources/mit-news.md`), with some seventy stories in fourteen categories.
///
/// ```swift
/// try await SampleNewsAPI.open(startAt: now, now: { now }) { institute in
///     institute.configure { $0.paginationLink = .opaqueCursor }
///     await institute.origin.simulate(.status(503), at: "/apis/news/stories")
///     … institute.apiRoot …
/// }
/// ```
public struct SampleNewsAPI: Sendable {
    public let origin: SampleOrigin
    private let state = NewsAPIState()

    /// Runs the institute's server alone while `body` runs.
    /// - Parameters:
    ///   - startAt: the instant that its stories' ages are counted from.
    ///   - now: the clock that decides which stories are published.
    ///   - body: receives the running server.
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
            schedule: PublicationSchedule([publication], startAt: directory.startAt, holdingBack: 1),
            renderer: renderer,
            sites: directory, now: now)
        let handler = NewsAPIHandler(site: site, schedule: schedule, state: state)
        origin = SampleOrigin(name: publication.slug) { await handler.resource($0, $1, huge: $2) }
    }

    /// The API's root, with `categories` and `stories` below it.
    public var apiRoot: String { origin.address("/apis/news") }

    /// Its categories in their default order.
    public var categories: [NewsAPICategory] { NewsAPICategory.all }

    /// Changes its behaviour from now on.
    public func configure(_ work: (inout NewsAPIBehaviour) -> Void) { state.update(work) }
}
