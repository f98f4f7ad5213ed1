public import Foundation
import Synchronization

/// Admits at most one page of a host in a while, for pages that are only wanted, not needed: who comes sooner goes
/// without one.
public final class CrawlDelay: Sendable {
    /// The `Crawl-delay` of news.ycombinator.com's robots.txt.
    public static let standardInterval: TimeInterval = 30
    /// After a host has refused.
    private static let refusalPause: TimeInterval = 3_600

    private let interval: TimeInterval
    private let nextAt = Mutex<[String: Date]>([:])

    public init(interval: TimeInterval = standardInterval) { self.interval = interval }

    /// Whether a page may be fetched now, which counts as fetched.
    func admits(_ host: String, at now: Date) -> Bool {
        nextAt.withLock { nextAt in
            if let next = nextAt[host], next > now { return false }
            nextAt[host] = now.addingTimeInterval(interval)
            return true
        }
    }

    func recordRefusal(by host: String, at now: Date) {
        nextAt.withLock { $0[host] = now.addingTimeInterval(Self.refusalPause) }
    }
}
