import Foundation
import News

/// What is stored of a list between two refreshes: the first page's items, so that only new or changed ones are fetched
/// again.
struct HackerNewsListState: Codable {
    struct CachedItem: Codable {
        var item: HackerNewsItem
        /// When the list was fetched, in seconds since 1970.
        var askedAt: Int
    }

    /// Increase when the same items would give other stories.
    static let currentVersion = 1

    var reading = currentVersion
    /// The first page's ids, in the site's order.
    var ids: [Int] = []
    var items: [CachedItem] = []
    /// Hash of the whole list of ids.
    var list = ""

    init() {}

    /// Nil if there is none or it has another version or format.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: HackerNewsListState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    var byID: [Int: CachedItem] { Dictionary(items.map { ($0.item.id, $0) }, uniquingKeysWith: { one, _ in one }) }

    /// How long an item may be reused, in seconds: points and comments of new items change by the minute, those of
    /// yesterday hardly.
    static func maxAge(_ item: HackerNewsItem, now: Date) -> Int {
        max(600, min(6 * 3_600, item.age(at: now) / 12))
    }
}
