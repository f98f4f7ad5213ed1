import Fetching
import Foundation

/// Remembers for a while which pictures could not be had, so that every look at a page does not ask for them again.
///
/// Invariant: at most `room` addresses are remembered, none past its time.
actor Disappointments {
    private let room = 2000
    private let now: @Sendable () -> Date
    private var known: [String: (error: PictureError, until: Date)] = [:]

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Why the picture could not be had a moment ago; nil when it is worth asking (again).
    func reason(for address: String) -> PictureError? {
        guard let entry = known[address] else { return nil }
        if entry.until > now() { return entry.error }
        known[address] = nil
        return nil
    }

    func forget(_ address: String) { known[address] = nil }

    func remember(_ error: PictureError, for address: String) {
        guard let patience = Self.patience(error) else { return }
        if known.count >= room {
            known = known.filter { $0.value.until > now() }
            if known.count >= room { known.removeAll() }
        }
        known[address] = (error, now().addingTimeInterval(patience))
    }

    /// Seconds until asking again makes sense; nil when it always does.
    private static func patience(_ error: PictureError) -> Double? {
        switch error {
        case .notFetched(.calledOff), .notFetched(.busy), .widthNotOffered, .notKept: nil
        case .notFetched(.gone), .notFetched(.notThere), .notFetched(.badAddress), .notFetched(.notAllowed): 86_400
        case .notFetched: 600
        case .notAPicture, .tooManyPixels, .tooManyBytes: 86_400
        case .tookTooLong: 3600
        }
    }
}
