import Foundation
import News

/// What a channel answered, until it is written down.
struct PendingResult: Sendable {
    var lease: ChannelLease
    var response: Result<ChannelResponse, SourceError>
    var stories: [PreparedStory]
    /// When the answer came.
    var receivedAt: Date
    var duration: Duration
    var jitter: Double

    init(
        _ answer: Result<ChannelResponse, SourceError>, to lease: ChannelLease, at now: Date, duration: Duration,
        jitter: Double
    ) throws(LibraryError) {
        self.lease = lease
        self.response = answer
        receivedAt = now
        self.duration = duration
        self.jitter = jitter
        stories = []
        if case .success(let answer) = answer {
            for story in answer.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// Its host asked to be left alone: that is kept at once, and nothing more is asked of it.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// Nothing came that a reader could see: it may be written down a moment later, together with others. Should the
    /// process die before, the channel counts as asked all the same (decision 9).
    var canBatch: Bool {
        switch response {
        case .failure: !isBusy
        case .success(let answer):
            answer.stories == nil && answer.channels == nil && answer.metadata == nil && answer.movedTo == nil
                && !lease.hasPendingMove
        }
    }

    func record(_ transaction: Transaction, bounds: PollingPolicy) throws -> RefreshOutcome {
        let record = RefreshResultWriter(
            transaction: transaction, lease: lease, bounds: bounds, now: receivedAt, duration: duration, jitter: jitter)
        switch response {
        case .success(let answer): return try record.recordSuccess(answer, stories: stories)
        case .failure(let error): return try record.recordFailure(error)
        }
    }
}

/// Answers that brought nothing new, until they are written down together.
///
/// Invariant: each answer is handed out once; `begun` yields when there is a first one to wait for.
actor WriteBatcher {
    private var pending: [PendingResult] = []
    private let continuation: AsyncStream<Void>.Continuation
    nonisolated let batchStarted: AsyncStream<Void>

    /// So many at most wait for their transaction, and so long.
    static let maxBatchSize = 64
    static let maxDelay: Duration = .milliseconds(250)

    init() {
        (batchStarted, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// - Returns: everything, when it is time to write it down.
    func add(_ answered: PendingResult) -> [PendingResult] {
        pending.append(answered)
        if pending.count >= Self.maxBatchSize { return drain() }
        if pending.count == 1 { continuation.yield() }
        return []
    }

    func drain() -> [PendingResult] {
        defer { pending = [] }
        return pending
    }
}
