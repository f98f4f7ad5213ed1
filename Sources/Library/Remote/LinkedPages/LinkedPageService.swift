import Foundation
public import Markup
public import News

/// Linked pages that readers open here (decision 0014): fetched like stories' full texts, stored so that they can be
/// read when their origin is unreachable, and fetched again when no longer fresh. Fetches are leased in the database,
/// so that concurrent readers cause one request.
public struct LinkedPageService: Sendable {
    /// The result of fetching one page.
    public enum Outcome: Sendable, Equatable {
        /// Fetched, new or changed.
        case fetched
        /// The origin reports no change.
        case unchanged
        /// The stored page is still fresh.
        case upToDate
        /// It is being fetched already.
        case inProgress
        /// It failed moments ago, or its host is inside its Retry-After window.
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

    /// The stored page; only its address if it was never fetched.
    /// - Parameter piece: the number of the part of a very long text, from 1.
    public func details(of address: WebAddress, piece: Int = 1) async throws(LibraryError) -> LinkedPageDetails {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.database.read { transaction in
            try LinkedPageQuery(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .details(address.withoutFragment, piece: piece)
        }
    }

    /// Fetches a page now, unless it is fresh or the policy forbids it. Takes `LinkedPagePolicy.timeout` at most.
    /// - Parameters:
    ///   - story: the story from which it is opened. If it is the story's own page, its full text is stored too.
    ///   - isAsked: whether a person requested a fetch explicitly; false when the page was only opened.
    public func fetch(
        _ address: WebAddress, for story: StoryID?, isAsked: Bool
    ) async throws(LibraryError) -> Outcome {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        let result = try await context.database.write(.refetchable) { transaction in
            try LinkedPageLeaseStore(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .acquire(address.withoutFragment, for: story?.rawValue, isAsked: isAsked)
        }
        switch result {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Waits until a fetch in progress ends, or `LinkedPagePolicy.timeout` passes.
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

    /// The response or the timeout, whichever comes first.
    private func response(to lease: LinkedPageLease) async -> Result<ArticleResponse, SourceError> {
        let (capability, timeout) = (capability, policy.timeout)
        let timeoutError = SourceError.unreachable(
            why: "\(lease.address.host) did not answer within \(timeout.components.seconds) seconds.")
        return await withTaskGroup(of: Result<ArticleResponse, SourceError>.self) { group in
            group.addTask {
                await Self.load(ArticleRequest(address: lease.address, sourceState: lease.sourceState), capability)
            }
            group.addTask {
                // Cancelled: the response has arrived.
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
        do { return .success(try await capability.read(request)) } catch { return .failure(error) }
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

    /// An interrupted fetch may be repeated at once. Not awaited: a cancelled task could not wait.
    private func release(_ lease: LinkedPageLease) {
        do { try context.database.writeSync(.refetchable) { try LinkedPageLeaseStore.release(lease, $0) } } catch {
            // The lease expires by itself.
            return
        }
    }
}
