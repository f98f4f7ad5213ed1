public import Library
import Logging

/// A runner that sends the messages of the queue as they become due.
public struct DeliveryRunner: Sendable {
    private let library: NewsLibrary
    private let gateway: any DeliveryGateway
    private let logger: Logger

    /// The number of messages that are sent at once.
    static let maxConcurrent = 48
    /// The pause after the queue could not be read.
    private static let failurePause = Duration.seconds(30)

    private enum Event: Sendable {
        case delivered(QueuedDelivery)
        /// A wake-up, as something may be due.
        case woken
    }

    public init(library: NewsLibrary, gateway: any DeliveryGateway) {
        (self.library, self.gateway) = (library, gateway)
        logger = Logger(label: "tidings")
    }

    /// Puts back what a process that was killed had claimed. May be called by the one process that serves the data folder,
    /// before it sends.
    public func recover() async {
        do { try await library.deliveries.releaseClaims() } catch {
            logger.warning("messages are sent later", metadata: ["why": "\(error.userMessage)"])
        }
    }

    /// Sends what is due until the task is cancelled.
    /// - Parameter untilIdle: true to return when nothing is due.
    public func run(untilIdle: Bool = false) async {
        await withTaskGroup(of: Event.self) { group in
            var (lanes, isWaiting) = (DeliveryLanes(), false)
            while !Task.isCancelled {
                let room = Self.maxConcurrent - lanes.count
                let due = room > 0 ? await claim(room, excluding: lanes.fullWays) : []
                for delivery in due {
                    guard lanes.begin(delivery) else {
                        await release(delivery)
                        continue
                    }
                    group.addTask {
                        await deliver(delivery)
                        return .delivered(delivery)
                    }
                }
                if due.isEmpty, lanes.count == 0, untilIdle { break }
                if !due.isEmpty, lanes.count < Self.maxConcurrent { continue }
                if !isWaiting, !untilIdle, lanes.count < Self.maxConcurrent {
                    group.addTask { [full = lanes.fullWays] in
                        await library.deliveries.waitForDue(excluding: full)
                        return .woken
                    }
                    isWaiting = true
                }
                switch await group.next() {
                case .delivered(let delivery): lanes.end(delivery)
                case .woken, nil: isWaiting = false
                }
            }
            group.cancelAll()
        }
    }

    private func claim(_ limit: Int, excluding ways: Set<DeliveryWayRecord.ID>) async -> [QueuedDelivery] {
        do { return try await library.deliveries.claimDue(limit: limit, excluding: ways) } catch {
            if !Task.isCancelled {
                logger.warning("messages could not be read", metadata: ["why": "\(error.userMessage)"])
            }
            // The disk may be full for hours. A cancelled sleep ends the pause.
            do { try await Task.sleep(for: Self.failurePause) } catch { return [] }
            return []
        }
    }

    private func release(_ delivery: QueuedDelivery) async {
        do { try await library.deliveries.release(delivery) } catch {
            logger.warning("a message is sent later", metadata: ["why": "\(error.userMessage)"])
        }
    }

    private func deliver(_ delivery: QueuedDelivery) async {
        var outcome = DeliveryOutcome.refused(DeliveryFailure(.unusable))
        if let address = delivery.address { outcome = await gateway.send(delivery.message, to: address) }
        // The attempt was ended, not refused: the message is sent at the next start. One that was taken is noted all the same.
        guard outcome == .sent || !Task.isCancelled else { return }
        await Task { [outcome] in await record(outcome, of: delivery) }.value
    }

    private func record(_ outcome: DeliveryOutcome, of delivery: QueuedDelivery) async {
        do { try await library.deliveries.record(outcome, of: delivery) } catch {
            logger.warning("the outcome of a message was not stored", metadata: ["why": "\(error.userMessage)"])
        }
    }
}

/// The messages that are being sent, by the service that takes them: one that is slow leaves room for the others.
private struct DeliveryLanes {
    /// The number of messages that are sent to one service at once, as the HTTP client sends no more to one host.
    private static let maxPerService = 6

    private var active: [String: Int] = [:]
    private var services: [DeliveryWayRecord.ID: String] = [:]
    private(set) var count = 0

    /// The known ways of services that have as many messages as they may.
    var fullWays: Set<DeliveryWayRecord.ID> {
        let full = active.filter { $0.value >= Self.maxPerService }
        return full.isEmpty ? [] : Set(services.filter { full[$0.value] != nil }.keys)
    }

    /// Returns false if the service has as many messages as it may.
    mutating func begin(_ delivery: QueuedDelivery) -> Bool {
        services[delivery.way] = delivery.service
        guard active[delivery.service, default: 0] < Self.maxPerService else { return false }
        active[delivery.service, default: 0] += 1
        count += 1
        return true
    }

    mutating func end(_ delivery: QueuedDelivery) {
        active[delivery.service, default: 0] -= 1
        if active[delivery.service] == 0 { active[delivery.service] = nil }
        count -= 1
    }
}
