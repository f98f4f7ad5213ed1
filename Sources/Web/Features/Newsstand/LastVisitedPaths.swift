import Library
import News
import Synchronization

/// The last page each reader visited in each edition, so that an edition opens there again, also without script and
/// after a restart.
///
/// Invariant: a path lies within its edition and has at most `maxPathLength` bytes. Paths stored before the start are
/// loaded once per reader, lists among them with their first rows only (MIT-73).
final class LastVisitedPaths: Sendable {
    private static let maxPathLength = 1000
    private let cache = Mutex<[ReaderID: [EditionID: String]]>([:])

    /// Records the page that a reader visited.
    func record(_ scope: RequestScope) async throws(LibraryError) {
        let path = scope.currentURI
        guard scope.isReadingPage, path.utf8.count <= Self.maxPathLength else { return }
        guard try await paths(for: scope.reader, scope.library)[scope.edition.id] != path else { return }
        cache.withLock { $0[scope.reader, default: [:]][scope.edition.id] = path }
        do { try await scope.library.readingProgress.saveLastPath(path, in: scope.edition.id, for: scope.reader) } catch
        {
            // Must not fail the page: the path stays in memory until the server stops.
            return
        }
    }

    /// The last page of each edition for a reader.
    func paths(for reader: ReaderID, _ library: NewsLibrary) async throws(LibraryError) -> [EditionID: String] {
        if let known = cache.withLock({ $0[reader] }) { return known }
        let stored = try await library.readingProgress.lastPaths(for: reader).mapValues {
            RequestScope.firstPagePath(of: $0)
        }
        return cache.withLock { recorded in
            // A concurrent request may have recorded newer paths.
            let known = stored.merging(recorded[reader] ?? [:]) { $1 }
            recorded[reader] = known
            return known
        }
    }
}
