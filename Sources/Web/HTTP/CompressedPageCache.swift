import Synchronization

/// Compressed pages by ETag, bounded: the same page is compressed once however many ask.
///
/// Invariant: `size` is the sum of the kept pages' bytes and at most `limit`; the oldest are dropped first.
final class CompressedPageCache: Sendable {
    private struct State {
        var pages: [String: [UInt8]] = [:]
        var order: [String] = []
        var size = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes in all.
    init(limit: Int = 4 << 20) { self.limit = limit }

    /// The bytes compressed, from memory when the tag is known. Without a tag nothing is kept.
    func compressed(_ bytes: [UInt8], tag: String?) -> [UInt8] {
        if let tag, let known = state.withLock({ $0.pages[tag] }) { return known }
        guard let small = Gzip.compressed(bytes, level: 4) else { return bytes }
        if let tag { insert(small, tag) }
        return small
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
