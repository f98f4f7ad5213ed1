import Caching
import Fetching
import Foundation
import News
import URLs

/// A cache of feeds recently fetched by discovery, by address without fragment; a subscription soon after saves a
/// request.
public struct DiscoveryCache: Sendable {
    struct Entry: Sendable {
        let response: ChannelResponse
        /// The source kind, by the feed's generator.
        var kind: SourceKind
        let fetchedAt: Date
    }

    /// The time in seconds until revalidation.
    static let freshLifetime: TimeInterval = 300

    private let entries = BoundedCache<WebAddress, Entry>(maxCount: 16, lifetime: 3600)
    private let discoveries = SingleFlight<WebAddress, [DiscoveredChannel], SourceError>()
    private let fetches = SingleFlight<WebAddress, FetchResponse, FetchError>()

    /// Creates an empty cache.
    public init() {}

    func store(_ response: ChannelResponse, of kind: SourceKind = .feed, at address: WebAddress, now: Date) {
        let entry = Entry(response: response, kind: kind, fetchedAt: now)
        entries.store(entry, for: address.withoutFragment, now: now)
    }

    func entry(of address: WebAddress, now: Date) -> Entry? { entries.value(for: address.withoutFragment, now: now) }

    func takeEntry(_ address: WebAddress, now: Date) -> Entry? {
        entries.removeValue(for: address.withoutFragment, now: now)
    }

    /// Runs a discovery or joins one that is running; a caller's cancellation does not stop the discovery.
    func shareDiscovery(
        at address: WebAddress, _ work: @escaping @Sendable () async throws(SourceError) -> [DiscoveredChannel]
    ) async throws(SourceError) -> [DiscoveredChannel] {
        try await discoveries.value(for: address.withoutFragment, work)
    }

    /// Fetches an address or joins a running fetch, since two sites may name the same feed.
    func shareFetch(
        _ address: WebAddress, _ work: @escaping @Sendable () async throws(FetchError) -> FetchResponse
    ) async throws(FetchError) -> FetchResponse {
        try await fetches.value(for: address.withoutFragment, work)
    }
}
