public import Foundation

/// The invented Marram Institute as a real HTTP server on 127.0.0.1: a news interface of the kind that universities'
/// phone apps are fed by (`docs/sources/mit-news.md`), with some seventy stories in fourteen categories.
///
/// ```swift
/// try await SampleInstitute.open(startAt: now, now: { now }) { institute in
///     institute.change { $0.linking = .opaque }
///     await institute.origin.behave(.status(503), at: "/apis/news/stories")
///     … institute.newsRoot …
/// }
/// ```
public struct SampleInstitute: Sendable {
    public let origin: SampleOrigin
    private let book = InstituteBook()

    /// Opens the institute alone, and closes it when `body` ends.
    /// - Parameters:
    ///   - startAt: the instant that its stories' ages are counted from
    ///   - now: the clock by which held-back notes come out
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleInstitute) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let institute = SampleInstitute(
            town: Almanac(Publication.roster(), startAt: startAt), directory: directory, darkroom: Darkroom(), now: now)
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

    init(town: Almanac, directory: SiteDirectory, darkroom: Darkroom, now: @escaping @Sendable () -> Date) {
        let publication = Publication.institute
        let site = PublicationDesk(
            publication: publication, almanac: Almanac([publication], startAt: directory.startAt, holdingBack: 1),
            darkroom: darkroom,
            sites: directory, now: now)
        let desk = InstituteDesk(site: site, town: town, book: book)
        origin = SampleOrigin(name: publication.slug) { await desk.page($0, $1, huge: $2) }
    }

    /// The root of the interface, below which `categories` and `stories` are.
    public var newsRoot: String { origin.address("/apis/news") }

    /// Its categories in their usual order.
    public var departments: [InstituteDepartment] { InstituteDepartment.all }

    /// Changes how it words its answers from now on.
    public func change(_ work: (inout InstituteManners) -> Void) { book.change(work) }
}
