import Synchronization

/// Paths that were signed already: a list shows the same pictures again and again, and a mark takes as long as the rest of
/// its row.
///
/// Invariant: at most `limit` of each kind are kept; then all of it are forgotten and it begins anew.
final class SignedURLCache: Sendable {
    /// What a path is of.
    struct URLKey: Hashable {
        let id: Int64
        let width: Int
        let shape: ImageCrop
    }

    /// What three paths are of. The widths are one number, as most of the time of a row's picture is this key's.
    struct SrcSetKey: Hashable {
        let id: Int64
        private let widths: Int
        let shape: ImageCrop

        init(id: Int64, widths: (Int, Int, Int), shape: ImageCrop) {
            self.id = id
            self.widths = widths.0 << 32 | widths.1 << 16 | widths.2
            self.shape = shape
        }
    }

    private let capacity: Int
    private let paths = Mutex<[URLKey: String]>([:])
    private let srcSets = Mutex<[SrcSetKey: SrcSet]>([:])

    /// - Parameter limit: paths, of some hundred bytes each.
    init(capacity: Int = 8_192) { self.capacity = capacity }

    /// The path, made when it is not known.
    func path(_ place: URLKey, _ make: () -> String) -> String { cached(place, in: paths, make) }

    /// The three paths, made when they are not known.
    func srcSet(_ densities: SrcSetKey, _ make: () -> SrcSet) -> SrcSet {
        cached(densities, in: srcSets, make)
    }

    private func cached<Key: Hashable & Sendable, Value: Sendable>(
        _ key: Key, in memory: borrowing Mutex<[Key: Value]>, _ make: () -> Value
    ) -> Value {
        if let known = memory.withLock({ $0[key] }) { return known }
        let made = make()
        memory.withLock { memory in
            if memory.count >= capacity { memory.removeAll(keepingCapacity: true) }
            memory[key] = made
        }
        return made
    }
}
