import Library
import News
import Synchronization

/// Caches each reader's last remote search, so that *Load more…* fetches only the next page; a repeated search starts
/// from the beginning (MIT-33).
///
/// Invariant: `pages` are consecutive, and `nextCursor` follows the last of them.
final class RemoteSearchCache: Sendable {
    struct Key: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The pages found so far and the cursor of the next; nil at the end.
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
