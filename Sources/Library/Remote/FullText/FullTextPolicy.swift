import Foundation
import News

/// The limits within which pages are asked for whole texts.
public struct FullTextPolicy: Sendable {
    /// The newest stories of a channel that are fetched by themselves; older ones wait until they are opened.
    public var maxPerChannel: Int
    /// Pages under way at once in the background.
    public var maxConcurrent: Int
    /// The least time between two pages of one host in the background.
    public var hostInterval: Duration
    /// The wait after a first failure; it grows fourfold with each.
    public var retryDelay: Duration
    /// After so many failures in a row a page is asked for only when a person says so.
    public var maxFailures: Int
    /// The least time between two askings of a person for the same page.
    public var manualMinimum: Duration
    /// How long a claim holds when the process that made it dies.
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

    /// So long a host that forbids a page is left alone with all of them; in seconds.
    var forbiddenBackoff: Double { Double(retryDelay.milliseconds) / 1000 }

    /// When a page that failed is asked for again by itself; nil for never.
    func retryAt(after error: SourceError, failures: Int, at now: Date) -> Date? {
        switch error {
        // A week at most, whatever it says.
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
