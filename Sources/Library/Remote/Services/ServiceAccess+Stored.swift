public import News
import Synchronization
public import URLs

extension NewsLibrary {
    /// The key and the requests that are kept here for a service, for its source.
    public func serviceAccess(for site: WebAddress) -> ServiceAccess {
        let (keys, budgets) = (serviceKeys, requestBudgets)
        return ServiceAccess(
            key: { await keys.key(for: site) },
            claimRequest: { (reason) async throws(SourceError) in
                try await budgets.claimRequest(at: site, for: reason)
            },
            recordExhaustion: { until in await budgets.recordExhaustion(at: site, until: until) },
            rejection: context.keyRejections.rejection(at: site))
    }
}

/// By service, for all of its sources.
final class KeyRejections: Sendable {
    private let all = Mutex<[String: KeyRejection]>([:])

    func rejection(at site: WebAddress) -> KeyRejection {
        all.withLock { all in
            let known = all[site.origin] ?? KeyRejection()
            all[site.origin] = known
            return known
        }
    }
}
