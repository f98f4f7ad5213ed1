public import Foundation

/// What the status line says of a reader's subscriptions.
public struct RefreshStatus: Sendable, Hashable {
    /// The last time any origin was asked.
    public var lastAskedAt: Date?
    /// The last time any of them answered.
    public var lastAnsweredAt: Date?
    /// Whether one is being asked at this moment, by whichever process.
    public var isUpdating: Bool
    /// Channels that are due or being asked.
    public var waiting: Int
    public var total: Int
    public var failing: Int
    /// What went wrong where a channel was asked last and failed; nil when none fails.
    public var trouble: Trouble?
    /// Nil unless channels that were followed lately have never been asked.
    public var firstRun: FirstRunProgress?

    /// A failure, as far as one sentence needs it.
    public struct Trouble: Sendable, Hashable {
        /// `SourceError.code`.
        public var code: String
        /// The status of a refusal, where there was one.
        public var status: Int?
        public var host: String
    }

    /// Whether whoever was asked last did not answer, nor anybody after it.
    public var hasFailed: Bool {
        guard !isUpdating, let lastAskedAt else { return false }
        return lastAnsweredAt.map { $0 < lastAskedAt } ?? true
    }

    public init(
        lastAskedAt: Date? = nil, lastAnsweredAt: Date? = nil, isUpdating: Bool = false, waiting: Int = 0,
        total: Int = 0, failing: Int = 0,
        firstRun: FirstRunProgress? = nil
    ) {
        self.lastAskedAt = lastAskedAt
        self.lastAnsweredAt = lastAnsweredAt
        self.isUpdating = isUpdating
        self.waiting = waiting
        self.total = total
        self.failing = failing
        self.firstRun = firstRun
    }
}
