public import Foundation

/// What the status line says of a reader's subscriptions.
public struct RefreshStatus: Sendable, Hashable {
    /// The last time any origin was asked.
    public var lastFetchedAt: Date?
    /// The last time any of them answered.
    public var lastSuccessAt: Date?
    /// Whether one is being asked at this moment, by whichever process.
    public var isUpdating: Bool
    /// Channels that are due or being asked.
    public var waiting: Int
    public var total: Int
    public var failing: Int
    /// What went wrong where a channel was asked last and failed; nil when none fails.
    public var lastFailure: Failure?
    /// Nil unless channels that were followed lately have never been asked.
    public var firstRun: FirstRunProgress?

    /// A failure, as far as one sentence needs it.
    public struct Failure: Sendable, Hashable {
        /// `SourceError.code`.
        public var code: String
        /// The status of a refusal, where there was one.
        public var status: Int?
        public var host: String
    }

    /// Whether whoever was asked last did not answer, nor anybody after it.
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

/// How far a batch of newly followed channels has come: "12 of 40 feeds in, 2 refused".
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
