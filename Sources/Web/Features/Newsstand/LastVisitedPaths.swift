import Library
import News
import Synchronization

/// The last visited page of each reader in each edition, where the edition opens again.
///
/// Invariant: a path is within its edition and has at most `maxPathLength` bytes. Stored paths are loaded once per
/// reader, without depth (MIT-73).
final class LastVisitedPaths: Sendable {
    private static let maxPathLength = 1000
    private let cache = Mutex<[ReaderID: [EditionID: String]]>([:])

    func record(_ scope: RequestScope) async throws(LibraryError) {
        let path = scope.currentURI
        guard scope.isReadingPage, path.utf8.count <= Self.maxPathLength else { return }
        guard try await paths(for: scope.reader, scope.library)[scope.edition.id] != path else { return }
        cache.withLock { $0[scope.reader, default: [:]][scope.edition.id] = path }
        do { try await scope.library.readingProgress.saveLastPath(path, in: scope.edition.id, for: scope.reader) } catch
        {
            // The page must not fail because of the path, which stays in memory.
            return
        }
    }

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
