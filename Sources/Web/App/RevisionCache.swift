import Caching
import Foundation
import Library

/// A cache of values that were read from the Library at a revision. A value of another revision is read again.
struct RevisionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let entries: BoundedCache<Key, (revision: Int64, value: Value)>

    /// Creates an empty cache.
    /// - Parameter lifetime: the lifetime in seconds; without one, no method needs the time.
    init(maxCount: Int, lifetime: TimeInterval = .infinity) {
        entries = BoundedCache(maxCount: maxCount, lifetime: lifetime)
    }

    /// Returns the value; nil if it is unknown, expired or of another revision.
    func value(for key: Key, at revision: Int64, now: Date = .distantPast) -> Value? {
        entries.value(for: key, now: now).flatMap { $0.revision == revision ? $0.value : nil }
    }

    /// Stores a value. Its revision is taken before it is read, so that a change in between is not missed.
    func store(_ value: Value, for key: Key, at revision: Int64, now: Date = .distantPast) {
        entries.store((revision, value), for: key, now: now)
    }

    /// Returns the value, or else reads and stores it. Concurrent callers may each read it.
    func value(
        for key: Key, at revision: Int64, now: Date = .distantPast,
        orRead read: () async throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        if let known = value(for: key, at: revision, now: now) { return known }
        let new = try await read()
        store(new, for: key, at: revision, now: now)
        return new
    }
}
