import Delivery
import ServiceLifecycle

/// A service that sends the messages of the queue: digests, alerts and what else readers are to be told.
struct DeliveryJob: Service {
    let runner: DeliveryRunner

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await runner.recover()
            await runner.run()
        }
    }
}
