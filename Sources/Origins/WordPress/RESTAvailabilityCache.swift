import Foundation

/// Which sites have a readable REST API, so that closed ones are not requested for every thread.
///
/// Invariant: at most `capacity` sites, none older than `lifetime`.
public actor RESTAvailabilityCache {
    enum Availability: Sendable, Equatable {
        case available(RESTRoot)
        case unavailable(why: String)
    }

    private static let capacity = 64
    private static let lifetime: TimeInterval = 6 * 3_600

    private var entries: [String: (availability: Availability, recordedAt: Date)] = [:]

    /// Creates an empty cache.
    public init() {}

    /// - Parameter site: scheme, host and port.
    func availability(of site: String, now: Date) -> Availability? {
        guard let found = entries[site], abs(now.timeIntervalSince(found.recordedAt)) < Self.lifetime else {
            return nil
        }
        return found.availability
    }

    func record(_ availability: Availability, of site: String, now: Date) {
        entries[site] = (availability, now)
        while entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.recordedAt < $1.value.recordedAt })
        {
            entries[oldest.key] = nil
        }
    }
}
