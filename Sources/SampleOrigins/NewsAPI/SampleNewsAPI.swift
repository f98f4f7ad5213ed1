public import Foundation

/// The invented Marram Institute as a real HTTP server on 127.0.0.1: a news interface of the kind that universities'
/// phone apps are fed by (`docs/sources/mit-news.md`), with some seventy stories in fourteen categories.
///
/// ```swift
/// try await SampleNewsAPI.open(startAt: now, now: { now }) { institute in
///     institute.change { $0.linking = .opaque }
///     await institute.origin.behave(.status(503), at: "/apis/news/stories")
///     … institute.apiRoot …
/// }
/// ```
public struct SampleNewsAPI: Sendable {
    public let origin: SampleOrigin
    private let state = NewsAPIState()

    /// Opens the institute alone, and closes it when `body` ends.
    /// - Parameters:
    ///   - startAt: the instant that its stories' ages are counted from
    ///   - now: the clock by which held-back notes come out
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleNewsAPI) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let institute = SampleNewsAPI(
            town: PublicationSchedule(Publication.roster(), startAt: startAt), directory: directory,
            renderer: ImageRenderer(), now: now)
        try await institute.origin.listen()
        directory.sites = [institute.origin.name: institute.origin.site]
        do {
            let result = try await body(institute)
            await institute.origin.close()
            return result
        } catch {
            await institute.origin.close()
            throw error
        }
    }

    init(
        town: PublicationSchedule, directory: SiteDirectory, renderer: ImageRenderer,
        now: @escaping @Sendable () -> Date
    ) {
        let publication = Publication.marramInstitute
        let site = PublicationHandler(
            publication: publication,
            schedule: PublicationSchedule([publication], startAt: directory.startAt, holdingBack: 1),
            renderer: renderer,
            sites: directory, now: now)
        let handler = NewsAPIHandler(site: site, town: town, state: state)
        origin = SampleOrigin(name: publication.slug) { await handler.resource($0, $1, huge: $2) }
    }

    /// The root of the interface, below which `categories` and `stories` are.
    public var apiRoot: String { origin.address("/apis/news") }

    /// Its categories in their usual order.
    public var categories: [NewsAPICategory] { NewsAPICategory.all }

    /// Changes how it words its answers from now on.
    public func configure(_ work: (inout NewsAPIBehaviour) -> Void) { state.update(work) }
}
