import Fetching
import Foundation
import Markup
import News
import URLs

/// Feeds just fetched by discovery; subscribing soon after saves a request.
///
/// Invariant: at most `capacity` entries, none older than `lifetime`; the oldest is evicted first.
public actor DiscoveryCache {
    struct Entry: Sendable {
        let response: ChannelResponse
        /// From the feed's generator.
        var kind: SourceKind
        let fetchedAt: Date
    }

    private static let capacity = 16
    private static let lifetime: TimeInterval = 3600
    /// Seconds until revalidation.
    static let freshLifetime: TimeInterval = 300

    private var entries: [WebAddress: Entry] = [:]
    private var inFlightDiscoveries: [WebAddress: Task<Result<[DiscoveredChannel], SourceError>, Never>] = [:]
    private var inFlightFetches: [WebAddress: Task<Result<FetchResponse, FetchError>, Never>] = [:]

    public init() {}

    func store(_ response: ChannelResponse, of kind: SourceKind = .feed, at address: WebAddress, now: Date) {
        entries[address.withoutFragment] = Entry(response: response, kind: kind, fetchedAt: now)
        evictExpired(now)
    }

    func entry(of address: WebAddress, now: Date) -> Entry? {
        evictExpired(now)
        return entries[address.withoutFragment]
    }

    func takeEntry(_ address: WebAddress, now: Date) -> Entry? {
        evictExpired(now)
        return entries.removeValue(forKey: address.withoutFragment)
    }

    /// Joins a running discovery; survives a caller's cancellation.
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

    /// Two sites may name one feed.
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
        entries = entries.filter { abs(now.timeIntervalSince($0.value.fetchedAt)) < Self.lifetime }
        while entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.fetchedAt < $1.value.fetchedAt }) {
            entries[oldest.key] = nil
        }
    }
}
