public import Foundation

/// An invented news service on 127.0.0.1 with the interface of News API v2: some 2,000 stories of 25 invented
/// publishers, published over time from `startAt`. Each publisher has its own site and feeds below `/publishers/`, in
/// other words.
///
/// ```swift
/// try await SampleNewsAPI.open(startAt: now, now: { now }) { service in
///     service.configure { $0.failure = .rateLimited }
///     … service.baseURL … service.key … service.publishers[0].feedAddress …
/// }
/// ```
public struct SampleNewsAPI: Sendable {
    /// The server of the API and the publishers' sites.
    public let origin: SampleOrigin
    private let state = SampleNewsAPIState()

    static let slug = "news-api"

    /// Runs the service alone during `body`.
    /// - Parameters:
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - now: The clock that decides which articles are published, and which requests a plan still counts.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleNewsAPI) async throws -> Result
    ) async throws -> Result {
        let directory = SiteDirectory(startAt: startAt)
        let service = SampleNewsAPI(directory: directory, now: now)
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

    /// - Parameter isCalm: True if events of one kind are days apart.
    init(directory: SiteDirectory, now: @escaping @Sendable () -> Date, isCalm: Bool = false) {
        let handler = SampleNewsHandler(
            directory: directory, state: state, validKey: Self.validKey, now: now, isCalm: isCalm)
        origin = SampleOrigin(name: Self.slug) { await handler.resource($0, huge: $1) }
    }

    /// The URL above `v2/`, with a trailing slash.
    public var baseURL: String { origin.address("/") }

    /// The only valid key.
    public var key: String { Self.validKey }

    private static let validKey = "5a3e0c4d7b914f26a8d1e97f30b62c85"

    /// The publishers, all of which have their own sites and feeds.
    public var publishers:
        [(id: String, name: String, feedAddress: String, language: String, country: String, category: String)]
    {
        SampleNewsContent.shared.publishers.map { publisher in
            (
                publisher.id, publisher.name, publisher.feedAddress(at: origin.site),
                publisher.language, publisher.country, publisher.category
            )
        }
    }

    /// Returns the URL of a publisher's feed of one category, such as `science`; nil for an unknown publisher.
    public func feedAddress(of publisher: String, category: String) -> String? {
        SampleNewsContent.shared.publishers.first { $0.id == publisher }
            .map { $0.feedAddress(category, at: origin.site) }
    }

    /// Returns the times of the requests counted for a key, oldest first.
    public func requestTimes(of key: String) -> [Date] { state.requestTimes(of: key) }

    /// Changes the behaviour in place.
    public func configure(_ work: (inout SampleNewsAPIBehaviour) -> Void) { state.update(work) }
}
