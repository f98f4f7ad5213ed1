import Library
import News
import Synchronization

/// Where each reader was last in each newspaper, so that it opens there again, without script and after a restart too.
///
/// Invariant: a path is one of ours, in the edition it is kept for, and at most `longest` bytes. What the database has from
/// before the start is taken up once a reader; a list in it opens with its first rows again (MIT-73).
final class LastPlaces: Sendable {
    private static let longest = 1000
    private let kept = Mutex<[ReaderID: [EditionID: String]]>([:])

    /// Remembers the page that a person went to.
    func note(_ visit: Visit) async throws(LibraryError) {
        let path = visit.here
        guard visit.isReading, path.utf8.count <= Self.longest else { return }
        guard try await paths(for: visit.reader, visit.library)[visit.edition.id] != path else { return }
        kept.withLock { $0[visit.reader, default: [:]][visit.edition.id] = path }
        do { try await visit.library.places.keep(path, in: visit.edition.id, for: visit.reader) } catch {
            // Worth no page that could not be shown: it is remembered as long as the program runs.
            return
        }
    }

    /// The page of each edition on which a reader was last.
    func paths(for reader: ReaderID, _ library: NewsLibrary) async throws(LibraryError) -> [EditionID: String] {
        if let known = kept.withLock({ $0[reader] }) { return known }
        let before = try await library.places.pages(for: reader).mapValues { Visit.beginning(of: $0) }
        return kept.withLock { kept in
            // Another visit may have been quicker.
            let known = before.merging(kept[reader] ?? [:]) { $1 }
            kept[reader] = known
            return known
        }
    }
}
