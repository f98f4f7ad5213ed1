public import Library
import Logging

/// A runner that sends the messages of the queue as they become due.
public struct DeliveryRunner: Sendable {
    private let library: NewsLibrary
    private let gateway: any DeliveryGateway
    private let logger: Logger

    /// The number of messages that are sent at once.
    private static let maxConcurrent = 48
    /// The number of messages that are claimed in one transaction.
    private static let maxPerClaim = 12
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
                let room = min(Self.maxConcurrent - lanes.count, Self.maxPerClaim)
                let due = room > 0 ? await claim(room, excluding: lanes.fullWays) : []
                let (ready, rejected) = lanes.add(due)
                for delivery in ready { group.addTask { await deliver(delivery) } }
                if !rejected.isEmpty { await release(rejected) }
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
                case .delivered(let delivery):
                    if let next = lanes.end(delivery) { group.addTask { await deliver(next) } }
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

    private func release(_ deliveries: [QueuedDelivery]) async {
        do { try await library.deliveries.release(deliveries) } catch {
            logger.warning("messages are sent later", metadata: ["why": "\(error.userMessage)"])
        }
    }

    private func deliver(_ delivery: QueuedDelivery) async -> Event {
        var outcome = DeliveryOutcome.refused(DeliveryFailure(.unusable))
        if let address = delivery.address { outcome = await gateway.send(delivery.message, to: address) }
        // The attempt was ended, not refused: the message is sent at the next start. One that was taken is noted all the same.
        guard outcome == .sent || !Task.isCancelled else { return .delivered(delivery) }
        await Task { [outcome] in await record(outcome, of: delivery) }.value
        return .delivered(delivery)
    }

    private func record(_ outcome: DeliveryOutcome, of delivery: QueuedDelivery) async {
        do { try await library.deliveries.record(outcome, of: delivery) } catch {
            logger.warning("the outcome of a message was not stored", metadata: ["why": "\(error.userMessage)"])
        }
    }
}

/// The messages that are being sent, by the service that takes them: one that is slow leaves room for the others.
private struct DeliveryLanes {
    /// The number of messages that are sent to one service at once, as the HTTP client sends no more to one host, and the
    /// number that wait for a place.
    private static let maxPerService = 6

    private struct Lane {
        var active = 0
        var waiting: [QueuedDelivery] = []
    }

    private var lanes: [String: Lane] = [:]
    private var services: [DeliveryWayRecord.ID: String] = [:]
    /// The number of messages that are being sent.
    private(set) var count = 0

    /// The known ways of services that have as many messages as they may.
    var fullWays: Set<DeliveryWayRecord.ID> {
        let full = lanes.filter { $0.value.active >= Self.maxPerService }
        return full.isEmpty ? [] : Set(services.filter { full[$0.value] != nil }.keys)
    }

    /// Returns the messages that can be sent now, and those that find no place.
    mutating func add(_ deliveries: [QueuedDelivery]) -> (ready: [QueuedDelivery], rejected: [QueuedDelivery]) {
        var (ready, rejected): ([QueuedDelivery], [QueuedDelivery]) = ([], [])
        for delivery in deliveries {
            services[delivery.way] = delivery.service
            var lane = lanes[delivery.service] ?? Lane()
            if lane.active < Self.maxPerService {
                lane.active += 1
                count += 1
                ready.append(delivery)
            } else if lane.waiting.count < Self.maxPerService {
                lane.waiting.append(delivery)
            } else {
                rejected.append(delivery)
            }
            lanes[delivery.service] = lane
        }
        return (ready, rejected)
    }

    /// Ends a message, and returns the one that takes its place.
    mutating func end(_ delivery: QueuedDelivery) -> QueuedDelivery? {
        guard var lane = lanes[delivery.service] else { return nil }
        let next = lane.waiting.isEmpty ? nil : lane.waiting.removeFirst()
        if next == nil {
            lane.active -= 1
            count -= 1
        }
        lanes[delivery.service] = lane.active == 0 ? nil : lane
        return next
    }
}
