public import Foundation
public import News
public import Packs

/// Installs versions of the publications that editions with a pack show (`Edition.pack`), and reads their pages.
public struct PackService: Sendable {
    let context: LibraryContext

    // MARK: - Reading

    /// Returns the installed version.
    /// - Returns: nil until a version is installed.
    public func installed(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> InstalledPack? {
        try await read(edition, otherwise: nil) { transaction, source in
            let pages = PackPageQuery(transaction: transaction, source: source, reader: reader.rawValue)
            return try pages.root().flatMap {
                try InstalledPackQuery(transaction: transaction, source: source).pack(root: $0, for: reader.rawValue)
            }
        }
    }

    /// The maximum number of pages listed beside a page.
    public static let menuLength = 100

    /// Returns a page with its text.
    /// - Parameters:
    ///   - slug: the slug of the page; nil for the root.
    ///   - position: the position of a child, to read only `menuLength` children including that one; nil for all.
    /// - Throws: `.notThere` if there is no such page.
    public func page(
        _ slug: String?, in edition: Edition, for reader: ReaderID, childrenNear position: Int? = nil
    ) async throws(LibraryError) -> PackPageDetails {
        let details = try await read(edition, otherwise: nil) { transaction, source -> PackPageDetails? in
            let query = PackPageQuery(transaction: transaction, source: source, reader: reader.rawValue)
            let summary = try slug.map { try query.page($0) } ?? query.root()
            return try summary.flatMap { try query.details(of: $0, near: position) }
        }
        guard let details else { throw .notThere }
        return details
    }

    /// Returns the first page with exactly this title, depth-first.
    public func page(
        titled title: String, in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> PackPageSummary? {
        try await read(edition, otherwise: nil) { transaction, source in
            try PackPageQuery(transaction: transaction, source: source, reader: reader.rawValue).page(titled: title)
        }
    }

    /// Returns the slug of a story that is a pack's page; nil for other stories.
    public func slug(of story: StoryID) async throws(LibraryError) -> String? {
        try await context.database.read { transaction in
            try transaction.text("select slug from pack_page where story_id = ?", [.number(story.rawValue)])
        }
    }

    /// Returns photographs in the gallery's order; their positions count from 0.
    /// - Parameter first: the position to begin with.
    public func photographs(
        in edition: Edition, from first: Int = 0, limit: Int
    ) async throws(LibraryError) -> PackPhotoList {
        try await read(edition, otherwise: PackPhotoList(photographs: [], count: 0)) { transaction, source in
            try InstalledPackQuery(transaction: transaction, source: source).photographs(from: first, limit: limit)
        }
    }

    /// Returns a photograph with its position in the gallery.
    /// - Returns: nil if there is none of this name.
    public func photograph(named name: String, in edition: Edition) async throws(LibraryError) -> PackPhotoDetails? {
        try await read(edition, otherwise: nil) { transaction, source in
            try InstalledPackQuery(transaction: transaction, source: source).photograph(named: name)
        }
    }

    /// Returns the pages of the map: the children of `PackOptions.mapPage`, with and without a place, by position, then
    /// title. If there is no such page, returns all pages with a place, depth-first.
    public func mapPages(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> [PackPageSummary] {
        try await read(edition, otherwise: []) { transaction, source in
            let query = PackPageQuery(transaction: transaction, source: source, reader: reader.rawValue)
            guard let page = try edition.pack?.mapPage.flatMap({ try query.page($0) }) else {
                return try query.withPlace()
            }
            return try query.children(of: page.slug)
        }
    }

    /// Returns the base map.
    /// - Returns: nil for a pack without a base map.
    public func baseMap(in edition: Edition) async throws(LibraryError) -> PackBaseMap? {
        try await read(edition, otherwise: nil) { transaction, source in
            try InstalledPackQuery(transaction: transaction, source: source).baseMap()
        }
    }

    /// Returns the reader's favourites, newest first.
    public func favourites(
        in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> [PackPageSummary] {
        try await read(edition, otherwise: []) { transaction, source in
            try PackPageQuery(transaction: transaction, source: source, reader: reader.rawValue).favourites()
        }
    }

    /// Returns the file of a picture.
    /// - Throws: `.notThere` for media that the installed version does not have, or the disk has lost.
    public func medium(_ id: PackMediumID, in edition: Edition) async throws(LibraryError) -> StoredPackMedium {
        let medium = try await read(edition, otherwise: nil) { transaction, source in
            try InstalledPackQuery(transaction: transaction, source: source).medium(id)
        }
        guard let medium, context.media.has(medium) else { throw .notThere }
        return StoredPackMedium(medium: medium, file: context.media.file(of: id))
    }

    /// Returns true if a picture is stored, for whichever pack, and need not be fetched.
    public func hasMedium(_ medium: PackMedium) -> Bool { context.media.has(medium) }

    /// Returns the contents that a device needs to show the pack offline.
    /// - Returns: nil until a version is installed.
    public func contents(of edition: Edition) async throws(LibraryError) -> PackContents? {
        try await read(edition, otherwise: nil) { transaction, source in
            try InstalledPackQuery(transaction: transaction, source: source).contents()
        }
    }

    /// Reads from the source of an edition's pack.
    /// - Parameter missing: the value for an edition without a pack, or without a source yet.
    private func read<Value: Sendable>(
        _ edition: Edition, otherwise missing: Value, _ work: @escaping @Sendable (Transaction, Int64) throws -> Value
    ) async throws(LibraryError) -> Value {
        guard let options = edition.pack else { return missing }
        return try await context.database.read { transaction in
            guard let source = try PackChannelStore.source(of: options, transaction) else { return missing }
            return try work(transaction, source)
        }
    }

    // MARK: - Favourites

    /// Makes pages favourites, or removes them, with the dates of the device on which it happened; the later change of
    /// a page wins. Pages that do not exist are skipped. Idempotent.
    public func setFavourites(
        _ changes: [PackFavouriteChange], in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) {
        guard let options = edition.pack, !changes.isEmpty else { return }
        let now = context.now()
        let hasChanged = try await context.database.write { transaction in
            guard let source = try PackChannelStore.source(of: options, transaction) else { return false }
            return try PackFavouriteWriter(
                transaction: transaction, now: now, source: source, reader: reader.rawValue
            ).apply(changes)
        }
        if hasChanged { context.notifier.notify(for: reader) }
    }

    // MARK: - Installing

    /// Installs a version in one transaction, so that readers see the old one or the new one. Media are stored before;
    /// if the process is killed, the next installation removes the leftover files.
    /// - Parameters:
    ///   - media: the source of the pictures' bytes.
    ///   - allowsDowngrade: true to also install an older version, or other contents under the same number.
    ///   - reader: the reader who gets the favourites that the pack brings.
    public func install(
        _ pack: Pack, media: some PackMediaSource, in edition: Edition, allowsDowngrade: Bool = false,
        for reader: ReaderID = .first
    ) async throws(PackInstallError) -> PackInstallation {
        guard let options = edition.pack else {
            throw .library(.invalid(why: "“\(edition.title)” shows no publication; name an edition with “pack:”."))
        }
        let installer = PackInstaller(
            context: context, identity: options.identity, allowsDowngrade: allowsDowngrade)
        do {
            let source = try await context.database.read { try PackChannelStore.source(of: options, $0) }
            switch try await installer.prepare(pack, media: media, source: source) {
            case .keep(let kept): return kept
            case .install(let prepared):
                for _ in 1..<Self.maxAttempts {
                    do throws(LibraryError) {
                        return try await write(prepared, options, allowsDowngrade, reader)
                    } catch {
                        guard error == .busy else { throw error }
                        // Another process that installs has removed the media as orphans, or keeps the database busy.
                        try await context.media.store(pack.media, from: media)
                    }
                }
                return try await write(prepared, options, allowsDowngrade, reader)
            }
        } catch { throw PackInstallError(error) }
    }

    /// The maximum number of attempts; each waits for other processes as long as the database does.
    private static let maxAttempts = 3

    private func write(
        _ prepared: PreparedPack, _ options: PackOptions, _ allowsDowngrade: Bool, _ reader: ReaderID
    ) async throws(LibraryError) -> PackInstallation {
        let (now, media) = (context.now(), context.media)
        let result = try await context.writeAndNotify { transaction in
            let source = try PackChannelStore(transaction: transaction, now: now).findOrCreateSource(of: options)
            return try PackVersionWriter(transaction: transaction, now: now, source: source, media: media)
                .install(prepared, allowsDowngrade: allowsDowngrade, for: reader.rawValue)
        }
        // The version is installed; the daily maintenance removes media that could not be removed here.
        do { try await context.removeOrphanedMedia() } catch { return result.installation }
        return result.installation
    }
}

/// A reader's change to a favourite, made on a device that may have been offline.
public struct PackFavouriteChange: Sendable, Hashable {
    /// The slug of the page.
    public var slug: String
    /// True if the page became a favourite, false if it is no longer one.
    public var isFavourite: Bool
    /// The time of the change by the device's clock.
    public var date: Date

    public init(slug: String, isFavourite: Bool, date: Date) {
        self.slug = slug
        self.isFavourite = isFavourite
        self.date = date
    }
}

/// An error that prevented an installation.
public enum PackInstallError: Error, Sendable {
    case pack(PackError)
    case library(LibraryError)
    /// A failure to store the media, with its reason.
    case cannotStore(String)
}
