import Fetching
import Foundation
import ServiceLifecycle

/// Shuts the fetcher down before all other services (the last service in a group stops first), so that none of them
/// waits for a slow origin.
struct FetcherShutdown: Service {
    let fetcher: Fetcher
    /// Called when graceful shutdown begins.
    let onShutdown: @Sendable () -> Void
    let beforeForcedExit: @Sendable () -> Void

    /// Seconds after which the process exits in any case.
    private static let forcedExitSeconds: UInt32 = 8

    func run() async throws {
        // Waits for shutdown: the stream has no elements.
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        await cancelWhenGracefulShutdown { for await _ in never {} }
        // An endless response must not delay the exit. Everything acknowledged is on disk, so exiting loses nothing. A
        // thread, since tasks may be waiting for that response.
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
