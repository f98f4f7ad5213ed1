public import Foundation
public import News

/// The refresh status of a reader's channels.
public struct RefreshStatus: Sendable, Hashable {
    /// The time of the last request.
    public var lastFetchedAt: Date?
    /// The time of the last usable response.
    public var lastSuccessAt: Date?
    /// True if any process is fetching a channel.
    public var isUpdating: Bool
    /// The number of channels that are due or being fetched.
    public var waiting: Int
    /// The number of all channels.
    public var total: Int
    /// The number of channels that are failing or gone.
    public var failing: Int
    /// The latest failure of a failing channel.
    public var lastFailure: Failure?
    /// The progress of new channels; nil unless some were never fetched.
    public var firstRun: FirstRunProgress?

    /// The details of a failure for a message.
    public struct Failure: Sendable, Hashable {
        /// The kind of failure.
        public var code: FailureCode
        /// The HTTP status of a refusal.
        public var status: Int?
        /// The host of the channel.
        public var host: String
    }

    /// True if most channels fail, the last request did not succeed, and no channel is being fetched.
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

/// The progress of newly followed channels: "12 of 40 feeds in, 2 refused".
public struct FirstRunProgress: Sendable, Hashable {
    /// The number of channels that had a successful request.
    public var succeeded: Int
    /// The number of channels whose requests failed.
    public var failed: Int
    /// The number of all newly followed channels.
    public var total: Int

    public init(succeeded: Int, failed: Int, total: Int) {
        self.succeeded = succeeded
        self.failed = failed
        self.total = total
    }
}

/// The channels whose last request failed.
public struct RefreshFailures: Sendable {
    /// A failing channel, with its failure and the time of the next request.
    public struct Channel: Sendable, Identifiable {
        /// The ID of the channel.
        public var id: ChannelID
        /// The reader's own title, else the origin's.
        public var title: String
        /// The host of the channel.
        public var host: String
        /// The failure of the last request.
        public var failure: FetchFailure
        /// The time of the last request.
        public var triedAt: Date?
        /// The time of the next request; nil if the channel is not fetched again automatically.
        public var nextTryAt: Date?
    }

    /// The failing channels, the latest first; at most as many as requested.
    public var channels: [Channel]
    /// The number of failing channels, also beyond the limit.
    public var failing: Int
    /// The number of all channels, including those that work.
    public var total: Int

    /// True if there are channels and all fail.
    public var areAll: Bool { failing == total && total > 0 }
    /// True if all channels are gone for good, so that a refresh of all would fetch none of them.
    public var areGone: Bool { areAll && channels.allSatisfy { $0.failure.code == .gone } }

    public init(channels: [Channel], failing: Int, total: Int) {
        self.channels = channels
        self.failing = failing
        self.total = total
    }
}
