import Library
import News

/// A cache of the unread counts shown in the tabs of every page.
struct TabUnreadCountCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let edition: EditionID
    }

    private let entries = RevisionCache<Key, BoundedCount>(maxCount: 500)

    /// Returns the unread count of the edition; nil if it has no tab for unread stories.
    func count(for scope: RequestScope) async throws(LibraryError) -> BoundedCount? {
        guard scope.edition.layout.hasTabs, scope.edition.layout.tabs.contains(.unread) else { return nil }
        let key = Key(reader: scope.reader, edition: scope.edition.id)
        return try await entries.value(for: key, at: scope.library.revision(for: scope.reader)) {
            () async throws(LibraryError) in
            try await scope.library.editions.unread(in: scope.edition.id, for: scope.reader)
        }
    }
}
