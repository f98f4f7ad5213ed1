import Foundation

/// The limits within which origins are asked what people say.
public struct DiscussionPolicy: Sendable {
    /// The longest that anybody waits for a thread.
    public var timeout: Duration
    /// The least time between two askings of a person.
    public var manualMinimum: Duration
    /// The least time before a thread that could not be had is asked again because it is opened.
    public var retryMinimum: Duration
    /// How long a thread is not asked again whose origin says nothing of it.
    public var defaultFreshness: Duration
    /// The longest that it is not, whatever its origin says.
    public var maxFreshness: Duration
    /// How long a claim holds when the process that made it dies.
    public var leaseDuration: Duration
    /// So many comments of one story are kept.
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

    /// Until when a thread that came at `now` need not be asked again because somebody opens it.
    func freshUntil(_ now: Date, seconds: Int?) -> Date {
        let wished = seconds.map { Duration.seconds(max(0, $0)) } ?? defaultFreshness
        return now.addingTimeInterval(Double(min(wished, maxFreshness).milliseconds) / 1000)
    }
}
