import Foundation

/// Limits for linked pages.
public struct LinkedPagePolicy: Sendable {
    /// Includes further parts and the wait for the host.
    public var timeout: Duration
    public var manualMinimum: Duration
    /// Before reopening retries a failed page.
    public var reopenMinimum: Duration
    public var defaultFreshness: Duration
    /// Limits what the origin says.
    public var freshnessRange: ClosedRange<Duration>
    public var leaseDuration: Duration
    /// The last viewed are kept.
    public var maxPages: Int
    /// Of text.
    public var maxBytes: Int
    /// `no-store` pages are kept while they are read.
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

    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let requested = seconds.map { Duration.seconds($0) } ?? defaultFreshness
        let clamped = min(max(requested, freshnessRange.lowerBound), freshnessRange.upperBound)
        return now.addingTimeInterval(Double(clamped.milliseconds) / 1000)
    }
}
