public import Foundation

/// The invented Marram Institute on 127.0.0.1: a news API as for universities' apps (`docs/sources/mit-news.md`), some
/// seventy stories, fourteen categories.
///
/// ```swift
/// try await SampleMITNews.open(startAt: now, now: { now }) { mitNews in
///     mitNews.configure { $0.paginationLink = .opaqueCursor }
///     … mitNews.apiRoot …
/// }
/// ```
public struct SampleMITNews: Sendable {
    public let origin: SampleOrigin
    private let state = MITNewsState()

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: ages count from it.
    ///   - now: decides what is published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleMITNews) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let mitNews = SampleMITNews(
            schedule: PublicationSchedule(Publication.roster, startAt: startAt), directory: directory,
            renderer: ImageRenderer(), now: now)
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
        schedule: PublicationSchedule, directory: SiteDirectory, renderer: ImageRenderer,
        now: @escaping @Sendable () -> Date
    ) {
        let publication = Publication.marramInstitute
        let site = PublicationHandler(
            publication: publication,
            schedule: PublicationSchedule([publication], startAt: directory.startAt, delayedFifths: 1),
            renderer: renderer,
            directory: directory, now: now)
        let handler = MITNewsHandler(site: site, schedule: schedule, state: state)
        origin = SampleOrigin(name: publication.slug) { await handler.resource($0.path, $0.query, huge: $1) }
    }

    /// Above `categories` and `stories`.
    public var apiRoot: String { origin.address("/apis/news") }

    /// In default order.
    public var categories: [MITNewsCategory] { MITNewsCategory.all }

    /// Changes the behaviour.
    public func configure(_ work: (inout MITNewsBehaviour) -> Void) { state.update(work) }
}
