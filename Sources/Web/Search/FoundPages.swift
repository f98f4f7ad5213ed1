import Library
import News
import Synchronization

/// What origins have found for the words that each reader looked for last, so that *Load more…* asks them for the next page
/// alone; the same words looked for anew ask from the beginning (MIT-33).
///
/// Invariant: the pages of one search follow one another, and `next` leads on behind the last of them.
final class FoundPages: Sendable {
    struct Search: Sendable, Hashable {
        let words: String
        let list: StoryList
    }

    /// The pages that were found so far, and where they go on; nil at the end.
    struct Found: Sendable {
        var pages: [[StoryID]] = []
        var next: String?
    }

    private let kept = Mutex<[ReaderID: (search: Search, found: Found)]>([:])

    func recall(_ search: Search, for reader: ReaderID) -> Found? {
        kept.withLock { kept in kept[reader].flatMap { $0.search == search ? $0.found : nil } }
    }

    func keep(_ found: Found, of search: Search, for reader: ReaderID) {
        kept.withLock { $0[reader] = (search, found) }
    }
}
