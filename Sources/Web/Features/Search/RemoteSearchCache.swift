import Caching
import Library
import News

/// Each reader's last remote search: *Load more…* fetches only the next page (MIT-33).
///
/// Invariant: `pages` are consecutive and `nextCursor` follows the last.
struct RemoteSearchCache: Sendable {
    struct Key: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The next cursor is nil at the end.
    struct Entry: Sendable {
        var pages: [[StoryID]] = []
        var nextCursor: String?
    }

    private let entries = BoundedCache<ReaderID, (search: Key, found: Entry)>(maxCount: 500)

    func entry(_ search: Key, for reader: ReaderID) -> Entry? {
        entries.value(for: reader).flatMap { $0.search == search ? $0.found : nil }
    }

    func store(_ found: Entry, of search: Key, for reader: ReaderID) {
        entries.store((search, found), for: reader)
    }
}
