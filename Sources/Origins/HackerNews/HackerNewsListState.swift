import Foundation
import News

/// Stored first page, to fetch only new or changed items.
struct HackerNewsListState: Codable {
    struct ListedItem: Codable {
        var item: HackerNewsItem
        /// Seconds since 1970.
        var askedAt: Int
    }

    /// Increase when the same items would give other stories.
    static let currentVersion = 2

    var reading = currentVersion
    /// In the site's order.
    var ids: [Int] = []
    var items: [ListedItem] = []
    /// Hash of all ids.
    var list = ""

    init() {}

    /// Nil if absent or of another version.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: HackerNewsListState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    var byID: [Int: ListedItem] { Dictionary(items.map { ($0.item.id, $0) }, uniquingKeysWith: { one, _ in one }) }

    /// In seconds; counts of new items change by the minute.
    static func maxAge(_ item: HackerNewsItem, now: Date) -> Int {
        max(600, min(6 * 3_600, item.age(at: now) / 12))
    }
}
