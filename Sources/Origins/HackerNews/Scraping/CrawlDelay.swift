public import Foundation
import Synchronization

/// A limit of one page per host and interval, for optional pages; requests before the interval is over get no page.
/// Each process keeps its own limit.
public final class CrawlDelay: Sendable {
    /// The default pause in seconds: the `Crawl-delay` in the robots.txt of news.ycombinator.com.
    public static let standardInterval: TimeInterval = 30
    /// The pause in seconds after a host has refused a request.
    private static let refusalPause: TimeInterval = 3_600
    /// The maximum number of hosts with a running pause; pages of further hosts are not fetched.
    static let maxHosts = 256

    private let interval: TimeInterval
    private let nextAt = Mutex<[String: Date]>([:])

    /// - Parameter interval: the minimum time in seconds between two pages of a host.
    public init(interval: TimeInterval = standardInterval) { self.interval = interval }

    /// Returns true if a page may be fetched now, and counts the page as fetched.
    func admits(_ host: String, at now: Date) -> Bool {
        nextAt.withLock { nextAt in
            nextAt = nextAt.filter { isWaiting(until: $0.value, at: now) }
            guard nextAt[host] == nil, nextAt.count < Self.maxHosts else { return false }
            nextAt[host] = now.addingTimeInterval(interval)
            return true
        }
    }

    /// Returns true if the host's pause is running. A longer pause than possible means that the clock was set back.
    private func isWaiting(until next: Date, at now: Date) -> Bool {
        next > now && next.timeIntervalSince(now) <= max(interval, Self.refusalPause)
    }

    func recordRefusal(by host: String, at now: Date) {
        nextAt.withLock { $0[host] = now.addingTimeInterval(Self.refusalPause) }
    }
}
