import Foundation
import Markup
public import News
public import URLs

/// Stores linked pages (decision 0014). Leases in the database limit concurrent readers to one request.
public struct LinkedPageService: Sendable {
    /// The result of a fetch.
    public enum Outcome: Sendable, Equatable {
        case fetched
        case unchanged
        case upToDate
        case inProgress
        /// Failed moments ago, or inside the Retry-After window.
        case deferred
        case failed(SourceError)
    }

    private let library: NewsLibrary
    private let capability: ArticleCapability
    private let policy: LinkedPagePolicy

    public init(library: NewsLibrary, capability: ArticleCapability, policy: LinkedPagePolicy = .standard) {
        self.library = library
        self.capability = capability
        self.policy = policy
    }

    private var context: LibraryContext { library.context }

    /// The stored page; only its address if never fetched.
    /// - Parameter part: from 1.
    public func details(of address: WebAddress, part: Int = 1) async throws(LibraryError) -> LinkedPageDetails {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.database.read { transaction in
            try LinkedPageQuery(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .details(address.withoutFragment, part: part)
        }
    }

    /// Fetches a page unless it is fresh or the policy forbids it.
    /// - Parameters:
    ///   - story: also gets the text, if this is its own page.
    ///   - isManual: false when the page was only opened.
    public func fetch(
        _ address: WebAddress, for story: StoryID?, isManual: Bool
    ) async throws(LibraryError) -> Outcome {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        let result = try await context.database.write(.refetchable) { transaction in
            try LinkedPageLeaseStore(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .acquire(address.withoutFragment, for: story?.rawValue, isManual: isManual)
        }
        switch result {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Waits for a fetch in progress, or the timeout.
    public func wait(for address: WebAddress) async throws(LibraryError) {
        let deadline = ContinuousClock.now + policy.timeout
        while ContinuousClock.now < deadline, try await details(of: address).isFetching {
            do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
        }
    }

    private func fetch(_ lease: LinkedPageLease) async throws(LibraryError) -> Outcome {
        let start = ContinuousClock.now
        let result = await response(to: lease)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        do { return try await save(result, of: lease, took: ContinuousClock.now - start) } catch {
            release(lease)
            throw error
        }
    }

    private func response(to lease: LinkedPageLease) async -> Result<ArticleResponse, SourceError> {
        let (capability, timeout) = (capability, policy.timeout)
        let timeoutError = SourceError.unreachable(
            why: "\(lease.address.host) did not answer within \(timeout.components.seconds) seconds.")
        return await withTaskGroup(of: Result<ArticleResponse, SourceError>.self) { group in
            group.addTask {
                await Self.load(ArticleRequest(address: lease.address, sourceState: lease.sourceState), capability)
            }
            group.addTask {
                // Cancelled by the response.
                do { try await Task.sleep(for: timeout) } catch { return .failure(timeoutError) }
                return .failure(timeoutError)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(timeoutError)
        }
    }

    private static func load(_ request: ArticleRequest, _ capability: ArticleCapability) async -> Result<
        ArticleResponse, SourceError
    > {
        do { return .success(try await capability.article(for: request)) } catch { return .failure(error) }
    }

    private func save(
        _ result: Result<ArticleResponse, SourceError>, of lease: LinkedPageLease, took: Duration
    ) async throws(LibraryError) -> Outcome {
        var prepared: PreparedLinkedPage?
        if case .success(let response) = result, case .fullText(let text) = response.content {
            prepared = try PreparedLinkedPage(text, forStory: lease.story != nil)
        }
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.writeAndNotify(.refetchable) { [prepared] transaction in
            let writer = LinkedPageResultWriter(
                transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
            return try writer.write(result, prepared, of: lease, took: took)
        }
    }

    /// Synchronous: a cancelled task cannot await.
    private func release(_ lease: LinkedPageLease) {
        do { try context.database.writeSync(.refetchable) { try LinkedPageLeaseStore.release(lease, $0) } } catch {
            // The lease expires.
            return
        }
    }
}
