public import Foundation
public import News

/// One line of a channel's log: why it was asked, or was not, and what came of it.
public struct RefreshDecision: Sendable, Hashable {
    public var at: Date
    /// Nil when it was not asked.
    public var reason: RefreshReason?
    /// `new`, `unchanged`, `changed`, `skipped`, or a `SourceError.code`.
    public var outcome: String
    public var words: String
    public var newStories: Int
    public var tookMilliseconds: Int
    public var status: Int?

    public init(
        at: Date, reason: RefreshReason?, outcome: String, words: String, newStories: Int = 0,
        tookMilliseconds: Int = 0, status: Int? = nil
    ) {
        self.at = at
        self.reason = reason
        self.outcome = outcome
        self.words = words
        self.newStories = newStories
        self.tookMilliseconds = tookMilliseconds
        self.status = status
    }
}
