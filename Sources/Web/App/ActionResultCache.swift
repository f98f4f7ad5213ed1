import Caching
import Foundation
import News

/// What the last action of each reader left for the page that it led to. Elsewhere, as in another tab, it would be out of place.
struct ActionResultCache<Value: Sendable>: Sendable {
    private let entries: BoundedCache<ReaderID, (value: Value, path: String)>

    /// - Parameter lifetime: in seconds.
    init(maxCount: Int, lifetime: TimeInterval = .infinity) {
        entries = BoundedCache(maxCount: maxCount, lifetime: lifetime)
    }

    /// - Parameter path: may have a query or a fragment, which do not matter.
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
