public import Foundation
public import News
public import Packs

/// The publications that editions with a pack show (`Edition.pack`): installing versions, and reading pages.
public struct PackService: Sendable {
    let context: LibraryContext

    // MARK: - Reading

    /// - Returns: nil until a version is installed.
    public func installed(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> InstalledPack? { throw .notThere }

    /// - Parameter slug: nil for the root.
    /// - Throws: `.notThere`.
    public func page(
        _ slug: String?, in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> PackPageDetails { throw .notThere }

    /// The first page with exactly this title, depth-first.
    public func page(
        titled title: String, in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> PackPageSummary? { throw .notThere }

    /// The slug of a story that is a pack's page; nil for other stories.
    public func slug(of story: StoryID) async throws(LibraryError) -> String? { throw .notThere }

    /// In the gallery's order.
    public func photographs(in edition: Edition) async throws(LibraryError) -> [PackPhoto] { throw .notThere }

    /// What the map shows (`PackOptions.mapPage`), with and without a place, by position, then title.
    public func mapPages(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> [PackPageSummary] { throw .notThere }

    public func baseMap(in edition: Edition) async throws(LibraryError) -> PackBaseMap? { throw .notThere }

    /// Newest first.
    public func favourites(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> [PackPageSummary] { throw .notThere }

    /// - Throws: `.notThere` for media that the installed version does not have.
    public func medium(_ id: PackMediumID, in edition: Edition) async throws(LibraryError) -> StoredPackMedium {
        throw .notThere
    }

    /// - Returns: nil until a version is installed.
    public func contents(of edition: Edition) async throws(LibraryError) -> PackContents? { throw .notThere }

    // MARK: - Favourites

    /// Makes pages favourites, or no longer, with the dates of the device where it happened; the later change of a page wins.
    /// Pages that are not there are skipped. Idempotent.
    public func setFavourites(
        _ changes: [PackFavouriteChange], in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) { throw .notThere }

    // MARK: - Installing

    /// Installs a version in one transaction, so that readers see the old one or the new one. Media are stored before; a kill
    /// leaves files that the next installation removes.
    /// - Parameters:
    ///   - media: where the pictures' bytes come from.
    ///   - allowsDowngrade: also installs an older version, or other contents under the same number.
    ///   - reader: who gets the favourites that the pack brings.
    public func install(
        _ pack: Pack, media: some PackMediaSource, in edition: Edition, allowsDowngrade: Bool = false,
        for reader: ReaderID = .first
    ) async throws(PackInstallError) -> PackInstallation { throw .library(.notThere) }
}

/// A reader's change to a favourite, made on a device that may have been offline.
public struct PackFavouriteChange: Sendable, Hashable {
    public var slug: String
    public var isFavourite: Bool
    public var date: Date

    public init(slug: String, isFavourite: Bool, date: Date) {
        self.slug = slug
        self.isFavourite = isFavourite
        self.date = date
    }
}

/// Why nothing was installed.
public enum PackInstallError: Error, Sendable {
    case pack(PackError)
    case library(LibraryError)
    /// The media could not be stored, with why.
    case cannotStore(String)
}
