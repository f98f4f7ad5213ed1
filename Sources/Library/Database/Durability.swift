import Synchronization

/// What a transaction survives. A process that dies loses nothing either way; this is about the machine's power.
package enum Durability: Sendable {
    /// What a reader did, and nobody else can say again: marks, saved stories, subscriptions, mutes, settings, who may come
    /// in. It is on the disk before it is acknowledged.
    case readerAction
    /// What can be fetched or worked out again, and traces of mere looking. After a power failure the last of it may be
    /// missing; nothing is torn, and what was acknowledged as a reader's action is never lost with it.
    case refetchable

    /// SQLite's word (pragma synchronous). In WAL mode FULL syncs the log at every commit, and with it every frame
    /// before; NORMAL syncs at checkpoints only (https://www.sqlite.org/pragma.html#pragma_synchronous).
    var synchronous: String {
        switch self {
        case .readerAction: "full"
        case .refetchable: "normal"
        }
    }
}

/// How the writing connection is set. Invariant: nil, or what its `synchronous` really is; only the writer's queue changes
/// both. SQLite takes the pragma outside transactions only, and preparing it for every write would cost for nothing.
final class WriterDurability: Sendable {
    private let current = Mutex<Durability?>(nil)

    /// Sets the connection by `apply`, if it is set otherwise.
    func set(_ durability: Durability, _ apply: (String) throws -> Void) throws {
        guard current.withLock({ $0 != durability }) else { return }
        current.withLock { $0 = nil }
        try apply("pragma synchronous = \(durability.synchronous)")
        current.withLock { $0 = durability }
    }
}
