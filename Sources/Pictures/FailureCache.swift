import Fetching
import Foundation

/// A negative cache, so that page views do not fetch failed images again.
///
/// Invariant: at most `capacity` addresses.
actor FailureCache {
    private let capacity = 2000
    private let now: @Sendable () -> Date
    private var failures: [String: (error: ImageError, until: Date)] = [:]

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// nil: may be tried.
    func error(for address: String) -> ImageError? {
        guard let entry = failures[address] else { return nil }
        if entry.until > now() { return entry.error }
        failures[address] = nil
        return nil
    }

    func remove(_ address: String) { failures[address] = nil }

    func store(_ error: ImageError, for address: String) {
        guard let lifetime = Self.lifetime(error) else { return }
        if failures.count >= capacity {
            failures = failures.filter { $0.value.until > now() }
            if failures.count >= capacity { failures.removeAll() }
        }
        failures[address] = (error, now().addingTimeInterval(lifetime))
    }

    /// Seconds; nil when not cached.
    private static func lifetime(_ error: ImageError) -> Double? {
        switch error {
        case .notFetched(.cancelled), .notFetched(.busy), .unsupportedWidth, .cacheFailed: nil
        case .notFetched(.gone), .notFetched(.notThere), .notFetched(.badAddress), .notFetched(.notAllowed): 86_400
        case .notFetched: 600
        case .notAnImage, .tooManyPixels, .tooManyBytes: 86_400
        case .timedOut: 3600
        }
    }
}
