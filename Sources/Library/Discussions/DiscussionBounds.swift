import Foundation

/// The limits within which origins are asked what people say.
public struct DiscussionBounds: Sendable {
    /// The longest that anybody waits for a thread.
    public var patience: Duration
    /// The least time between two askings of a person.
    public var asked: Duration
    /// The least time before a thread that could not be had is asked again because it is opened.
    public var retried: Duration
    /// How long a thread is not asked again whose origin says nothing of it.
    public var usualFreshness: Duration
    /// The longest that it is not, whatever its origin says.
    public var longestFreshness: Duration
    /// How long a claim holds when the process that made it dies.
    public var claim: Duration
    /// So many comments of one story are kept.
    public var comments: Int

    public static let standard = DiscussionBounds()

    public init(
        patience: Duration = .seconds(90), asked: Duration = .seconds(60), retried: Duration = .seconds(30),
        usualFreshness: Duration = .seconds(300), longestFreshness: Duration = .seconds(86_400),
        claim: Duration = .seconds(120), comments: Int = 20_000
    ) {
        self.patience = patience
        self.asked = asked
        self.retried = retried
        self.usualFreshness = usualFreshness
        self.longestFreshness = longestFreshness
        self.claim = claim
        self.comments = max(1, comments)
    }

    /// Until when a thread that came at `now` need not be asked again because somebody opens it.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let wished = seconds.map { Duration.seconds(max(0, $0)) } ?? usualFreshness
        return now.addingTimeInterval(Double(min(wished, longestFreshness).milliseconds) / 1000)
    }
}
