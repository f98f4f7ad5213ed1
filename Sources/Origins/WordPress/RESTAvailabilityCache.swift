import Caching
import Foundation
import News

/// A cache of which sites have a readable REST API, so that closed ones are not requested for every thread.
struct RESTAvailabilityCache: Sendable {
    enum Availability: Sendable, Equatable {
        case available(RESTRoot)
        case unavailable(FailureCause)
    }

    private let entries = BoundedCache<String, Availability>(maxCount: 64, lifetime: 6 * 3_600)

    /// Returns the availability; nil if unknown.
    /// - Parameter site: the site's scheme, host and port.
    func availability(of site: String, now: Date) -> Availability? { entries.value(for: site, now: now) }

    func record(_ availability: Availability, of site: String, now: Date) {
        entries.store(availability, for: site, now: now)
    }
}
