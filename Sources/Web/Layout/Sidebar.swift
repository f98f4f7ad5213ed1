import HTTPTypes
import Hummingbird
import Library
import News

/// The newspapers, folders and feeds that stand beside a page on wide screens, with their unread counts.
struct Sidebar: Sendable {
    /// The unread stories of the newspapers that count them.
    let unread: [EditionID: BoundedCount]
    /// The newspapers that have a digest.
    let digests: Set<EditionID>
    /// The reader's own folders with their feeds, in the reader's order.
    let folders: [Folder]

    /// The number of feeds up to which all folders are open at first.
    private static let maxOpenFeeds = 40
    /// The limit of feeds per folder; the folder's own page has the others.
    static let maxFeedsPerFolder = 60

    /// True if folders are open that the reader has neither opened nor closed.
    var opensFolders: Bool { folders.reduce(0) { $0 + $1.subscriptions.count } <= Self.maxOpenFeeds }
}

/// A cache of the sidebars of readers.
struct SidebarCache: Sendable {
    private let entries = RevisionCache<ReaderID, Sidebar>(maxCount: 200)

    /// Returns the sidebar of the scope's reader; nil for pages that have none: those that show no stories, guides, which have
    /// a structure of their own, and all pages on phones.
    func sidebar(for scope: RequestScope) async throws(LibraryError) -> Sidebar? {
        guard scope.mayShowSidebar else { return nil }
        return try await entries.value(for: scope.reader, at: scope.library.revision(for: scope.reader)) {
            () async throws(LibraryError) in
            var unread: [EditionID: BoundedCount] = [:]
            for edition in scope.shownEditions where edition.pack == nil {
                unread[edition.id] = try await scope.library.editions.unread(in: edition.id, for: scope.reader)
            }
            return Sidebar(
                unread: unread, digests: try await scope.library.digests.editions(for: scope.reader),
                folders: try await scope.library.subscriptions.folders(for: scope.reader))
        }
    }
}

/// The reader's choices for the sidebar, in a cookie of the device, which script writes: `f` if it is folded, and the IDs
/// of folders after `o` if they were opened or `c` if they were closed, joined by dots.
struct SidebarState {
    private let parts: Set<Substring>

    init(cookie: String?) {
        parts = Set((cookie ?? "").prefix(1000).split(separator: "."))
    }

    var isFolded: Bool { parts.contains("f") }

    func isOpen(_ folder: SectionID, byDefault: Bool) -> Bool {
        parts.contains("\(byDefault ? "c" : "o")\(folder.rawValue)") != byDefault
    }
}

extension RequestScope {
    /// True for pages with a sidebar, which is shown where the window is wide enough. Phones name themselves so in their
    /// User-Agent.
    var mayShowSidebar: Bool {
        guard page.isReadingPage, edition.pack == nil, let agent = request.headers[.userAgent] else { return false }
        return agent.hasPrefix("Mozilla/") && !agent.contains("Mobi")
    }

    /// The cookie with the choices for the sidebar; nil without one, and on pages that have none.
    var sidebarCookie: String? { mayShowSidebar ? RequestCookies(of: request)["sidebar"] ?? "" : nil }
}
