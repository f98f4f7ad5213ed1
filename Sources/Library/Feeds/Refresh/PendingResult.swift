import Foundation
import News

/// A channel's response before it is stored.
struct PendingResult: Sendable {
    var lease: ChannelLease
    var response: Result<ChannelResponse, SourceError>
    var stories: [PreparedStory]
    /// When the response arrived.
    var receivedAt: Date
    var duration: Duration
    var jitter: Double

    init(
        _ response: Result<ChannelResponse, SourceError>, to lease: ChannelLease, at now: Date, duration: Duration,
        jitter: Double
    ) throws(LibraryError) {
        self.lease = lease
        self.response = response
        receivedAt = now
        self.duration = duration
        self.jitter = jitter
        stories = []
        if case .success(let success) = response {
            for story in success.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// The host requested a back-off: stored at once, and nothing more is fetched from it.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// Nothing visible to readers has changed: the result may be written a moment later together with others. If the
    /// process dies before, the request still counts (decision 9).
    var canBatch: Bool {
        switch response {
        case .failure: !isBusy
        case .success(let success):
            success.stories == nil && success.channels == nil && success.metadata == nil && success.movedTo == nil
                && !lease.hasPendingMove
        }
    }

    func record(_ transaction: Transaction, bounds: PollingPolicy) throws -> RefreshOutcome {
        let writer = RefreshResultWriter(
            transaction: transaction, lease: lease, bounds: bounds, now: receivedAt, duration: duration, jitter: jitter)
        switch response {
        case .success(let success): return try writer.recordSuccess(success, stories: stories)
        case .failure(let error): return try writer.recordFailure(error)
        }
    }
}

/// Collects results without new stories, to write them in one transaction.
///
/// Invariant: each result is drained once; `batchStarted` yields when the first of a batch is added.
actor WriteBatcher {
    private var pending: [PendingResult] = []
    private let continuation: AsyncStream<Void>.Continuation
    nonisolated let batchStarted: AsyncStream<Void>

    /// The limits of a batch: how many results, and how long they may wait.
    static let maxBatchSize = 64
    static let maxDelay: Duration = .milliseconds(250)

    init() {
        (batchStarted, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// - Returns: all pending results if the batch is full, else none.
    func add(_ result: PendingResult) -> [PendingResult] {
        pending.append(result)
        if pending.count >= Self.maxBatchSize { return drain() }
        if pending.count == 1 { continuation.yield() }
        return []
    }

    func drain() -> [PendingResult] {
        defer { pending = [] }
        return pending
    }
}
