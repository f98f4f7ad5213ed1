public import Foundation
public import News
public import URLs

/// Counts requests to services whose plans allow so many, in the database: every process, also after a restart, counts
/// with the others.
public struct RequestBudgetService: Sendable {
    let context: LibraryContext

    /// Seconds to wait when the database could not count a request, which then is not sent.
    private static let retryInterval: TimeInterval = 60

    /// Counts a request before it is sent. What a person waits for may use everything; what is scheduled leaves two
    /// fifths, and is spread over the plan's time.
    /// - Throws: `.busy` until when one is possible.
    public func claimRequest(at site: WebAddress, for reason: RefreshReason) async throws(SourceError) {
        let purpose: RequestPlan.RequestPurpose =
            switch reason {
            case .due: .background
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
        if let retryAt { throw .busy(until: retryAt, cause: FailureCause(.service(.keyExhausted), at: site.host)) }
        context.notifier.notify()
    }

    /// The service said that the plan is spent (429).
    /// - Parameter until: when it says that requests are possible again, if it does.
    public func recordExhaustion(at site: WebAddress, until: Date?) async {
        let (now, plan, service) = (context.now(), context.requestPlan, site.hostKey)
        // The next request is refused again, and recorded then.
        do {
            try await context.writeAndNotify(for: nil, .refetchable) { transaction in
                try RequestBudgetTable(transaction: transaction, plan: plan, now: now, service: service)
                    .recordExhaustion(until: until)
            }
        } catch { return }
    }

    /// What is left, for Settings.
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
