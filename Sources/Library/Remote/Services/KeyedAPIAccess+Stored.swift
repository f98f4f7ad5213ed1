public import News
import Synchronization
public import URLs

extension NewsLibrary {
    /// Returns the access to a service for its source: the stored key and the count of requests.
    public func keyedAPIAccess(for site: WebAddress) -> KeyedAPIAccess {
        let (keys, budgets) = (apiKeys, requestBudgets)
        return KeyedAPIAccess(
            key: { await keys.key(for: site) },
            claimRequest: { (reason) async throws(SourceError) in
                try await budgets.claimRequest(at: site, for: reason)
            },
            recordExhaustion: { until in await budgets.recordExhaustion(at: site, until: until) },
            rejection: context.rejectedKeys.rejection(at: site))
    }
}

/// A cache of rejected keys by service, shared by all sources of the service.
final class RejectedKeyCache: Sendable {
    private let all = Mutex<[String: RejectedKey]>([:])

    func rejection(at site: WebAddress) -> RejectedKey {
        all.withLock { all in
            let known = all[site.origin] ?? RejectedKey()
            all[site.origin] = known
            return known
        }
    }
}
