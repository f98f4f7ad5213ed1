public import Foundation

/// A collector of the newest elements of an untrusted list, with a bound that holds already during parsing.
///
/// An element without a date counts as new as the one before it, or as the newest if it is first, as lists begin with
/// their newest elements. Of equal dates the earlier element is newer. Inlinable, because feeds append every story.
///
/// Invariant: holds fewer than twice the limit, in the list's order.
public struct NewestElements<Element> {
    @usableFromInline var kept: [Element] = []
    @usableFromInline var dates: [Date] = []
    @usableFromInline var lastDate = Date.distantFuture
    @usableFromInline var addedCount = 0
    @usableFromInline let limit: Int

    /// Creates an empty collector.
    /// - Parameter limit: the maximum number of elements, above zero.
    @inlinable
    public init(limit: Int) { self.limit = max(1, limit) }

    /// The number of appended elements, including those discarded since.
    @inlinable public var count: Int { addedCount }

    /// True if `elements()` leaves some out.
    @inlinable public var isOverfull: Bool { addedCount > limit }

    /// Appends the next element of the list.
    @inlinable
    public mutating func append(_ element: consuming Element, date: Date?) {
        if let date { lastDate = date }
        kept.append(element)
        dates.append(lastDate)
        addedCount += 1
        if kept.count >= limit * 2 { discardOldest() }
    }

    /// Returns the newest elements, in the list's order.
    @inlinable
    public mutating func elements() -> [Element] {
        if kept.count > limit { discardOldest() }
        return kept
    }

    @usableFromInline
    mutating func discardOldest() {
        let newest = dates.indices.sorted { (dates[$0], $1) > (dates[$1], $0) }.prefix(limit).sorted()
        kept = newest.map { kept[$0] }
        dates = newest.map { dates[$0] }
    }
}
