public import Foundation

/// An invented news service on 127.0.0.1 with the interface of News API v2: some 2,000 stories of 25 invented
/// publishers, which unfold from `startAt` on. Each publisher has its own site and feeds below `/publishers/`, in other words.
///
/// ```swift
/// try await SampleNewsAPI.open(startAt: now, now: { now }) { service in
///     service.configure { $0.failure = .rateLimited }
///     … service.baseURL … service.key … service.publishers[0].feedAddress …
/// }
/// ```
public struct SampleNewsAPI: Sendable {
    public let origin: SampleOrigin
    private let state = NewsAPIState()

    static let slug = "news-api"

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: ages count from it.
    ///   - now: decides what is published, and which requests a plan still counts.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleNewsAPI) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let service = SampleNewsAPI(directory: directory, renderer: ImageRenderer(), now: now)
        try await service.origin.listen()
        directory.sites = [service.origin.name: service.origin.site]
        do {
            let result = try await body(service)
            await service.origin.close()
            return result
        } catch {
            await service.origin.close()
            throw error
        }
    }

    init(directory: SiteDirectory, renderer: ImageRenderer, now: @escaping @Sendable () -> Date) {
        let handler = SampleNewsHandler(
            directory: directory, renderer: renderer, state: state, validKey: Self.validKey, now: now)
        origin = SampleOrigin(name: Self.slug) { await handler.resource($0, huge: $1) }
    }

    /// Above `v2/`, with a trailing slash.
    public var baseURL: String { origin.address("/") }

    /// The only valid key.
    public var key: String { Self.validKey }

    private static let validKey = "5a3e0c4d7b914f26a8d1e97f30b62c85"

    /// Those with own sites and feeds: all.
    public var publishers:
        [(id: String, name: String, feedAddress: String, language: String, country: String, category: String)]
    {
        SampleNewsContent.shared.publishers.map { publisher in
            (
                publisher.id, publisher.name, origin.address(publisher.feedPath()),
                publisher.language, publisher.country, publisher.category
            )
        }
    }

    /// The address of a publisher's feed of one category, such as `science`.
    public func feedAddress(of publisher: String, category: String) -> String? {
        SampleNewsContent.shared.publishers.first { $0.id == publisher }
            .map { origin.address($0.feedPath(category)) }
    }

    /// The instants of requests that were counted for a key, oldest first.
    public func requestTimes(of key: String) -> [Date] { state.requestTimes(of: key) }

    /// Changes the behaviour.
    public func configure(_ work: (inout NewsAPIBehaviour) -> Void) { state.update(work) }
}
