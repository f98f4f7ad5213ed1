/// A batch of results without new stories.
///
/// Invariant: each result is drained once; `batchStarted` yields with the first result of a batch.
actor WriteBatcher {
    private var pending: [UnstoredRefreshResult] = []
    private let continuation: AsyncStream<Void>.Continuation
    nonisolated let batchStarted: AsyncStream<Void>

    static let maxBatchSize = 64
    static let maxDelay: Duration = .milliseconds(250)

    init() {
        (batchStarted, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a result; returns all pending results if the batch is full.
    func add(_ result: UnstoredRefreshResult) -> [UnstoredRefreshResult] {
        pending.append(result)
        if pending.count >= Self.maxBatchSize { return drain() }
        if pending.count == 1 { continuation.yield() }
        return []
    }

    func drain() -> [UnstoredRefreshResult] {
        defer { pending = [] }
        return pending
    }
}
