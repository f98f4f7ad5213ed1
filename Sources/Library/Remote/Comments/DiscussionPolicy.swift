import Foundation

/// The limits for fetching and storing threads.
public struct DiscussionPolicy: Sendable {
    /// The longest wait for a thread.
    public var timeout: Duration
    /// The minimum time between two manual fetches.
    public var manualMinimum: Duration
    /// The minimum time before opening a thread retries a failed fetch.
    public var retryMinimum: Duration
    /// How long a thread is fresh if its origin does not say.
    public var defaultFreshness: Duration
    /// The longest freshness, whatever the origin says.
    public var maxFreshness: Duration
    /// How long a lease lasts if its process dies.
    public var leaseDuration: Duration
    /// The most comments stored per story.
    public var maxComments: Int

    public static let standard = DiscussionPolicy()

    public init(
        timeout: Duration = .seconds(90), manualMinimum: Duration = .seconds(60), retryMinimum: Duration = .seconds(30),
        defaultFreshness: Duration = .seconds(300), maxFreshness: Duration = .seconds(86_400),
        leaseDuration: Duration = .seconds(120), maxComments: Int = 20_000
    ) {
        self.timeout = timeout
        self.manualMinimum = manualMinimum
        self.retryMinimum = retryMinimum
        self.defaultFreshness = defaultFreshness
        self.maxFreshness = maxFreshness
        self.leaseDuration = leaseDuration
        self.maxComments = max(1, maxComments)
    }

    /// Until when a thread fetched at `now` is fresh.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let requested = seconds.map { Duration.seconds(max(0, $0)) } ?? defaultFreshness
        return now.addingTimeInterval(Double(min(requested, maxFreshness).milliseconds) / 1000)
    }
}
