import Foundation
import News

/// What is kept of a list between two visits: its first page's items as they were, so that only what is new or may have
/// changed is asked for again.
struct HackerNewsListState: Codable {
    struct CachedItem: Codable {
        var item: HackerNewsItem
        /// When it was asked for, in seconds since 1970.
        var askedAt: Int
    }

    /// Grows whenever the same items may give other stories.
    static let currentVersion = 1

    var reading = currentVersion
    /// The first page, in the site's order.
    var ids: [Int] = []
    var items: [CachedItem] = []
    /// A fingerprint of the whole list of numbers.
    var list = ""

    init() {}

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: SourceState?) {
        guard let read = memory?.decode(as: HackerNewsListState.self), read.reading == Self.currentVersion else {
            return nil
        }
        self = read
    }

    var byID: [Int: CachedItem] { Dictionary(items.map { ($0.item.id, $0) }, uniquingKeysWith: { one, _ in one }) }

    /// How long an item is taken to be as it was, in seconds: points and comments of what is new change by the minute,
    /// and those of yesterday hardly.
    static func maxAge(_ item: HackerNewsItem, now: Date) -> Int {
        max(600, min(6 * 3_600, item.age(at: now) / 12))
    }
}
