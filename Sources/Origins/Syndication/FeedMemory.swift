import Feeds
import Fetching
import Foundation
import Logging
import News

/// What `SyndicationSource` wants to find again at its next question, as JSON in the channel's memory.
///
/// What the document says of its own pace is kept too: an answer without a document (304) has to report it as well.
struct FeedMemory: Codable, Equatable {
    /// Which reading of documents this memory belongs to; grows whenever the same document may give other stories,
    /// so that every feed is then asked for once more and read again.
    static let reading = 1

    var reading = Self.reading
    /// The fingerprint of the document as it last came.
    var document: String
    /// What the origin's last answer gave to ask with.
    var validators: Validators
    /// When the document itself last came.
    var wholeAt: Date
    /// See `OriginPace.intervalSeconds`.
    var intervalSeconds: Int?
    var quietHours: Set<Int> = []
    var quietDays: Set<Int> = []
    /// Ids that several different stories of this feed have borne: they identify nothing, now or later.
    var sharedIDs: Set<String> = []

    init(document: String, validators: Validators, wholeAt: Date) {
        self.document = document
        self.validators = validators
        self.wholeAt = wholeAt
    }

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: ChannelMemory?) {
        guard let memory else { return nil }
        do {
            let read = try JSONDecoder().decode(FeedMemory.self, from: Data(memory.bytes))
            guard read.reading == Self.reading else { return nil }
            self = read
        } catch {
            return nil
        }
    }

    /// The memory as the Library keeps it.
    var kept: ChannelMemory? {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return ChannelMemory(bytes: Array(try encoder.encode(self)))
        } catch {
            Logger(label: "origins.syndication").error("A feed's memory cannot be written: \(error)")
            return nil
        }
    }

    /// What to ask with at an instant: nil when the origin has said "unchanged" for longer than `patience`.
    func validators(at now: Date, patience: Duration) -> Validators? {
        guard now.timeIntervalSince(wholeAt) < Double(patience.components.seconds) else { return nil }
        return validators.isEmpty ? nil : validators
    }

    /// Takes what a document says of its own pace.
    mutating func describe(_ feed: Feed) {
        let wishes = [feed.ttl, feed.updateInterval].compactMap { $0.map { Int($0.components.seconds) } }
        intervalSeconds = wishes.filter { $0 > 0 }.max()
        quietHours = feed.skipHours.filter { (0...23).contains($0) }
        quietDays = feed.skipDays.filter { (0...6).contains($0) }
    }

    /// The pace to report, with the freshness of the answer just received.
    func pace(freshFor: Duration?) -> OriginPace {
        OriginPace(
            freshSeconds: freshFor.map { Int($0.components.seconds) }, intervalSeconds: intervalSeconds,
            quietHours: quietHours, quietDays: quietDays, asksWhole: validators.isEmpty)
    }
}
