import Synchronization

/// Compressed pages by ETag.
///
/// Invariant: `size` is the pages' bytes, at most `limit`; the oldest are evicted first.
final class CompressedPageCache: Sendable {
    private struct State {
        var pages: [String: [UInt8]] = [:]
        var order: [String] = []
        var size = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: in bytes.
    init(limit: Int = 4 << 20) { self.limit = limit }

    func compressed(_ bytes: [UInt8], tag: String?) -> [UInt8] {
        if let tag, let cached = state.withLock({ $0.pages[tag] }) { return cached }
        guard let compressed = Gzip.compressed(bytes, level: 4) else { return bytes }
        if let tag { insert(compressed, tag) }
        return compressed
    }

    private func insert(_ page: [UInt8], _ tag: String) {
        state.withLock { state in
            guard state.pages.updateValue(page, forKey: tag) == nil else { return }
            state.order.append(tag)
            state.size += page.count
            while state.size > limit, !state.order.isEmpty {
                state.size -= state.pages.removeValue(forKey: state.order.removeFirst())?.count ?? 0
            }
        }
    }
}
