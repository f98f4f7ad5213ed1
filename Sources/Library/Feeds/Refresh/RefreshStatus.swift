public import Foundation
public import News

/// The refresh status of a reader's channels.
public struct RefreshStatus: Sendable, Hashable {
    /// The last request.
    public var lastFetchedAt: Date?
    /// The last usable response.
    public var lastSuccessAt: Date?
    /// Whether a channel is being fetched, by any process.
    public var isUpdating: Bool
    /// Due or being fetched.
    public var waiting: Int
    public var total: Int
    public var failing: Int
    /// The latest failure of a failing channel.
    public var lastFailure: Failure?
    /// Nil unless new channels were never fetched.
    public var firstRun: FirstRunProgress?

    /// A failure's details for a message.
    public struct Failure: Sendable, Hashable {
        public var code: FailureCode
        /// The HTTP status of a refusal.
        public var status: Int?
        public var host: String
    }

    /// Whether most channels fail, and no request has succeeded since the last one.
    public var hasFailed: Bool {
        guard !isUpdating, failing * 2 > total, let lastFetchedAt else { return false }
        return lastSuccessAt.map { $0 < lastFetchedAt } ?? true
    }

    public init(
        lastFetchedAt: Date? = nil, lastSuccessAt: Date? = nil, isUpdating: Bool = false, waiting: Int = 0,
        total: Int = 0, failing: Int = 0
    ) {
        self.lastFetchedAt = lastFetchedAt
        self.lastSuccessAt = lastSuccessAt
        self.isUpdating = isUpdating
        self.waiting = waiting
        self.total = total
        self.failing = failing
    }
}

/// Progress of newly followed channels: "12 of 40 feeds in, 2 refused".
public struct FirstRunProgress: Sendable, Hashable {
    public var succeeded: Int
    public var failed: Int
    public var total: Int

    public init(succeeded: Int, failed: Int, total: Int) {
        self.succeeded = succeeded
        self.failed = failed
        self.total = total
    }
}

/// The channels whose last request failed.
public struct RefreshFailures: Sendable {
    /// A channel, why it failed, and when it is tried again.
    public struct Channel: Sendable, Identifiable {
        public var id: ChannelID
        public var title: String
        public var host: String
        public var failure: FetchFailure
        public var triedAt: Date?
        /// Nil if it is not tried again by itself.
        public var nextTryAt: Date?
    }

    /// The latest first; at most as many as asked for.
    public var channels: [Channel]
    public var failing: Int
    /// With those that work.
    public var total: Int

    public var areAll: Bool { failing == total && total > 0 }
    /// All are gone for good: a request for all asks none of them.
    public var areGone: Bool { areAll && channels.allSatisfy { $0.failure.code == .gone } }

    public init(channels: [Channel], failing: Int, total: Int) {
        self.channels = channels
        self.failing = failing
        self.total = total
    }
}
