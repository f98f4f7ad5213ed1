import Synchronization

/// Whether a transaction survives a power failure; a crash loses nothing either way.
package enum Durability: Sendable {
    /// Cannot be fetched again: synced before it is acknowledged.
    case readerAction
    /// Can be fetched or computed again. A power failure may lose the latest, but no reader action.
    case refetchable

    /// WAL mode: FULL syncs at every commit, NORMAL at checkpoints
    /// (https://www.sqlite.org/pragma.html#pragma_synchronous).
    var synchronous: String {
        switch self {
        case .readerAction: "full"
        case .refetchable: "normal"
        }
    }
}

/// Caches the writer's `synchronous`: preparing the pragma costs time, and it works outside transactions only.
/// Invariant: nil or the real value; changed on the writer's queue.
final class WriterDurability: Sendable {
    private let current = Mutex<Durability?>(nil)

    func set(_ durability: Durability, _ apply: (String) throws -> Void) throws {
        guard current.withLock({ $0 != durability }) else { return }
        current.withLock { $0 = nil }
        try apply("pragma synchronous = \(durability.synchronous)")
        current.withLock { $0 = durability }
    }
}
