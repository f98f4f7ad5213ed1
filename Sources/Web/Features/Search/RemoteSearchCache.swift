import Library
import News
import Synchronization

/// Each reader's last remote search: *Load more…* fetches only the next page (MIT-33).
///
/// Invariant: `pages` are consecutive and `nextCursor` follows the last.
final class RemoteSearchCache: Sendable {
    struct Key: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The next cursor is nil at the end.
    struct Entry: Sendable {
        var pages: [[StoryID]] = []
        var nextCursor: String?
    }

    private let entries = Mutex<[ReaderID: (search: Key, found: Entry)]>([:])

    func entry(_ search: Key, for reader: ReaderID) -> Entry? {
        entries.withLock { kept in kept[reader].flatMap { $0.search == search ? $0.found : nil } }
    }

    func store(_ found: Entry, of search: Key, for reader: ReaderID) {
        entries.withLock { $0[reader] = (search, found) }
    }
}
