import Synchronization

/// Caches signed paths: lists repeat their images, and signing takes as long as the rest of a row.
///
/// Invariant: at most `capacity` entries of each kind; a full cache is cleared.
final class SignedURLCache: Sendable {
    /// The key of a path.
    struct URLKey: Hashable {
        let id: Int64
        let width: Int
        let shape: ImageCrop
    }

    /// The key of a source set. The widths are packed into one number, because hashing this key dominates a row's
    /// image.
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

    /// - Parameter capacity: paths, of some hundred bytes each.
    init(capacity: Int = 8_192) { self.capacity = capacity }

    /// Returns the cached path or makes it.
    func path(_ key: URLKey, _ make: () -> String) -> String { cached(key, in: paths, make) }

    /// Returns the cached source set or makes it.
    func srcSet(_ key: SrcSetKey, _ make: () -> SrcSet) -> SrcSet {
        cached(key, in: srcSets, make)
    }

    private func cached<Key: Hashable & Sendable, Value: Sendable>(
        _ key: Key, in cache: borrowing Mutex<[Key: Value]>, _ make: () -> Value
    ) -> Value {
        if let cached = cache.withLock({ $0[key] }) { return cached }
        let value = make()
        cache.withLock { cache in
            if cache.count >= capacity { cache.removeAll(keepingCapacity: true) }
            cache[key] = value
        }
        return value
    }
}
