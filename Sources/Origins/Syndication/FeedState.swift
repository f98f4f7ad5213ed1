import Feeds
import Fetching
import Foundation
import News

/// Stored as JSON; includes polling hints, since a 304 must report them too.
struct FeedState: Codable, Equatable {
    /// Increase when the same document would give other stories.
    static let currentVersion = 1

    var reading = Self.currentVersion
    /// A hash.
    var document: String
    var validators: HTTPValidators
    /// After redirects.
    var validatorsFrom: String?
    /// Also valid after a 304 without one (RFC 9111 §4.3.4).
    var freshSeconds: Int?
    /// Last full document.
    var wholeAt: Date
    /// Last 304; nil if none since `wholeAt`.
    var unchangedAt: Date?
    /// See `PollingHints.intervalSeconds`.
    var intervalSeconds: Int?
    /// See `PollingHints.updateBaseAt`.
    var baseAt: Date?
    var quietHours: Set<Int> = []
    var quietDays: Set<Int> = []
    /// Ids of several different stories; never used as keys.
    var sharedIDs: Set<String> = []
    /// Whether links precede ids as keys (`EntryIdentity`); nil in older states.
    var idsAreUnfit: Bool?

    init(document: String, response: FetchResponse, wholeAt: Date) {
        self.document = document
        self.wholeAt = wholeAt
        validators = HTTPValidators()
        update(response)
    }

    /// A 304 replaces only what it names.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Nil if absent or of another version.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: FeedState.self), read.reading == Self.currentVersion else { return nil }
        self = read
    }

    var sourceState: SourceState? { SourceState(encoding: self) }

    /// Nil after only 304s for `fullFetchInterval`. Periods of failures or without requests do not count.
    func validators(at now: Date, fullFetchInterval: Duration) -> HTTPValidators? {
        let fullFetchInterval = Double(fullFetchInterval.components.seconds)
        // In either direction: the clock may have been set back.
        let hasRecentNotModified = unchangedAt.map { abs(now.timeIntervalSince($0)) <= fullFetchInterval / 2 } ?? false
        if hasRecentNotModified, abs(now.timeIntervalSince(wholeAt)) >= fullFetchInterval { return nil }
        return validators.isEmpty ? nil : validators
    }

    mutating func updateSchedule(_ feed: Feed) {
        let intervals = [feed.ttl, feed.updateInterval].compactMap { $0.map { Int($0.components.seconds) } }
        intervalSeconds = intervals.filter { $0 > 0 }.max()
        baseAt = feed.updateInterval == nil ? nil : feed.updateBase
        quietHours = feed.skipHours.filter { (0...23).contains($0) }
        quietDays = feed.skipDays.filter { (0...6).contains($0) }
    }

    var pollingHints: PollingHints {
        var pollingHints = PollingHints(
            freshSeconds: freshSeconds, intervalSeconds: intervalSeconds,
            skipHours: quietHours, skipDays: quietDays, lacksValidators: validators.isEmpty)
        pollingHints.updateBaseAt = baseAt
        return pollingHints
    }
}
