import Caching
public import Foundation
import JSON
import News
import Untrusted

/// A cache of the controls that pages recently showed members, with their tokens, so that a vote after reading costs
/// one request. The cache is in memory only, and each session has its own entries.
public final class MemberTokenCache: Sendable {
    private struct Key: Hashable, Sendable {
        var site: String
        var session: MemberSession
        var item: Int
    }

    private let entries: BoundedCache<Key, HackerNewsControls>

    /// - Parameter lifetime: the time in seconds after which a page is fetched again.
    public init(lifetime: TimeInterval = 600) { entries = BoundedCache(maxCount: 4_096, lifetime: lifetime) }

    func controls(of item: Int, at site: String, for session: MemberSession, now: Date) -> HackerNewsControls? {
        entries.value(for: Key(site: site, session: session, item: item), now: now)
    }

    func record(_ controls: [Int: HackerNewsControls], at site: String, for session: MemberSession, now: Date) {
        for (item, found) in controls {
            entries.store(found, for: Key(site: site, session: session, item: item), now: now)
        }
    }

    /// Removes an item's controls after an action, since the action changes them.
    func forget(_ key: String, at site: String, for session: MemberSession) {
        guard let item = UntrustedInteger(key)?.int(in: JSONValue.exactIntegers) else { return }
        _ = entries.removeValue(for: Key(site: site, session: session, item: item))
    }
}
