import Foundation

/// The limits within which pages outside are asked and kept.
public struct LinkedPagePolicy: Sendable {
    /// The longest that anybody waits for a page, with its parts and its turn at the host.
    public var timeout: Duration
    /// The least time between two askings of a person for a page that could not be had.
    public var manualMinimum: Duration
    /// The same when the page is only opened again.
    public var reopenMinimum: Duration
    /// How long a page is not asked again whose origin says nothing of it.
    public var defaultFreshness: Duration
    /// At least and at most so long it is not, whatever its origin says.
    public var freshnessRange: ClosedRange<Duration>
    /// How long a claim holds when the process that made it dies.
    public var leaseDuration: Duration
    /// So many pages are kept, the last seen ones.
    public var maxPages: Int
    /// So many bytes of their text.
    public var maxBytes: Int
    /// How long a page is kept whose origin wants it kept nowhere: while it is read.
    public var noStoreLifetime: Duration

    public static let standard = LinkedPagePolicy()

    public init(
        timeout: Duration = .seconds(30), manualMinimum: Duration = .seconds(5), reopenMinimum: Duration = .seconds(60),
        defaultFreshness: Duration = .seconds(3600),
        freshnessRange: ClosedRange<Duration> = Duration.seconds(60)...Duration.seconds(604_800),  // bounded: constants
        leaseDuration: Duration = .seconds(60), maxPages: Int = 400, maxBytes: Int = 48 << 20,
        noStoreLifetime: Duration = .seconds(900)
    ) {
        self.timeout = timeout
        self.manualMinimum = manualMinimum
        self.reopenMinimum = reopenMinimum
        self.defaultFreshness = defaultFreshness
        self.freshnessRange = freshnessRange
        self.leaseDuration = leaseDuration
        self.maxPages = max(1, maxPages)
        self.maxBytes = max(1 << 16, maxBytes)
        self.noStoreLifetime = noStoreLifetime
    }

    /// Until when a page that came at `now` need not be asked again.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let wished = seconds.map { Duration.seconds($0) } ?? defaultFreshness
        let held = min(max(wished, freshnessRange.lowerBound), freshnessRange.upperBound)
        return now.addingTimeInterval(Double(held.milliseconds) / 1000)
    }
}
