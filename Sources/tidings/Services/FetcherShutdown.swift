import Fetching
import Foundation
import ServiceLifecycle

/// Shuts the way outside first of all when the house closes (the last service is the first to be told), so that nobody
/// inside waits for a slow origin.
struct FetcherShutdown: Service {
    let fetcher: Fetcher
    /// The first thing that is done when the end has been asked for.
    let onShutdown: @Sendable () -> Void
    let beforeForcedExit: @Sendable () -> Void

    /// Seconds after which the program ends in any case.
    private static let forcedExitSeconds: UInt32 = 8

    func run() async throws {
        // Ends only when it is told to: nothing is ever sent.
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        await cancelWhenGracefulShutdown { for await _ in never {} }
        // An answer that trickles in for ever cannot hold the house open: what is acknowledged is on disk already, so
        // ending at once costs nothing. A thread, as it must not depend on tasks that wait for the same answer.
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
