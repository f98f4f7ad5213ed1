import Synchronization

/// The guarantee for a transaction after a power failure; a crash of the process loses nothing in either case.
package enum Durability: Sendable {
    /// Data that cannot be fetched again: the commit is synced before it is acknowledged.
    case readerAction
    /// Data that can be fetched or computed again. A power failure may lose the latest commits, but no reader action.
    case refetchable

    /// The value of SQLite's `synchronous`. In WAL mode, FULL syncs at every commit and NORMAL at checkpoints
    /// (https://www.sqlite.org/pragma.html#pragma_synchronous).
    var synchronous: String {
        switch self {
        case .readerAction: "full"
        case .refetchable: "normal"
        }
    }
}

/// A cache of the writer's `synchronous` setting: preparing the pragma takes time, and the pragma works outside
/// transactions only. Invariant: nil or the actual value; changed on the writer's queue.
final class WriterDurability: Sendable {
    private let current = Mutex<Durability?>(nil)

    func set(_ durability: Durability, _ apply: (String) throws -> Void) throws {
        guard current.withLock({ $0 != durability }) else { return }
        current.withLock { $0 = nil }
        try apply("pragma synchronous = \(durability.synchronous)")
        current.withLock { $0 = durability }
    }
}
