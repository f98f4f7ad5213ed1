public import Foundation

/// What the status line says of a reader's subscriptions.
public struct RefreshStatus: Sendable, Hashable {
    /// The last time any origin was asked.
    public var lastAskedAt: Date?
    /// Whether one is being asked at this moment, by whichever process.
    public var isUpdating: Bool
    /// Channels that are due or being asked.
    public var waiting: Int
    public var total: Int
    public var failing: Int
    /// Nil unless channels that were followed lately have never been asked.
    public var firstRun: FirstRunProgress?

    public init(
        lastAskedAt: Date? = nil, isUpdating: Bool = false, waiting: Int = 0, total: Int = 0, failing: Int = 0,
        firstRun: FirstRunProgress? = nil
    ) {
        self.lastAskedAt = lastAskedAt
        self.isUpdating = isUpdating
        self.waiting = waiting
        self.total = total
        self.failing = failing
        self.firstRun = firstRun
    }
}
