import Foundation
import News
import Synchronization

/// Who the last few people are, for some minutes: going back and forth between pages asks nobody again.
///
/// Invariant: at most `most` people, none older than `freshness` when it is handed out.
final class PeopleMemory: Sendable {
    private static let most = 40
    private static let freshness: TimeInterval = 300
    private let kept = Mutex<[String: (person: Person, at: Date)]>([:])

    func recall(_ key: String, at now: Date) -> Person? {
        kept.withLock { kept in
            guard let known = kept[key], now.timeIntervalSince(known.at) < Self.freshness else { return nil }
            return known.person
        }
    }

    func keep(_ person: Person, as key: String, at now: Date) {
        kept.withLock { kept in
            if kept.count >= Self.most, let oldest = kept.min(by: { $0.value.at < $1.value.at })?.key {
                kept[oldest] = nil
            }
            kept[key] = (person, now)
        }
    }
}
