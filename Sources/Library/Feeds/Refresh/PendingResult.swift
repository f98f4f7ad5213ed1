import Foundation
import News

/// A response before it is stored.
struct PendingResult: Sendable {
    let leased: LeasedChannel
    var response: Result<ChannelResponse, SourceError>
    var stories: [PreparedStory]
    var receivedAt: Date
    var duration: Duration
    var jitter: Double

    init(
        _ response: Result<ChannelResponse, SourceError>, to leased: LeasedChannel, at now: Date, duration: Duration,
        jitter: Double
    ) throws(LibraryError) {
        self.leased = leased
        self.response = response
        receivedAt = now
        self.duration = duration
        self.jitter = jitter
        stories = []
        if case .success(let success) = response {
            for story in success.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// Stored at once; the host gets no further request.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// Nothing visible changed. The request counts even if the process dies (decision 9).
    var canBatch: Bool {
        switch response {
        case .failure: !isBusy
        case .success(let success):
            success.stories == nil && success.channels == nil && success.metadata == nil && success.movedTo == nil
                && !leased.channel.hasPendingMove
        }
    }

    func record(_ transaction: Transaction, policy: PollingPolicy) throws -> RefreshOutcome {
        let writer = RefreshResultWriter(
            transaction: transaction, leased: leased, policy: policy, now: receivedAt, duration: duration,
            jitter: jitter)
        switch response {
        case .success(let success): return try writer.recordSuccess(success, stories: stories)
        case .failure(let error): return try writer.recordFailure(error)
        }
    }
}

/// Batches results without new stories.
///
/// Invariant: each is drained once; `batchStarted` yields with the first.
actor WriteBatcher {
    private var pending: [PendingResult] = []
    private let continuation: AsyncStream<Void>.Continuation
    nonisolated let batchStarted: AsyncStream<Void>

    static let maxBatchSize = 64
    static let maxDelay: Duration = .milliseconds(250)

    init() {
        (batchStarted, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// All pending results if the batch is full.
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
