public import Foundation
public import Packs
internal import Synchronization

/// The site that publishes the guide to Fellside as packs, on 127.0.0.1. Version 1.1 is published first; 2.0 follows
/// three minutes after the start, or on request.
///
/// ```swift
/// try await SampleGuideSite.open(startAt: now, now: { now }) { guide in
///     … guide.address …
///     guide.publish(.third)
/// }
/// ```
public struct SampleGuideSite: Sendable {
    /// The identity of the publication, and the name of the origin.
    public static let identity = "fellside-guide"
    /// The server of the published packs.
    public let origin: SampleOrigin
    private let publisher: SampleGuidePublisher
    private let state: SampleGuideState

    /// Runs the site alone during `body`.
    /// - Parameters:
    ///   - startAt: The start, three minutes after which the next version is published.
    ///   - now: The clock that decides which version is published.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, _ body: (SampleGuideSite) async throws -> Result
    ) async throws -> Result {
        let guide = SampleGuideSite(startAt: startAt, now: now)
        do {
            try await guide.origin.listen()
            let result = try await body(guide)
            await guide.close()
            return result
        } catch {
            await guide.close()
            throw error
        }
    }

    init(startAt: Date, now: @escaping @Sendable () -> Date) {
        let publisher = SampleGuidePublisher()
        let state = SampleGuideState(nextAt: startAt.addingTimeInterval(180), now: now)
        (self.publisher, self.state) = (publisher, state)
        origin = SampleOrigin(name: Self.identity) { request, _ in
            await SampleGuideHandler(publisher: publisher, state: state).resource(request)
        }
    }

    /// The URL of the publication's manifest.
    public var address: String { origin.address(SampleGuideHandler.manifestPath) }

    /// Returns the pack of a version, published or not. It is built at the first call.
    public func draft(of version: SampleGuideVersion) async throws -> PackDraft {
        try await publisher.draft(of: version)
    }

    /// Publishes a version in place of the current one.
    public func publish(_ version: SampleGuideVersion) { state.publish(version) }

    func close() async {
        await origin.close()
        await publisher.close()
    }
}

/// The state that determines the published version.
final class SampleGuideState: Sendable {
    private let chosen = Mutex<SampleGuideVersion?>(nil)
    private let nextAt: Date
    private let now: @Sendable () -> Date

    init(nextAt: Date, now: @escaping @Sendable () -> Date) {
        self.nextAt = nextAt
        self.now = now
    }

    var version: SampleGuideVersion { chosen.withLock { $0 } ?? (now() < nextAt ? .second : .third) }

    func publish(_ version: SampleGuideVersion) { chosen.withLock { $0 = version } }
}
