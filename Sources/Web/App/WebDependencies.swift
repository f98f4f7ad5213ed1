import Library
import News
import Pictures

/// Everything a page may draw on.
struct WebDependencies: Sendable {
    let library: NewsLibrary
    let pictures: ImageService
    let signer: ImageURLSigner
    let services: ExternalServices
    let settings: WebSettings
    /// All newspapers, and what became of their files.
    let editionRegistry: EditionRegistry
    var assets: AssetCatalog
    let compressedPages: CompressedPageCache
    let readerCache = ReaderCache()
    let sessionCache = SessionCache()
    let lastVisitedPaths = LastVisitedPaths()
    let frontPageCache = FrontPageCache()
    let iconRenderer = IconRenderer()
    let remoteSearches = RemoteSearchCache()
    let log: ServerLog

    /// The newspapers that can be opened, in the Newsstand's order: `mine` first, unless one alone is shown.
    var editions: [Edition] { editionRegistry.editions }

    /// The edition an address names with its first part, else the leading one.
    func edition(at path: String) -> Edition {
        let editions = editions
        return editions.first { has($0, at: path) } ?? editions.first { $0.id == settings.defaultEdition } ?? editions
            .first
            ?? .mine
    }

    /// Whether the address lies in that edition.
    func has(_ edition: Edition, at path: String) -> Bool { path.hasPrefix("/\(edition.id.rawValue)/") }
}
