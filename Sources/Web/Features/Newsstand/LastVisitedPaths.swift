import Library
import News
import Synchronization

/// Where each reader was last in each newspaper, so that it opens there again, without script and after a restart too.
///
/// Invariant: a path is one of ours, in the edition it is kept for, and at most `longest` bytes. What the database has from
/// before the start is taken up once a reader; a list in it opens with its first rows again (MIT-73).
final class LastVisitedPaths: Sendable {
    private static let maxPathLength = 1000
    private let cache = Mutex<[ReaderID: [EditionID: String]]>([:])

    /// Remembers the page that a person went to.
    func record(_ scope: RequestScope) async throws(LibraryError) {
        let path = scope.currentURI
        guard scope.isReadingPage, path.utf8.count <= Self.maxPathLength else { return }
        guard try await paths(for: scope.reader, scope.library)[scope.edition.id] != path else { return }
        cache.withLock { $0[scope.reader, default: [:]][scope.edition.id] = path }
        do { try await scope.library.readingProgress.saveLastPath(path, in: scope.edition.id, for: scope.reader) } catch
        {
            // Worth no page that could not be shown: it is remembered as long as the program runs.
            return
        }
    }

    /// The page of each edition on which a reader was last.
    func paths(for reader: ReaderID, _ library: NewsLibrary) async throws(LibraryError) -> [EditionID: String] {
        if let known = cache.withLock({ $0[reader] }) { return known }
        let before = try await library.readingProgress.lastPaths(for: reader).mapValues {
            RequestScope.firstPagePath(of: $0)
        }
        return cache.withLock { kept in
            // Another visit may have been quicker.
            let known = before.merging(kept[reader] ?? [:]) { $1 }
            kept[reader] = known
            return known
        }
    }
}
