import Delivery
import Fetching
import Foundation
import Library
import Markup
import News
import Origins
import Pictures
import URLs
import Untrusted
import Web

/// The composition root, which connects the library with the HTTP client and the sources.
struct AppDependencies: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    /// The cache of feeds that discovery fetched: a new subscription's first refresh needs no request.
    let discoveryCache: DiscoveryCache
    let now: @Sendable () -> Date

    /// Opens or creates the library of the data folder.
    static func open(
        _ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(LibraryError) -> AppDependencies {
        AppDependencies(try configuration.openLibrary(now: now), configuration, now: now)
    }

    /// - Parameter library: library without sources; `library` of these dependencies is the same one with the built-in
    ///   sources.
    init(_ library: NewsLibrary, _ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }) {
        self.configuration = configuration
        self.now = now
        let backoffs = library.hostBackoffs
        let fetcher = Fetcher(
            policy: AddressPolicy(allowing: configuration.allowedAddresses), userAgent: configuration.userAgent,
            limits: configuration.fetchLimits,
            backoffStore: BackoffStore(
                read: { await backoffs.end(of: $0) }, write: { await backoffs.record($0, until: $1) }), now: now)
        let discoveryCache = DiscoveryCache()
        let catalog = BuiltInSources.catalog(
            fetcher: fetcher, fullFetchInterval: configuration.polling.effectiveFullFetchInterval,
            discoveryCache: discoveryCache,
            hackerNewsSelectors: HackerNewsSelectorLoader.hackerNews(in: configuration.dataFolder),
            hackerNewsSpacing: configuration.hackerNewsSpacing,
            packDownloads: PackDownloads(
                folder: configuration.dataFolder.appending(path: "downloads"),
                hasMedium: { library.packs.hasMedium($0) }), now: now, executor: UntrustedWorkExecutor(),
            keyedAPIAccess: { library.keyedAPIAccess(for: $0) })
        self.fetcher = fetcher
        self.discoveryCache = discoveryCache
        self.library = library.withSources(catalog)
    }

    var discovery: FeedDiscovery {
        FeedDiscovery(
            fetcher: fetcher, discoveryCache: discoveryCache, subscribedChannel: { await subscribedChannel($0) },
            now: now, executor: library.sources.executor)
    }

    /// Returns a known subscription as a discovered channel, which saves a fetch; nil if the address is not subscribed
    /// to.
    private func subscribedChannel(_ address: WebAddress) async -> DiscoveredChannel? {
        do {
            let plain = address.withoutFragment
            let found = try await library.subscriptions.find(plain.text, for: .first).first { $0.address == plain }
            return found.map { feed in
                DiscoveredChannel(
                    kind: feed.kind, address: feed.address,
                    metadata: ChannelMetadata(title: feed.title, site: feed.site, description: feed.description),
                    storyCount: feed.health.storyCount, newestAt: feed.health.newestAt)
            }
        } catch { return nil }
    }

    /// The origin of this server in messages: the public one, or that of this machine.
    private var origin: String {
        configuration.server.publicOrigin ?? String(configuration.server.address.dropLast())
    }

    /// Returns the composer of the messages that send digests.
    /// - Parameter editions: the editions whose titles it writes.
    func digestComposer(_ editions: EditionRegistry) -> DigestMessageComposer {
        DigestMessageComposer(origin: origin) { id in
            (editions.validEditions.first { $0.id == id } ?? .mine).title
        }
    }

    /// The ways out of the app.
    var delivery: DeliveryWays {
        DeliveryWays(
            library: library, fetcher: fetcher, policy: AddressPolicy(allowing: configuration.allowedAddresses),
            origin: origin, contact: pushContact,
            mailCertificates: ProcessInfo.processInfo.environment["SSL_CERT_FILE"], now: now)
    }

    /// The address that push services are told: the operator's own, else the server's, else the project's. They take https
    /// and `mailto:` only (RFC 8292 §2.1).
    private var pushContact: String {
        let isAllowed = { (text: String) in text.hasPrefix("https://") || text.hasPrefix("mailto:") }
        return [configuration.contact, configuration.server.publicOrigin].compactMap(\.self).first(where: isAllowed)
            ?? BuildInfo.home
    }

    func refresher(report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) -> Refresher {
        Refresher(library: library, report: report)
    }
}
