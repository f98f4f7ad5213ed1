import Fetching
import Foundation
import ServiceLifecycle

/// A service that shuts the fetcher down first, as the group's last service, so that no service waits for a slow
/// origin.
struct FetcherShutdown: Service {
    let fetcher: Fetcher
    let onShutdown: @Sendable () -> Void
    let beforeForcedExit: @Sendable () -> Void

    /// The time in seconds after which the process exits in any case.
    private static let forcedExitSeconds: UInt32 = 8

    func run() async throws {
        // The stream has no elements, so the loop waits for shutdown.
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        await cancelWhenGracefulShutdown { for await _ in never {} }
        // An endless response must not delay the exit; acknowledged data is on disk. A thread waits, because tasks may
        // be blocked.
        let beforeForcedExit = beforeForcedExit
        Thread.detachNewThread {
            sleep(Self.forcedExitSeconds)
            beforeForcedExit()
            exit(0)
        }
        onShutdown()
        await fetcher.shutdown()
    }
}
