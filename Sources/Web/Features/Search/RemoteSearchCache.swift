import Caching
import Library
import News

/// A cache of each reader's last remote search, so that *Load more…* fetches only the next page (MIT-33).
struct RemoteSearchCache: Sendable {
    struct Key: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The results of a search; the next cursor is nil at the end.
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
