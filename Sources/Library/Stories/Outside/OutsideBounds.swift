import Foundation

/// The limits within which pages outside are asked and kept.
public struct OutsideBounds: Sendable {
    /// The longest that anybody waits for a page, with its parts and its turn at the host.
    public var patience: Duration
    /// The least time between two askings of a person for a page that could not be had.
    public var asked: Duration
    /// The same when the page is only opened again.
    public var opened: Duration
    /// How long a page is not asked again whose origin says nothing of it.
    public var usualFreshness: Duration
    /// At least and at most so long it is not, whatever its origin says.
    public var freshness: ClosedRange<Duration>
    /// How long a claim holds when the process that made it dies.
    public var claim: Duration
    /// So many pages are kept, the last seen ones.
    public var pages: Int
    /// So many bytes of their text.
    public var bytes: Int
    /// How long a page is kept whose origin wants it kept nowhere: while it is read.
    public var passing: Duration

    public static let standard = OutsideBounds()

    public init(
        patience: Duration = .seconds(30), asked: Duration = .seconds(5), opened: Duration = .seconds(60),
        usualFreshness: Duration = .seconds(3600),
        freshness: ClosedRange<Duration> = Duration.seconds(60)...Duration.seconds(604_800),  // bounded: constants
        claim: Duration = .seconds(60), pages: Int = 400, bytes: Int = 48 << 20, passing: Duration = .seconds(900)
    ) {
        self.patience = patience
        self.asked = asked
        self.opened = opened
        self.usualFreshness = usualFreshness
        self.freshness = freshness
        self.claim = claim
        self.pages = max(1, pages)
        self.bytes = max(1 << 16, bytes)
        self.passing = passing
    }

    /// Until when a page that came at `now` need not be asked again.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let wished = seconds.map { Duration.seconds($0) } ?? usualFreshness
        let held = min(max(wished, freshness.lowerBound), freshness.upperBound)
        return now.addingTimeInterval(Double(held.milliseconds) / 1000)
    }
}
