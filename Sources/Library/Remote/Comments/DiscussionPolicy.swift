import Foundation

/// Limits for threads.
public struct DiscussionPolicy: Sendable {
    public var timeout: Duration
    /// Between two manual fetches.
    public var manualMinimum: Duration
    /// Before opening a thread retries a failed fetch.
    public var retryMinimum: Duration
    /// If the origin does not say.
    public var defaultFreshness: Duration
    public var maxFreshness: Duration
    public var leaseDuration: Duration
    /// Per story.
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

    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let requested = seconds.map { Duration.seconds(max(0, $0)) } ?? defaultFreshness
        return now.addingTimeInterval(Double(min(requested, maxFreshness).milliseconds) / 1000)
    }
}
