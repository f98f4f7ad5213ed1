internal import Foundation
internal import Synchronization

/// The mutable state of the service: its behaviour, and the times of requests.
final class SampleNewsAPIState: Sendable {
    private struct Storage {
        var behaviour = SampleNewsAPIBehaviour()
        /// The times of counted requests by key, oldest first.
        var requestTimes: [String: [Date]] = [:]
        /// The times of uncached responses by path and query.
        var answerTimes: [String: Date] = [:]
    }

    private let storage = Mutex(Storage())

    var behaviour: SampleNewsAPIBehaviour { storage.withLock { $0.behaviour } }

    func update(_ work: (inout SampleNewsAPIBehaviour) -> Void) { storage.withLock { work(&$0.behaviour) } }

    func requestTimes(of key: String) -> [Date] { storage.withLock { $0.requestTimes[key] ?? [] } }

    /// Counts a request.
    /// - Returns: True if the plan allows the request; a refused one is not counted.
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

    /// Returns true if the same was requested within the last minute, so that the service responds from its cache.
    func isRepeated(_ target: String, at now: Date) -> Bool {
        storage.withLock { storage in
            if let earlier = storage.answerTimes[target], now.timeIntervalSince(earlier) < 60 { return true }
            storage.answerTimes[target] = now
            return false
        }
    }
}
