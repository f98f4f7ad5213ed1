import Feeds
import Fetching
import Foundation
import News

/// The request state of a feed, stored as JSON. Polling hints are included, since a 304 must report them too.
struct FeedState: Codable, Equatable {
    /// The version of the mapping; increase it when the same document would give other stories.
    static let currentVersion = 1

    var reading = Self.currentVersion
    /// A hash of the document.
    var document: String
    var validators: HTTPValidators
    /// The address that sent the validators, after redirects.
    var validatorsFrom: String?
    /// The freshness lifetime in seconds, kept after a 304 that states none (RFC 9111 §4.3.4).
    var freshSeconds: Int?
    /// The time of the last full document.
    var wholeAt: Date
    /// The time of the last 304; nil if there was none since `wholeAt`.
    var unchangedAt: Date?
    /// The polling interval that the feed states (`PollingHints.intervalSeconds`).
    var intervalSeconds: Int?
    /// The start of the polling intervals (`PollingHints.updateBaseAt`).
    var baseAt: Date?
    var quietHours: Set<Int> = []
    var quietDays: Set<Int> = []
    /// The ids that several different stories share; never used as keys.
    var sharedIDs: Set<String> = []
    /// True if links precede ids as keys (`EntryKeyAssignment`); nil in older states.
    var idsAreUnfit: Bool?

    init(document: String, response: FetchResponse, wholeAt: Date) {
        self.document = document
        self.wholeAt = wholeAt
        validators = HTTPValidators()
        update(response)
    }

    /// Updates the validators and freshness. A 304 without a freshness lifetime keeps the previous one.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Decodes a stored state; nil if there is none or its version differs.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: FeedState.self), read.reading == Self.currentVersion else { return nil }
        self = read
    }

    var sourceState: SourceState? { SourceState(encoding: self) }

    /// Returns the validators for a request; nil after only 304s for `fullFetchInterval`. Periods of failures or
    /// without requests do not count.
    func validators(at now: Date, fullFetchInterval: Duration) -> HTTPValidators? {
        let fullFetchInterval = Double(fullFetchInterval.components.seconds)
        // The difference may have either sign, since the clock may have been set back.
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
