public import Foundation
public import Synchronization

/// A cache with bounds on the number, cost and age of its values; the least recently used are evicted first.
///
/// Operations take amortised constant time: a dictionary finds an entry, a linked list has the order of use, and
/// storing removes expired entries at its end. Inlinable, as some callers look up every picture of a page.
///
/// Invariant: at most `maxCount` entries whose costs add up to at most `maxCost`; no value is returned after its
/// lifetime.
public final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let maxCount: Int
    @usableFromInline let maxCost: Int
    @usableFromInline let lifetime: TimeInterval
    @usableFromInline let state: Mutex<State>

    /// Creates an empty cache.
    /// - Parameters:
    ///   - maxCount: the maximum number of entries.
    ///   - maxCost: the maximum total cost, in the unit that callers of `store` use, such as bytes.
    ///   - lifetime: the lifetime in seconds; without one, no method needs the time.
    @inlinable
    public init(maxCount: Int, maxCost: Int = .max, lifetime: TimeInterval = .infinity) {
        self.maxCount = maxCount
        self.maxCost = maxCost
        self.lifetime = lifetime
        state = Mutex(State())
    }

    /// The number of entries, including expired ones that no call has removed yet.
    public var count: Int { state.withLock { $0.places.count } }

    /// Returns the value and makes it the most recently used; nil if unknown or expired.
    @inlinable
    public func value(for key: Key, now: Date = .distantPast) -> Value? {
        state.withLock { $0.use(key, now) }
    }

    /// Returns the value, or else makes one and stores it with a cost of 1. Concurrent callers may each make one.
    @inlinable
    public func value<Failure: Error>(
        for key: Key, now: Date = .distantPast, orMake make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let known = value(for: key, now: now) { return known }
        let new = try make()
        store(new, for: key, now: now)
        return new
    }

    /// Stores or replaces a value; a value that alone exceeds the bounds is not kept.
    /// - Parameter lifetime: the lifetime in seconds; nil for the cache's own.
    @inlinable
    public func store(
        _ value: Value, for key: Key, cost: Int = 1, lifetime: TimeInterval? = nil, now: Date = .distantPast
    ) {
        let entry = Entry(
            key: key, value: value, cost: max(0, cost), storedAt: now, lifetime: lifetime ?? self.lifetime)
        state.withLock { $0.insert(entry, maxCount, maxCost) }
    }

    /// Removes and returns the value; nil if unknown or expired.
    @inlinable
    @discardableResult
    public func removeValue(for key: Key, now: Date = .distantPast) -> Value? {
        state.withLock { state in
            guard let place = state.places[key], let entry = state.remove(place) else { return nil }
            return entry.isFresh(now) ? entry.value : nil
        }
    }

    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        @usableFromInline let cost: Int
        @usableFromInline let storedAt: Date
        @usableFromInline let lifetime: TimeInterval

        @inlinable
        init(key: Key, value: Value, cost: Int, storedAt: Date, lifetime: TimeInterval) {
            self.key = key
            self.value = value
            self.cost = cost
            self.storedAt = storedAt
            self.lifetime = lifetime
        }

        /// Returns true within the lifetime before or after the time of storing: a clock that is set back makes no
        /// entry immortal.
        @inlinable
        func isFresh(_ now: Date) -> Bool { abs(now.timeIntervalSince(storedAt)) < lifetime }
    }

    /// The entries by place, linked in the order of use. The place −1 means none.
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var places: [Key: Int] = [:]
        @usableFromInline var entries: [Entry?] = []
        @usableFromInline var links: [(newer: Int, older: Int)] = []
        @usableFromInline var unused: [Int] = []
        @usableFromInline var newest = -1
        @usableFromInline var oldest = -1
        @usableFromInline var cost = 0

        @inlinable
        init() {}

        @inlinable
        mutating func use(_ key: Key, _ now: Date) -> Value? {
            guard let place = places[key], let entry = entries[place] else { return nil }
            guard entry.isFresh(now) else {
                remove(place)
                return nil
            }
            if place != newest {
                unlink(place)
                linkAsNewest(place)
            }
            return entry.value
        }

        @inlinable
        mutating func insert(_ entry: Entry, _ maxCount: Int, _ maxCost: Int) {
            if let place = places[entry.key] { remove(place) }
            guard maxCount > 0, entry.cost <= maxCost else { return }
            while oldest >= 0 {
                let isFull = places.count >= maxCount || cost > maxCost - entry.cost
                guard isFull || isStale(oldest, entry.storedAt) else { break }
                remove(oldest)
            }
            let place = unused.popLast() ?? entries.count
            if place == entries.count {
                entries.append(entry)
                links.append((newer: -1, older: -1))
            } else {
                entries[place] = entry
            }
            places[entry.key] = place
            cost += entry.cost
            linkAsNewest(place)
        }

        @inlinable
        @discardableResult
        mutating func remove(_ place: Int) -> Entry? {
            guard let entry = entries[place] else { return nil }
            unlink(place)
            entries[place] = nil
            places[entry.key] = nil
            unused.append(place)
            cost -= entry.cost
            return entry
        }

        @inlinable
        func isStale(_ place: Int, _ now: Date) -> Bool { entries[place].map { !$0.isFresh(now) } ?? false }

        @inlinable
        mutating func unlink(_ place: Int) {
            let link = links[place]
            if link.newer < 0 { newest = link.older } else { links[link.newer].older = link.older }
            if link.older < 0 { oldest = link.newer } else { links[link.older].newer = link.newer }
        }

        @inlinable
        mutating func linkAsNewest(_ place: Int) {
            links[place] = (newer: -1, older: newest)
            if newest < 0 { oldest = place } else { links[newest].newer = place }
            newest = place
        }
    }
}
