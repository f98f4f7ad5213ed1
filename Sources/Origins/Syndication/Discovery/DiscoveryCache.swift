import Fetching
import Foundation
import Markup
import News

/// Feeds that discovery has just read: who follows one is given what was read then, and discovery itself does not ask
/// twice. So following a feed costs its origin one unconditional question, not two.
///
/// Invariant: at most `room` answers are kept, none longer than `lasts`; the oldest goes first.
public actor DiscoveryCache {
    /// What a feed answered, and when.
    struct Entry: Sendable {
        let response: ChannelResponse
        /// What kind of source it is by its own words.
        var kind: SourceKind
        let at: Date
    }

    private static let capacity = 16
    private static let lifetime: TimeInterval = 3600
    /// A taste younger than this is served without another question; an older one is asked after, conditionally.
    static let freshLifetime: TimeInterval = 300

    private var entries: [WebAddress: Entry] = [:]
    private var inFlightDiscoveries: [WebAddress: Task<Result<[DiscoveredChannel], SourceError>, Never>] = [:]
    private var inFlightFetches: [WebAddress: Task<Result<FetchResponse, FetchError>, Never>] = [:]

    public init() {}

    func store(_ response: ChannelResponse, of kind: SourceKind = .feed, at address: WebAddress, now: Date) {
        entries[address.withoutFragment] = Entry(response: response, kind: kind, at: now)
        evictExpired(now)
    }

    func entry(of address: WebAddress, now: Date) -> Entry? {
        evictExpired(now)
        return entries[address.withoutFragment]
    }

    /// The same, which nobody else is given then.
    func takeEntry(_ address: WebAddress, now: Date) -> Entry? {
        evictExpired(now)
        return entries.removeValue(forKey: address.withoutFragment)
    }

    /// Looks at an address, unless somebody is looking at it already: then what they find is everybody's. It goes on
    /// when one of those who wait is cancelled.
    func shareDiscovery(
        at address: WebAddress, _ work: @escaping @Sendable () async -> Result<[DiscoveredChannel], SourceError>
    ) async -> Result<[DiscoveredChannel], SourceError> {
        let key = address.withoutFragment
        if let look = inFlightDiscoveries[key] { return await look.value }
        let look = Task { await work() }
        inFlightDiscoveries[key] = look
        defer { inFlightDiscoveries[key] = nil }
        return await look.value
    }

    /// The same for one question of such a look: two sites may name one feed.
    func shareFetch(
        _ address: WebAddress, _ work: @escaping @Sendable () async -> Result<FetchResponse, FetchError>
    ) async -> Result<FetchResponse, FetchError> {
        let key = address.withoutFragment
        if let question = inFlightFetches[key] { return await question.value }
        let question = Task { await work() }
        inFlightFetches[key] = question
        defer { inFlightFetches[key] = nil }
        return await question.value
    }

    private func evictExpired(_ now: Date) {
        entries = entries.filter { abs(now.timeIntervalSince($0.value.at)) < Self.lifetime }
        while entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) {
            entries[oldest.key] = nil
        }
    }
}
