public import Library
import Logging

/// A runner that sends the messages of the queue as they become due.
public struct DeliveryRunner: Sendable {
    private let library: NewsLibrary
    private let gateway: any DeliveryGateway
    private let logger: Logger

    /// The number of messages that are sent at once.
    private static let maxConcurrent = 32
    /// The pause after the queue could not be read.
    private static let failurePause = Duration.seconds(30)

    public init(library: NewsLibrary, gateway: any DeliveryGateway) {
        (self.library, self.gateway) = (library, gateway)
        logger = Logger(label: "tidings")
    }

    /// Sends what is due until the task is cancelled.
    /// - Parameter untilIdle: true to return when nothing is due.
    public func run(untilIdle: Bool = false) async {
        // A finished delivery yields true, a wait for something due yields false.
        await withTaskGroup(of: Bool.self) { group in
            var (active, isWaiting) = (0, false)
            while !Task.isCancelled {
                let due = active < Self.maxConcurrent ? await claim(Self.maxConcurrent - active) : []
                for delivery in due { group.addTask { await deliver(delivery) } }
                active += due.count
                if due.isEmpty, active == 0, untilIdle { break }
                if !due.isEmpty, active < Self.maxConcurrent { continue }
                if !isWaiting, !untilIdle, active < Self.maxConcurrent {
                    group.addTask {
                        await library.deliveries.waitForDue()
                        return false
                    }
                    isWaiting = true
                }
                if await group.next() ?? false { active -= 1 } else { isWaiting = false }
            }
            group.cancelAll()
        }
    }

    private func claim(_ limit: Int) async -> [QueuedDelivery] {
        do { return try await library.deliveries.claimDue(limit: limit) } catch {
            if !Task.isCancelled {
                logger.warning("messages could not be read", metadata: ["why": "\(error.userMessage)"])
            }
            // The disk may be full for hours. A cancelled sleep ends the pause.
            do { try await Task.sleep(for: Self.failurePause) } catch { return [] }
            return []
        }
    }

    private func deliver(_ delivery: QueuedDelivery) async -> Bool {
        var outcome = DeliveryOutcome.refused(DeliveryFailure(.unusable))
        if let address = delivery.address { outcome = await gateway.send(delivery.message, to: address) }
        // The attempt was ended, not refused: the message is sent at the next start. One that was taken is noted all the same.
        guard outcome == .sent || !Task.isCancelled else { return true }
        await Task { [outcome] in await record(outcome, of: delivery) }.value
        return true
    }

    private func record(_ outcome: DeliveryOutcome, of delivery: QueuedDelivery) async {
        do { try await library.deliveries.record(outcome, of: delivery) } catch {
            logger.warning("the outcome of a message was not stored", metadata: ["why": "\(error.userMessage)"])
        }
    }
}
