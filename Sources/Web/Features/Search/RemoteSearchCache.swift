import Library
import News
import Synchronization

/// What origins have found for the words that each reader looked for last, so that *Load more…* asks them for the next page
/// alone; the same words looked for anew ask from the beginning (MIT-33).
///
/// Invariant: the pages of one search follow one another, and `next` leads on behind the last of them.
final class RemoteSearchCache: Sendable {
    struct Key: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The pages that were found so far, and where they go on; nil at the end.
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
