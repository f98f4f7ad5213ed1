import Foundation
import News

/// The stored first page, used to fetch only new or changed items.
struct HackerNewsListState: Codable {
    struct ListedItem: Codable {
        var item: HackerNewsItem
        /// The time of the fetch in seconds since 1970.
        var askedAt: Int
    }

    /// The version of the mapping; increase it when the same items would give other stories.
    static let currentVersion = 2

    var reading = currentVersion
    /// The ids in the site's order.
    var ids: [Int] = []
    var items: [ListedItem] = []
    /// A hash of all ids.
    var list = ""

    init() {}

    /// Decodes a stored state; nil if there is none or its version differs.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: HackerNewsListState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    var byID: [Int: ListedItem] { Dictionary(items.map { ($0.item.id, $0) }, uniquingKeysWith: { one, _ in one }) }

    /// Returns the time in seconds after which an item is fetched again; counts of new items change by the minute.
    static func maxAge(_ item: HackerNewsItem, now: Date) -> Int {
        max(600, min(6 * 3_600, item.age(at: now) / 12))
    }
}
