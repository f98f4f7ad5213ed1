public import Foundation
public import Packs
internal import Synchronization

/// The site where the guide to Fellside is published as packs, on 127.0.0.1. It begins with version 1.1; 2.0 comes three
/// minutes after the start, or when it is asked for.
///
/// ```swift
/// try await SampleGuideSite.open(startAt: now, now: { now }) { guide in
///     … guide.address …
///     guide.publish(.third)
/// }
/// ```
public struct SampleGuideSite: Sendable {
    /// Of the publication, and the site's name.
    public static let identity = "fellside-guide"
    public let origin: SampleOrigin
    private let publisher: SampleGuidePublisher
    private let state: SampleGuideState

    /// Runs it alone during `body`.
    /// - Parameters:
    ///   - startAt: the next version comes three minutes later.
    ///   - now: decides what is published.
    ///   - drawsPictures: otherwise photographs are plain areas, which takes no time.
    public static func open<Result>(
        startAt: Date, now: @escaping @Sendable () -> Date, drawsPictures: Bool = false,
        _ body: (SampleGuideSite) async throws -> Result
    ) async throws -> Result {
        let guide = SampleGuideSite(startAt: startAt, renderer: drawsPictures ? ImageRenderer() : nil, now: now)
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

    init(startAt: Date, renderer: ImageRenderer?, now: @escaping @Sendable () -> Date) {
        let publisher = SampleGuidePublisher(renderer: renderer)
        let state = SampleGuideState(nextAt: startAt.addingTimeInterval(180), now: now)
        (self.publisher, self.state) = (publisher, state)
        origin = SampleOrigin(name: Self.identity) { request, _ in
            await SampleGuideHandler(publisher: publisher, state: state).resource(request)
        }
    }

    /// Where versions are published.
    public var address: String { origin.address(SampleGuideHandler.manifestPath) }

    /// The pack of a version, whether it is published or not. Its pictures are drawn the first time.
    public func draft(of version: SampleGuideVersion) async throws -> PackDraft {
        try await publisher.draft(of: version)
    }

    /// From now on this is the version that the site has.
    public func publish(_ version: SampleGuideVersion) { state.publish(version) }

    func close() async {
        await origin.close()
        await publisher.close()
    }
}

/// Says which version is published.
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
