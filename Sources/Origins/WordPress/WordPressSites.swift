import Foundation

/// What was learned of sites' REST interfaces, so that one that is closed is not asked for every story's comments.
///
/// Invariant: at most `room` sites are known, none for longer than `lasts`.
public actor WordPressSites {
    enum Standing: Sendable, Equatable {
        case open(RESTRoot)
        /// Closed, with what it said.
        case closed(why: String)
    }

    private static let room = 64
    private static let lasts: TimeInterval = 6 * 3_600

    private var known: [String: (standing: Standing, at: Date)] = [:]

    /// Nothing is known yet.
    public init() {}

    /// - Parameter site: scheme, host and port.
    func standing(of site: String, now: Date) -> Standing? {
        guard let found = known[site], abs(now.timeIntervalSince(found.at)) < Self.lasts else { return nil }
        return found.standing
    }

    func note(_ standing: Standing, of site: String, now: Date) {
        known[site] = (standing, now)
        while known.count > Self.room, let oldest = known.min(by: { $0.value.at < $1.value.at }) {
            known[oldest.key] = nil
        }
    }

    func forget(_ site: String) { known[site] = nil }
}
