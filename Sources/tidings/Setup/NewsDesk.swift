import Library
import ServiceLifecycle

/// The refresher's loop as a service.
struct NewsDesk: Service {
    let refresher: Refresher

    func run() async throws {
        await cancelWhenGracefulShutdown { await refresher.run() }
    }
}
