import Caching
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
    let searches = SearchResultCache()
    let tabUnreadCounts = TabUnreadCountCache()
    let sidebars = SidebarCache()
    let iconRenderer = IconRenderer()
    let renditionMaker = PictureRenditionMaker()
    /// The typed values that conflicted with another editor's, by the slug of the page.
    let packConflicts = ActionResultCache<String, PackConflict>(maxCount: 64, lifetime: 3_600)
    /// The forms that were refused, by a random token in the address of their page.
    let refusedForms = ActionResultCache<String, RefusedForm>(maxCount: 64, lifetime: 600)
    let packEditorPresence = PackEditorPresence()
    /// The icons of sites that this server has fetched since its start.
    let availableIcons = BoundedCache<PictureID, Bool>(maxCount: 4_096)
    /// The last remote searches, so that *Load more…* fetches only the next page (MIT-33).
    let remoteSearches = ActionResultCache<RemoteSearchStatus.Search, RemoteSearchStatus.Pages>(
        maxCount: 500, keepsOnlyLast: true)
    /// The last imports by random ID; few, since a report of ten thousand feeds takes a few megabytes.
    let importReports = ActionResultCache<String, ImportResult>(maxCount: 4)
    /// The exports whose preview is shown, by random ID; few, as each may have the texts of its pages.
    let savedExports = ActionResultCache<String, SavedPagesExport>(maxCount: 4, lifetime: 3_600)
    let apiKeyResults = ActionResultCache<APIKeyResult.Subject, APIKeyResult>(maxCount: 64, lifetime: 120)
    /// The tickets of actions that can be undone, by the path of the page that the action led to.
    let undoOffers = ActionResultCache<String, Int64>(maxCount: 500, keepsOnlyLast: true)
    let composerStates = ActionResultCache<Draft.Target, ComposerState>(maxCount: 256, lifetime: 600)
    /// The one-time links that browsers show as codes, by the session that made them.
    let signInLinks = ActionResultCache<ReaderSession.ID?, ShownSignInLink>(
        maxCount: 64, lifetime: ShownSignInLink.lifetime)
    /// The invitations that browsers show as codes, by the session that made them.
    let invitations = ActionResultCache<ReaderSession.ID?, ShownInvitation>(
        maxCount: 64, lifetime: PeopleService.invitationLifetime)
    /// The passwords of other apps that have just been made, by the session that made them; the database has only hashes.
    let appPasswords = ActionResultCache<ReaderSession.ID?, NewAppPassword>(maxCount: 64, lifetime: 600)
    /// The secrets of feeds of digests, which are shown right after they are made.
    let digestFeeds = ActionResultCache<EditionID, SecretToken>(maxCount: 64, lifetime: 600)
    let finishedHandshakes = FinishedHandshakes()
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
