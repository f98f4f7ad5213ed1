import Synchronization

/// Paths that were signed already: a list shows the same pictures again and again, and a mark takes as long as the rest of
/// its row.
///
/// Invariant: at most `limit` of each kind are kept; then all of it are forgotten and it begins anew.
final class SignedPaths: Sendable {
    /// What a path is of.
    struct Place: Hashable {
        let id: Int64
        let width: Int
        let shape: PictureShape
    }

    /// What three paths are of. The widths are one number, as most of the time of a row's picture is this key's.
    struct Densities: Hashable {
        let id: Int64
        private let widths: Int
        let shape: PictureShape

        init(id: Int64, widths: (Int, Int, Int), shape: PictureShape) {
            self.id = id
            self.widths = widths.0 << 32 | widths.1 << 16 | widths.2
            self.shape = shape
        }
    }

    private let limit: Int
    private let paths = Mutex<[Place: String]>([:])
    private let sets = Mutex<[Densities: SignedDensities]>([:])

    /// - Parameter limit: paths, of some hundred bytes each.
    init(limit: Int = 8_192) { self.limit = limit }

    /// The path, made when it is not known.
    func path(_ place: Place, _ make: () -> String) -> String { known(place, in: paths, make) }

    /// The three paths, made when they are not known.
    func densities(_ densities: Densities, _ make: () -> SignedDensities) -> SignedDensities {
        known(densities, in: sets, make)
    }

    private func known<Key: Hashable & Sendable, Value: Sendable>(
        _ key: Key, in memory: borrowing Mutex<[Key: Value]>, _ make: () -> Value
    ) -> Value {
        if let known = memory.withLock({ $0[key] }) { return known }
        let made = make()
        memory.withLock { memory in
            if memory.count >= limit { memory.removeAll(keepingCapacity: true) }
            memory[key] = made
        }
        return made
    }
}
