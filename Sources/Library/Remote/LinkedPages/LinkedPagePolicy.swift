import Foundation

/// The limits for fetching and storing linked pages.
public struct LinkedPagePolicy: Sendable {
    /// The longest wait for a page, including its further parts and the wait for its host.
    public var timeout: Duration
    /// The minimum time between two manual fetches, also of a failed page.
    public var manualMinimum: Duration
    /// The minimum time before reopening a failed page retries it.
    public var reopenMinimum: Duration
    /// How long a page is fresh if its origin does not say.
    public var defaultFreshness: Duration
    /// Bounds of the freshness, whatever the origin says.
    public var freshnessRange: ClosedRange<Duration>
    /// How long a lease lasts if its process dies.
    public var leaseDuration: Duration
    /// The most pages stored; the last viewed ones are kept.
    public var maxPages: Int
    /// The most bytes of text stored.
    public var maxBytes: Int
    /// How long a `no-store` page is kept: while it is read.
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

    /// Until when a page fetched at `now` is fresh.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let requested = seconds.map { Duration.seconds($0) } ?? defaultFreshness
        let clamped = min(max(requested, freshnessRange.lowerBound), freshnessRange.upperBound)
        return now.addingTimeInterval(Double(clamped.milliseconds) / 1000)
    }
}
