import Fetching
import Foundation
import Markup
import News

/// Feeds that discovery has just fetched. A subscription made soon after reuses the response, so that following a feed
/// costs its origin one unconditional request.
///
/// Invariant: at most `capacity` entries, none older than `lifetime`; the oldest is removed first.
public actor DiscoveryCache {
    /// A feed's response, and when it came.
    struct Entry: Sendable {
        let response: ChannelResponse
        /// From the feed's generator.
        var kind: SourceKind
        let at: Date
    }

    private static let capacity = 16
    private static let lifetime: TimeInterval = 3600
    /// Younger entries are used without another request; older ones are revalidated.
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

    /// Removes and returns the entry for an address.
    func takeEntry(_ address: WebAddress, now: Date) -> Entry? {
        evictExpired(now)
        return entries.removeValue(forKey: address.withoutFragment)
    }

    /// Runs discovery at an address, or joins one already running there. It continues when one of the callers is
    /// cancelled.
    func shareDiscovery(
        at address: WebAddress, _ work: @escaping @Sendable () async -> Result<[DiscoveredChannel], SourceError>
    ) async -> Result<[DiscoveredChannel], SourceError> {
        let key = address.withoutFragment
        if let discovery = inFlightDiscoveries[key] { return await discovery.value }
        let discovery = Task { await work() }
        inFlightDiscoveries[key] = discovery
        defer { inFlightDiscoveries[key] = nil }
        return await discovery.value
    }

    /// The same for a single request of a discovery: two sites may name one feed.
    func shareFetch(
        _ address: WebAddress, _ work: @escaping @Sendable () async -> Result<FetchResponse, FetchError>
    ) async -> Result<FetchResponse, FetchError> {
        let key = address.withoutFragment
        if let fetch = inFlightFetches[key] { return await fetch.value }
        let fetch = Task { await work() }
        inFlightFetches[key] = fetch
        defer { inFlightFetches[key] = nil }
        return await fetch.value
    }

    private func evictExpired(_ now: Date) {
        entries = entries.filter { abs(now.timeIntervalSince($0.value.at)) < Self.lifetime }
        while entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) {
            entries[oldest.key] = nil
        }
    }
}
