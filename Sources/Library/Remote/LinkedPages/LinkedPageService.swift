import Foundation
public import Markup
public import News

/// Pages of the web that readers open here (decision 18): fetched by the same path as stories' whole texts, kept so that
/// they can be read again when their origin is away, and asked again when they are no longer fresh. Work is claimed in the
/// database, so that a page is asked once however many wait for it.
public struct LinkedPageService: Sendable {
    /// What came of asking for one page.
    public enum Outcome: Sendable, Equatable {
        /// It is here, new or changed.
        case fetched
        /// Its origin says that it is as it was.
        case unchanged
        /// It was here, and is fresh.
        case upToDate
        /// Somebody else is asking.
        case inProgress
        /// It could not be had a moment ago, or its host wants to be left alone.
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

    /// What is known of a page; nothing but its address, when it was never asked for.
    /// - Parameter piece: which piece of a very long text, from 1.
    public func details(of address: WebAddress, piece: Int = 1) async throws(LibraryError) -> LinkedPageDetails {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.database.read { transaction in
            try LinkedPageQuery(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .details(address.withoutFragment, piece: piece)
        }
    }

    /// Fetches a page now, unless it is here and fresh, or may not be asked for. Takes `LinkedPagePolicy.patience` at most.
    /// - Parameters:
    ///   - story: the story it is opened from. If it is that story's own page, the story's whole text is here with it.
    ///   - isAsked: a person pressed the button; false when the page was only opened.
    public func fetch(
        _ address: WebAddress, for story: StoryID?, isAsked: Bool
    ) async throws(LibraryError) -> Outcome {
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        let answer = try await context.database.write(.refetchable) { transaction in
            try LinkedPageLeaseStore(transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
                .acquire(address.withoutFragment, for: story?.rawValue, isAsked: isAsked)
        }
        switch answer {
        case .skipped(let outcome): return outcome
        case .acquired(let lease): return try await fetch(lease)
        }
    }

    /// Waits until whoever asks for a page has done so, for no longer than `LinkedPagePolicy.patience`.
    public func wait(for address: WebAddress) async throws(LibraryError) {
        let patience = ContinuousClock.now + policy.timeout
        while ContinuousClock.now < patience, try await details(of: address).isFetching {
            do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
        }
    }

    private func fetch(_ lease: LinkedPageLease) async throws(LibraryError) -> Outcome {
        let began = ContinuousClock.now
        let answer = await response(to: lease)
        guard !Task.isCancelled else {
            release(lease)
            return .inProgress
        }
        do { return try await save(answer, of: lease, took: ContinuousClock.now - began) } catch {
            release(lease)
            throw error
        }
    }

    /// Whichever comes first: the answer, or the end of the patience.
    private func response(to lease: LinkedPageLease) async -> Result<ArticleResponse, SourceError> {
        let (pages, patience) = (capability, policy.timeout)
        let late = SourceError.unreachable(
            why: "\(lease.address.host) did not answer within \(patience.components.seconds) seconds.")
        return await withTaskGroup(of: Result<ArticleResponse, SourceError>.self) { group in
            group.addTask {
                await Self.load(ArticleRequest(address: lease.address, sourceState: lease.sourceState), pages)
            }
            group.addTask {
                // Cancelled: the answer is here.
                do { try await Task.sleep(for: patience) } catch { return .failure(late) }
                return .failure(late)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(late)
        }
    }

    private static func load(_ page: ArticleRequest, _ pages: ArticleCapability) async -> Result<
        ArticleResponse, SourceError
    > {
        do { return .success(try await pages.read(page)) } catch { return .failure(error) }
    }

    private func save(
        _ answer: Result<ArticleResponse, SourceError>, of lease: LinkedPageLease, took: Duration
    ) async throws(LibraryError) -> Outcome {
        var prepared: PreparedLinkedPage?
        if case .success(let answer) = answer, case .fullText(let text) = answer.content {
            prepared = try PreparedLinkedPage(text, forStory: lease.story != nil)
        }
        let (now, policy, pollingPolicy) = (context.now(), policy, context.pollingPolicy)
        return try await context.writeAndNotify(.refetchable) { [prepared] transaction in
            let writer = LinkedPageResultWriter(
                transaction: transaction, now: now, policy: policy, pollingPolicy: pollingPolicy)
            return try writer.write(answer, prepared, of: lease, took: took)
        }
    }

    /// What was interrupted may be asked at once. Not awaited, since a cancelled task could not.
    private func release(_ lease: LinkedPageLease) {
        do { try context.database.writeSync(.refetchable) { try LinkedPageLeaseStore.release(lease, $0) } } catch {
            // The claim runs out by itself.
            return
        }
    }
}
