import Caching
import Foundation
import News

/// A cache of the result of each reader's last action, for the page that the action led to. Other pages, such as in
/// another tab, do not show the result.
struct ActionResultCache<Value: Sendable>: Sendable {
    private let entries: BoundedCache<ReaderID, (value: Value, path: String)>

    /// Creates an empty cache.
    /// - Parameter lifetime: the seconds for which a result is kept.
    init(maxCount: Int, lifetime: TimeInterval = .infinity) {
        entries = BoundedCache(maxCount: maxCount, lifetime: lifetime)
    }

    /// Stores the result of a reader's last action.
    /// - Parameter path: the page's path; a query and a fragment are ignored.
    func store(_ value: Value, at path: String, for reader: ReaderID, now: Date) {
        entries.store((value, pathOnly(path)), for: reader, now: now)
    }

    func value(at path: String, for reader: ReaderID, now: Date) -> Value? {
        guard let entry = entries.value(for: reader, now: now), entry.path == pathOnly(path) else { return nil }
        return entry.value
    }

    func removeValue(for reader: ReaderID) { _ = entries.removeValue(for: reader) }

    private func pathOnly(_ path: String) -> String { String(path.prefix { $0 != "?" && $0 != "#" }) }
}
