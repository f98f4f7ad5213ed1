import Foundation
import News

/// Limits for full texts.
public struct FullTextPolicy: Sendable {
    /// The newest stories per channel, fetched in the background.
    public var maxPerChannel: Int
    /// Background fetches.
    public var maxConcurrent: Int
    public var hostInterval: Duration
    /// After the first failure; quadruples with each.
    public var retryDelay: Duration
    /// In a row; then only manual fetches are made.
    public var maxFailures: Int
    public var manualMinimum: Duration
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

    /// Of a host after a 403, in seconds.
    var forbiddenBackoff: Double { Double(retryDelay.milliseconds) / 1000 }

    /// When to retry automatically; nil for never.
    func retryAt(after error: SourceError, failures: Int, at now: Date) -> Date? {
        switch error {
        // Honoured up to a week.
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
