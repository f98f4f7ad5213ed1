import Fetching
import Foundation

/// Remembers for a while which pictures could not be had, so that every look at a page does not ask for them again.
///
/// Invariant: at most `room` addresses are remembered, none past its time.
actor FailureCache {
    private let capacity = 2000
    private let now: @Sendable () -> Date
    private var failures: [String: (error: ImageError, until: Date)] = [:]

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Why the picture could not be had a moment ago; nil when it is worth asking (again).
    func error(for address: String) -> ImageError? {
        guard let entry = failures[address] else { return nil }
        if entry.until > now() { return entry.error }
        failures[address] = nil
        return nil
    }

    func remove(_ address: String) { failures[address] = nil }

    func store(_ error: ImageError, for address: String) {
        guard let patience = Self.lifetime(error) else { return }
        if failures.count >= capacity {
            failures = failures.filter { $0.value.until > now() }
            if failures.count >= capacity { failures.removeAll() }
        }
        failures[address] = (error, now().addingTimeInterval(patience))
    }

    /// Seconds until asking again makes sense; nil when it always does.
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
