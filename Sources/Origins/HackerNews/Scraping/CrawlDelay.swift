public import Foundation
import Synchronization

/// Admits at most one page of a host in a while, for pages that are only wanted, not needed: who comes sooner goes
/// without one. Each process counts its own.
public final class CrawlDelay: Sendable {
    /// The `Crawl-delay` of news.ycombinator.com's robots.txt.
    public static let standardInterval: TimeInterval = 30
    /// After a host has refused.
    private static let refusalPause: TimeInterval = 3_600
    /// That wait at a time; no page of a further one is fetched.
    static let maxHosts = 256

    private let interval: TimeInterval
    private let nextAt = Mutex<[String: Date]>([:])

    public init(interval: TimeInterval = standardInterval) { self.interval = interval }

    /// Whether a page may be fetched now, which counts as fetched.
    func admits(_ host: String, at now: Date) -> Bool {
        nextAt.withLock { nextAt in
            nextAt = nextAt.filter { isWaiting(until: $0.value, at: now) }
            guard nextAt[host] == nil, nextAt.count < Self.maxHosts else { return false }
            nextAt[host] = now.addingTimeInterval(interval)
            return true
        }
    }

    /// None waits for longer than a pause lasts: then the clock was set back.
    private func isWaiting(until next: Date, at now: Date) -> Bool {
        next > now && next.timeIntervalSince(now) <= max(interval, Self.refusalPause)
    }

    func recordRefusal(by host: String, at now: Date) {
        nextAt.withLock { $0[host] = now.addingTimeInterval(Self.refusalPause) }
    }
}
