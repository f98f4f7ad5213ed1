import Foundation
import News

/// The limits within which pages are asked for whole texts.
public struct FullTextBounds: Sendable {
    /// The newest stories of a channel that are fetched by themselves; older ones wait until they are opened.
    public var perChannel: Int
    /// Pages under way at once in the background.
    public var atOnce: Int
    /// The least time between two pages of one host in the background.
    public var betweenPages: Duration
    /// The wait after a first failure; it grows fourfold with each.
    public var retry: Duration
    /// After so many failures in a row a page is asked for only when a person says so.
    public var mostFailures: Int
    /// The least time between two askings of a person for the same page.
    public var asked: Duration
    /// How long a claim holds when the process that made it dies.
    public var claim: Duration

    public static let standard = FullTextBounds()

    public init(
        perChannel: Int = 30, atOnce: Int = 2, betweenPages: Duration = .seconds(5), retry: Duration = .seconds(3600),
        mostFailures: Int = 4, asked: Duration = .seconds(10), claim: Duration = .seconds(180)
    ) {
        self.perChannel = max(0, perChannel)
        self.atOnce = max(1, atOnce)
        self.betweenPages = betweenPages
        self.retry = retry
        self.mostFailures = mostFailures
        self.asked = asked
        self.claim = claim
    }

    /// So long a host that forbids a page is left alone with all of them; in seconds.
    var rest: Double { Double(retry.milliseconds) / 1000 }

    /// When a page that failed is asked for again by itself; nil for never.
    func again(after error: SourceError, failures: Int, at now: Date) -> Date? {
        switch error {
        // A week at most, whatever it says.
        case .busy(let until): min(max(until, now), now.addingTimeInterval(7 * 86400))
        case .notThere, .gone, .signInNeeded, .unreadable, .notAllowed: nil
        case .refused(let status, _) where status < 500: nil
        case .refused, .unreachable:
            failures >= mostFailures
                ? nil
                : now.addingTimeInterval(
                    Double(retry.milliseconds) / 1000 * pow(4, Double(min(max(failures, 1), 8) - 1)))
        }
    }
}
