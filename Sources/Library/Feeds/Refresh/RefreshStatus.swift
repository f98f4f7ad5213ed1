public import Foundation

/// The refresh status of a reader's subscriptions, for the status line.
public struct RefreshStatus: Sendable, Hashable {
    /// The last request to any origin.
    public var lastFetchedAt: Date?
    /// The last usable response of any origin.
    public var lastSuccessAt: Date?
    /// Whether any process is fetching a channel now.
    public var isUpdating: Bool
    /// Channels that are due or being fetched.
    public var waiting: Int
    public var total: Int
    public var failing: Int
    /// The most recent failure; nil when no channel fails.
    public var lastFailure: Failure?
    /// Nil unless newly followed channels have never been fetched.
    public var firstRun: FirstRunProgress?

    /// The details of a failure that a message needs.
    public struct Failure: Sendable, Hashable {
        /// `SourceError.code`.
        public var code: String
        /// The HTTP status of a refusal, if there was one.
        public var status: Int?
        public var host: String
    }

    /// Whether the last request failed and none has succeeded since.
    public var hasFailed: Bool {
        guard !isUpdating, let lastFetchedAt else { return false }
        return lastSuccessAt.map { $0 < lastFetchedAt } ?? true
    }

    public init(
        lastFetchedAt: Date? = nil, lastSuccessAt: Date? = nil, isUpdating: Bool = false, waiting: Int = 0,
        total: Int = 0, failing: Int = 0,
        firstRun: FirstRunProgress? = nil
    ) {
        self.lastFetchedAt = lastFetchedAt
        self.lastSuccessAt = lastSuccessAt
        self.isUpdating = isUpdating
        self.waiting = waiting
        self.total = total
        self.failing = failing
        self.firstRun = firstRun
    }
}

/// The progress of a batch of newly followed channels: "12 of 40 feeds in, 2 refused".
public struct FirstRunProgress: Sendable, Hashable {
    public var arrived: Int
    public var refused: Int
    public var total: Int

    public init(arrived: Int, refused: Int, total: Int) {
        self.arrived = arrived
        self.refused = refused
        self.total = total
    }
}
