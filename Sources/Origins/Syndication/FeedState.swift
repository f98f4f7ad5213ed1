import Feeds
import Fetching
import Foundation
import News

/// What `SyndicationSource` wants to find again at its next question, as JSON in the channel's memory.
///
/// What the document says of its own pace is kept too: an answer without a document (304) has to report it as well.
struct FeedState: Codable, Equatable {
    /// Which reading of documents this memory belongs to; grows whenever the same document may give other stories,
    /// so that every feed is then asked for once more and read again.
    static let currentVersion = 1

    var reading = Self.currentVersion
    /// The fingerprint of the document as it last came.
    var document: String
    /// What the origin's last answer gave to ask with.
    var validators: HTTPValidators
    /// The address that gave them, after redirects.
    var validatorsFrom: String?
    /// How long the last answer that said so is fresh: it holds for a 304 that does not say (RFC 9111 §4.3.4).
    var freshSeconds: Int?
    /// When the document itself last came.
    var wholeAt: Date
    /// When the origin last said "unchanged" instead; nil when it has not since then.
    var unchangedAt: Date?
    /// See `PollingHints.intervalSeconds`.
    var intervalSeconds: Int?
    /// See `PollingHints.baseAt`.
    var baseAt: Date?
    var quietHours: Set<Int> = []
    var quietDays: Set<Int> = []
    /// Ids that several different stories of this feed have borne: they identify nothing, now or later.
    var sharedIDs: Set<String> = []
    /// Whether its ids are no better than its links (`EntryIdentity`); nil in memories from before that was asked.
    var idsAreUnfit: Bool?

    init(document: String, answer: FetchResponse, wholeAt: Date) {
        self.document = document
        self.wholeAt = wholeAt
        validators = HTTPValidators()
        update(answer)
    }

    /// Takes what the head of an answer says, with or without a document: what to ask with next, and for how long it
    /// is fresh. A whole answer replaces everything; a 304 only what it names.
    mutating func update(_ answer: FetchResponse) {
        validators = answer.validators
        validatorsFrom = answer.address
        let fresh = answer.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = answer.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: SourceState?) {
        guard let read = memory?.decode(as: FeedState.self), read.reading == Self.currentVersion else { return nil }
        self = read
    }

    /// The memory as the Library keeps it.
    var sourceState: SourceState? { SourceState(writing: self) }

    /// What to ask with at an instant: nil when the origin has said nothing but "unchanged" for longer than `patience`.
    /// Silence is no such word, neither its own (failures) nor ours (nobody asked).
    func validators(at now: Date, patience: Duration) -> HTTPValidators? {
        let patience = Double(patience.components.seconds)
        let saidSoLately = unchangedAt.map { now.timeIntervalSince($0) <= patience / 2 } ?? false
        if saidSoLately, now.timeIntervalSince(wholeAt) >= patience { return nil }
        return validators.isEmpty ? nil : validators
    }

    /// Takes what a document says of its own pace.
    mutating func updateSchedule(_ feed: Feed) {
        let wishes = [feed.ttl, feed.updateInterval].compactMap { $0.map { Int($0.components.seconds) } }
        intervalSeconds = wishes.filter { $0 > 0 }.max()
        baseAt = feed.updateInterval == nil ? nil : feed.updateBase
        quietHours = feed.skipHours.filter { (0...23).contains($0) }
        quietDays = feed.skipDays.filter { (0...6).contains($0) }
    }

    /// The pace to report.
    var pollingHints: PollingHints {
        var pollingHints = PollingHints(
            freshSeconds: freshSeconds, intervalSeconds: intervalSeconds,
            skipHours: quietHours, skipDays: quietDays, lacksValidators: validators.isEmpty)
        pollingHints.updateBaseAt = baseAt
        return pollingHints
    }
}
