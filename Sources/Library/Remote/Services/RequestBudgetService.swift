public import Foundation
public import News
public import URLs

/// A service that counts requests to services whose plans limit them. Counts are in the database, so that all processes
/// share them, also after a restart.
public struct RequestBudgetService: Sendable {
    let context: LibraryContext

    /// The delay in seconds after the database could not count a request, which then is not sent.
    private static let retryInterval: TimeInterval = 60

    /// Counts a request before it is sent. Requests for which a person waits may use the whole plan; scheduled requests
    /// leave two fifths of it, and are spread over the plan's time.
    /// - Throws: `.busy` until the time of the next possible request.
    public func claimRequest(at site: WebAddress, for reason: RefreshReason) async throws(SourceError) {
        let purpose: RequestQuota.RequestPurpose =
            switch reason {
            case .due, .pushed: .background
            case .viewed, .manual: .onScreen
            }
        let (now, plan, service) = (context.now(), context.requestPlan, site.hostKey)
        let retryAt: Date?
        do throws(LibraryError) {
            retryAt = try await context.database.write(.refetchable) { transaction in
                try RequestBudgetTable(transaction: transaction, plan: plan, now: now, service: service).claim(purpose)
            }
        } catch {
            throw .busy(until: now.addingTimeInterval(Self.retryInterval))
        }
        if let retryAt { throw .busy(until: retryAt, cause: FailureCause(.keyedAPI(.keyExhausted), at: site.host)) }
        context.notifier.notify()
    }

    /// Records that the service has reported an exhausted plan (429).
    /// - Parameter until: The time from which requests are possible again; nil if the service did not state it.
    public func recordExhaustion(at site: WebAddress, until: Date?) async {
        let (now, plan, service) = (context.now(), context.requestPlan, site.hostKey)
        // If the write fails, the next request is refused again, and recorded then.
        do {
            try await context.writeAndNotify(for: nil, .refetchable) { transaction in
                try RequestBudgetTable(transaction: transaction, plan: plan, now: now, service: service)
                    .recordExhaustion(until: until)
            }
        } catch { return }
    }

    /// Returns the remaining budget of a service, for Settings.
    public func status(of site: WebAddress) async throws(LibraryError) -> RequestBudgetStatus {
        let (now, plan, service) = (context.now(), context.requestPlan, site.hostKey)
        return try await context.database.read { transaction in
            let table = RequestBudgetTable(transaction: transaction, plan: plan, now: now, service: service)
            let windows = try plan.windows.map { window in
                RequestBudgetStatus.Usage(
                    used: min(window.limit, try table.used(in: window)), limit: window.limit,
                    hours: window.hours)
            }
            return RequestBudgetStatus(
                windows: windows, nextRequestAt: try table.retryAt(.onScreen), blockedUntil: try table.blockedUntil())
        }
    }
}
