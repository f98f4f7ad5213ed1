import Feeds
import Fetching
import Foundation
import News

/// What `SyndicationSource` stores between two refreshes, as JSON in the channel's state.
///
/// The document's polling hints are stored too, since a 304 has to report them as well.
struct FeedState: Codable, Equatable {
    /// Increase when the same document would give other stories, so that every feed is fetched and read again.
    static let currentVersion = 1

    var reading = Self.currentVersion
    /// Hash of the last document.
    var document: String
    /// Validators of the last response.
    var validators: HTTPValidators
    /// The address that sent them, after redirects.
    var validatorsFrom: String?
    /// Freshness lifetime of the last response that gave one; it also applies after a 304 without one (RFC 9111
    /// §4.3.4).
    var freshSeconds: Int?
    /// When the last full document came.
    var wholeAt: Date
    /// When the last 304 came; nil if none since `wholeAt`.
    var unchangedAt: Date?
    /// See `PollingHints.intervalSeconds`.
    var intervalSeconds: Int?
    /// See `PollingHints.updateBaseAt`.
    var baseAt: Date?
    var quietHours: Set<Int> = []
    var quietDays: Set<Int> = []
    /// Ids that several different stories have had; they identify nothing, now or later.
    var sharedIDs: Set<String> = []
    /// Whether the ids are not unique enough to be used before the links (`EntryIdentity`); nil in states of before
    /// that check.
    var idsAreUnfit: Bool?

    init(document: String, answer response: FetchResponse, wholeAt: Date) {
        self.document = document
        self.wholeAt = wholeAt
        validators = HTTPValidators()
        update(response)
    }

    /// Takes over a response's headers: validators and freshness. A full response replaces everything, a 304 only what
    /// it names.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Nil if there is none or it has another version or format.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: FeedState.self), read.reading == Self.currentVersion else { return nil }
        self = read
    }

    var sourceState: SourceState? { SourceState(writing: self) }

    /// The validators for the next request; nil when the origin has sent only 304s for longer than `patience`. Periods
    /// of failures or without requests do not count.
    func validators(at now: Date, patience: Duration) -> HTTPValidators? {
        let patience = Double(patience.components.seconds)
        let hasRecentNotModified = unchangedAt.map { now.timeIntervalSince($0) <= patience / 2 } ?? false
        if hasRecentNotModified, now.timeIntervalSince(wholeAt) >= patience { return nil }
        return validators.isEmpty ? nil : validators
    }

    /// Takes over the document's polling hints.
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
