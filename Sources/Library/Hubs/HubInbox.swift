import News
import Synchronization

/// Content that hubs sent and that waits to be imported, so that hubs are answered at once. Invariant: at most `maxCount`
/// documents; a channel whose content finds no room is fetched instead.
final class HubInbox: Sendable {
    struct Content: Sendable {
        let channel: Int64
        let document: HubDocument
    }

    private static let maxCount = 16
    private let waiting = Mutex<[Content]>([])
    private let arrival: AsyncStream<Void>.Continuation
    /// Yields when content has come.
    let arrivals: AsyncStream<Void>

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Returns false if there is no room.
    func offer(_ content: Content) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard waiting.count < Self.maxCount else { return false }
            waiting.append(content)
            return true
        }
        if isTaken { arrival.yield() }
        return isTaken
    }

    func take() -> Content? { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
