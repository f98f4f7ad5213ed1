public import Foundation

/// The invented Marram Institute on 127.0.0.1: a news API like those for universities' apps
/// (`docs/sources/mit-news.md`), with some seventy stories in fourteen categories.
///
/// ```swift
/// try await SampleMITNews.open(startAt: now, now: { now }) { mitNews in
///     mitNews.configure { $0.paginationLink = .opaqueCursor }
///     … mitNews.apiRoot …
/// }
/// ```
public struct SampleMITNews: Sendable {
    /// The server of the API and the website.
    public let origin: SampleOrigin
    private let state = SampleMITNewsState()

    /// Runs the institute alone during `body`.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - now: The clock that decides which stories are published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleMITNews) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let mitNews = SampleMITNews(
            schedule: PublicationSchedule(Publication.roster, startAt: startAt), directory: directory,
            now: now)
        try await mitNews.origin.listen()
        directory.sites = [mitNews.origin.name: mitNews.origin.site]
        do {
            let result = try await body(mitNews)
            await mitNews.origin.close()
            return result
        } catch {
            await mitNews.origin.close()
            throw error
        }
    }

    init(
        schedule: PublicationSchedule, directory: SiteDirectory,
        now: @escaping @Sendable () -> Date
    ) {
        let publication = Publication.marramInstitute
        let site = PublicationHandler(
            publication: publication,
            schedule: PublicationSchedule([publication], startAt: directory.startAt, delayedFifths: 1),
            directory: directory, now: now)
        let handler = SampleMITNewsHandler(site: site, schedule: schedule, state: state)
        origin = SampleOrigin(name: publication.slug) { await handler.resource($0.path, $0.query, huge: $1) }
    }

    /// The URL of the API, with `categories` and `stories` below it.
    public var apiRoot: String { origin.address("/apis/news") }

    /// The categories in default order.
    public var categories: [SampleMITNewsCategory] { SampleMITNewsCategory.all }

    /// Changes the behaviour in place.
    public func configure(_ work: (inout SampleMITNewsBehaviour) -> Void) { state.update(work) }
}
