internal import Foundation
internal import Synchronization

/// What the service remembers: its behaviour, and who asked for what and when.
final class NewsAPIState: Sendable {
    private struct Storage {
        var behaviour = NewsAPIBehaviour()
        /// By key, oldest first.
        var requestTimes: [String: [Date]] = [:]
        /// By path and query.
        var answerTimes: [String: Date] = [:]
    }

    private let storage = Mutex(Storage())

    var behaviour: NewsAPIBehaviour { storage.withLock { $0.behaviour } }

    func update(_ work: (inout NewsAPIBehaviour) -> Void) { storage.withLock { work(&$0.behaviour) } }

    func requestTimes(of key: String) -> [Date] { storage.withLock { $0.requestTimes[key] ?? [] } }

    /// Counts a request.
    /// - Returns: whether the plan allows it. One that is refused is not counted.
    func claimRequest(of key: String, at now: Date) -> Bool {
        storage.withLock { storage in
            let times = storage.requestTimes[key] ?? []
            let limits = [(storage.behaviour.dailyLimit, 24.0), (storage.behaviour.halfDailyLimit, 12.0)]
            for (limit, hours) in limits {
                let start = now.addingTimeInterval(-hours * 3600)
                if let limit, times.count(where: { $0 > start }) >= limit { return false }
            }
            storage.requestTimes[key] = times + [now]
            return true
        }
    }

    /// Whether the same was asked within the last minute, so that the service answers from its cache.
    func isRepeated(_ target: String, at now: Date) -> Bool {
        storage.withLock { storage in
            if let earlier = storage.answerTimes[target], now.timeIntervalSince(earlier) < 60 { return true }
            storage.answerTimes[target] = now
            return false
        }
    }
}
