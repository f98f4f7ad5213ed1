import Synchronization

/// Caches signed paths: lists repeat images, and signing takes as long as the rest of a row.
///
/// Invariant: at most `capacity` entries of each kind.
final class SignedURLCache: Sendable {
    struct URLKey: Hashable {
        let id: Int64
        let width: Int
        let crop: ImageCrop
    }

    /// Hashing this dominates a row's image: widths are one number.
    struct SrcSetKey: Hashable {
        let id: Int64
        private let widths: Int
        let crop: ImageCrop

        init(id: Int64, widths: (Int, Int, Int), crop: ImageCrop) {
            self.id = id
            self.widths = widths.0 << 32 | widths.1 << 16 | widths.2
            self.crop = crop
        }
    }

    private let capacity: Int
    private let paths = Mutex<[URLKey: String]>([:])
    private let srcSets = Mutex<[SrcSetKey: SrcSet]>([:])

    /// Some hundred bytes each.
    init(capacity: Int = 8_192) { self.capacity = capacity }

    func path(_ key: URLKey, _ make: () -> String) -> String { cached(key, in: paths, make) }

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
