import Caching
import Library
import News

/// Caches the content of front pages; HTML has relative times and is rendered anew.
///
/// Invariant: an entry was read at its `revision` or later.
struct FrontPageCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let edition: EditionID
        let rows: Int
        let layout: Preferences.Layout
    }

    private struct Entry {
        let revision: Int64
        let front: FrontPage
        let status: RefreshStatus
    }

    /// For 30 seconds even without changes: stories grow old, images become available.
    private let entries = BoundedCache<Key, Entry>(maxCount: 64, lifetime: 30)
    /// Visits recorded in the last ten seconds; the Library's resolution is a minute.
    private let visitors = BoundedCache<ReaderID, Bool>(maxCount: 64, lifetime: 10)

    func frontPage(
        _ scope: RequestScope, _ read: () async throws(LibraryError) -> (FrontPage, RefreshStatus)
    ) async throws(LibraryError) -> (front: FrontPage, status: RefreshStatus) {
        let key = Key(
            reader: scope.reader, edition: scope.edition.id, rows: scope.edition.options.rowsPerSection,
            layout: scope.listLayout)
        let revision = scope.library.revision(for: scope.reader)
        if let entry = entries.value(for: key, now: scope.now), entry.revision == revision {
            return (entry.front, entry.status)
        }
        let (front, status) = try await read()
        entries.store(Entry(revision: revision, front: front, status: status), for: key, now: scope.now)
        return (front, status)
    }

    /// `ReaderService.recordVisit`, unless it was recorded just now.
    func recordVisit(_ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects, visitors.value(for: scope.reader, now: scope.now) == nil else { return }
        try await scope.library.readers.recordVisit(for: scope.reader)
        visitors.store(true, for: scope.reader, now: scope.now)
    }
}
