import Caching
import Foundation
import News

/// A fetcher for content on demand: leases the target, fetches within the time limit, stores the response, and ends the
/// lease in every case.
struct OnDemandFetcher: Sendable {
    let context: LibraryContext
    let policy: FetchPolicy

    /// Returns the lease store of a transaction.
    func store(_ transaction: Transaction, at now: Date) -> FetchLeaseStore {
        FetchLeaseStore(transaction: transaction, now: now, policy: policy, pollingPolicy: context.pollingPolicy)
    }

    /// A fetch that has ended.
    struct Attempt<Request: Sendable>: Sendable {
        let lease: FetchLease
        let request: Request
        let duration: Duration
    }

    typealias Load<Request: Sendable, Response: Sendable> = @Sendable (Request, FetchLease) async throws -> Response
    typealias Save<Request: Sendable, Response: Sendable> =
        @Sendable (Response, Attempt<Request>, FetchLeaseStore) throws -> FetchOutcome
    typealias FailureHandler<Request: Sendable> =
        @Sendable (SourceError, Attempt<Request>, FetchLeaseStore) throws -> Void

    /// Leases a target, loads the response and stores it.
    /// - Parameters:
    ///   - acquire: Leases the target; runs in a transaction.
    ///   - load: Sends the request to the origin, and prepares the response outside the transaction. Throws
    ///     `SourceError` or `LibraryError`.
    ///   - save: Stores the response in a transaction, if the lease still holds, and ends the lease.
    ///   - didFail: Runs in the transaction that has recorded the failure.
    func fetch<Request: Sendable, Response: Sendable>(
        acquire: @escaping @Sendable (FetchLeaseStore) throws -> FetchLeaseStore.LeaseResult<Request>,
        load: @escaping Load<Request, Response>, save: @escaping Save<Request, Response>,
        didFail: @escaping FailureHandler<Request> = { _, _, _ in }
    ) async throws(LibraryError) -> FetchOutcome {
        let now = context.now()
        switch try await context.database.write(.refetchable, { try acquire(store($0, at: now)) }) {
        case .skipped(let outcome): return outcome
        case .acquired(let lease, let request):
            return try await fetch(lease, request, load: load, save: save, didFail: didFail)
        }
    }

    /// Fetches a target that is already leased.
    func fetch<Request: Sendable, Response: Sendable>(
        _ lease: FetchLease, _ request: Request, load: @escaping Load<Request, Response>,
        save: @escaping Save<Request, Response>, didFail: @escaping FailureHandler<Request> = { _, _, _ in }
    ) async throws(LibraryError) -> FetchOutcome {
        let start = ContinuousClock.now
        var lease = lease
        do {
            let result: Result<Response, SourceError>
            (result, lease) = try await context.withExtendedLease(lease, under: policy) { [lease] in
                try await response(host: lease.host) { try await load(request, lease) }
            }
            guard !Task.isCancelled else {
                release(lease)
                return .inProgress
            }
            let now = context.now()
            let attempt = Attempt(lease: lease, request: request, duration: ContinuousClock.now - start)
            return try await context.writeAndNotify(.refetchable) { [lease] transaction in
                let store = store(transaction, at: now)
                guard try store.holds(lease) else { return .inProgress }
                switch result {
                case .success(let response): return try save(response, attempt, store)
                case .failure(let error):
                    let outcome = try store.recordFailure(error, of: lease)
                    try didFail(error, attempt, store)
                    return outcome
                }
            }
        } catch {
            release(lease)
            throw LibraryError(error)
        }
    }

    /// Stores a part of a response in progress, if the lease still holds.
    func savePart(under lease: FetchLease, _ save: @escaping @Sendable (FetchLeaseStore) throws -> Void) async {
        guard !Task.isCancelled else { return }
        let now = context.now()
        do {
            try await context.writeAndNotify(.refetchable) { transaction in
                let store = store(transaction, at: now)
                if try store.holds(lease) { try save(store) }
            }
        } catch {
            // The whole response is written later in any case.
            return
        }
    }

    /// Waits until a fetch in progress has ended, or its time limit has passed.
    func wait(for target: FetchTarget) async throws(LibraryError) {
        let deadline = ContinuousClock.now + policy.timeout
        while ContinuousClock.now < deadline {
            let now = context.now()
            let isFetching = try await context.database.read {
                try store($0, at: now).state(of: target).leasedUntil > now
            }
            guard isFetching else { return }
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }

    private func response<Response: Sendable>(
        host: String, _ load: @escaping @Sendable () async throws -> Response
    ) async throws -> Result<Response, SourceError> {
        let timeout = policy.timeout
        let cause = FailureCause(.incomplete(seconds: Int(timeout.components.seconds)), at: host)
        let result = await withDeadline(timeout, on: context.sources.executor) { () -> Result<Response, any Error> in
            do { return .success(try await load()) } catch { return .failure(error) }
        }
        guard let result else { return .failure(.unreachable(cause)) }
        do { return .success(try result.get()) } catch let error as SourceError { return .failure(error) }
    }

    /// Releases a lease. A channel's lease ends without a rollback, because its schedule was not part of the lease and
    /// may have changed.
    private func release(_ lease: FetchLease) {
        context.finish([lease], lease.target.isOnDemand ? FetchLeaseStore.rollBack : FetchLeaseStore.end)
    }
}
