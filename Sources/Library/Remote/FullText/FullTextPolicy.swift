import Foundation
import News

/// The limits for fetching full texts.
public struct FullTextPolicy: Sendable {
    /// The newest stories of a channel that are fetched in the background; older ones are fetched when opened.
    public var maxPerChannel: Int
    /// Concurrent background fetches.
    public var maxConcurrent: Int
    /// The minimum time between two background fetches from one host.
    public var hostInterval: Duration
    /// The delay after a first failure; it quadruples with each.
    public var retryDelay: Duration
    /// After this many failures in a row a page is fetched only manually.
    public var maxFailures: Int
    /// The minimum time between two manual fetches of the same page.
    public var manualMinimum: Duration
    /// How long a lease lasts if its process dies.
    public var leaseDuration: Duration

    public static let standard = FullTextPolicy()

    public init(
        maxPerChannel: Int = 30, maxConcurrent: Int = 2, hostInterval: Duration = .seconds(5),
        retryDelay: Duration = .seconds(3600),
        maxFailures: Int = 4, manualMinimum: Duration = .seconds(10), leaseDuration: Duration = .seconds(180)
    ) {
        self.maxPerChannel = max(0, maxPerChannel)
        self.maxConcurrent = max(1, maxConcurrent)
        self.hostInterval = hostInterval
        self.retryDelay = retryDelay
        self.maxFailures = maxFailures
        self.manualMinimum = manualMinimum
        self.leaseDuration = leaseDuration
    }

    /// The back-off of a whole host after a 403, in seconds.
    var forbiddenBackoff: Double { Double(retryDelay.milliseconds) / 1000 }

    /// When a failed page is retried automatically; nil for never.
    func retryAt(after error: SourceError, failures: Int, at now: Date) -> Date? {
        switch error {
        // A Retry-After window of at most a week is honoured.
        case .busy(let until): min(max(until, now), now.addingTimeInterval(7 * 86400))
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: nil
        case .refused(let status, _) where status < 500: nil
        case .refused, .unreachable:
            failures >= maxFailures
                ? nil
                : now.addingTimeInterval(
                    Double(retryDelay.milliseconds) / 1000 * pow(4, Double(min(max(failures, 1), 8) - 1)))
        }
    }
}
