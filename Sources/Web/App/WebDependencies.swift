import Library
import News
import Pictures

/// The services, settings and caches that handlers share.
struct WebDependencies: Sendable {
    let library: NewsLibrary
    let images: PictureLoader
    let signer: PictureURLSigner
    let integrations: WebIntegrations
    let settings: WebSettings
    let editionRegistry: EditionRegistry
    var assets: AssetCatalog
    let compressedPages: CompressedPageCache
    let readerCache = ReaderCache()
    let sessionCache = SessionCache()
    let lastVisitedPaths = LastVisitedPaths()
    let frontPageCache = FrontPageCache()
    let tabUnreadCounts = TabUnreadCountCache()
    let iconRenderer = IconRenderer()
    let remoteSearches = RemoteSearchCache()
    let importReports = ImportReportCache()
    let apiKeyResults = APIKeyResultCache()
    /// The tickets of actions that can be undone.
    let undoOffers = ActionResultCache<Int64>(maxCount: 500)
    let composerStates = ComposerStateCache()
    let membershipResults = MembershipResultCache()
    let log: ServerLog

    /// The editions that can be opened, in the Newsstand's order.
    var editions: [Edition] { editionRegistry.editions }

    /// Returns the edition in the path, or else the default edition.
    func edition(at path: String) -> Edition {
        let editions = editions
        return editions.first { has($0, at: path) } ?? editions.first { $0.id == settings.defaultEdition } ?? editions
            .first
            ?? .mine
    }

    func has(_ edition: Edition, at path: String) -> Bool { path.hasPrefix("/\(edition.id.rawValue)/") }
}
