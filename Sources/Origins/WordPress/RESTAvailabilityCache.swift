import Foundation

/// Remembers which sites have a readable REST API, so that a closed one is not requested for every story's comments.
///
/// Invariant: at most `capacity` sites, none older than `lifetime`.
public actor RESTAvailabilityCache {
    enum Availability: Sendable, Equatable {
        case available(RESTRoot)
        /// Closed, with its reason.
        case unavailable(why: String)
    }

    private static let capacity = 64
    private static let lifetime: TimeInterval = 6 * 3_600

    private var entries: [String: (standing: Availability, at: Date)] = [:]

    /// Creates an empty cache.
    public init() {}

    /// - Parameter site: scheme, host and port.
    func availability(of site: String, now: Date) -> Availability? {
        guard let found = entries[site], abs(now.timeIntervalSince(found.at)) < Self.lifetime else { return nil }
        return found.standing
    }

    func record(_ standing: Availability, of site: String, now: Date) {
        entries[site] = (standing, now)
        while entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) {
            entries[oldest.key] = nil
        }
    }

    func forget(_ site: String) { entries[site] = nil }
}
