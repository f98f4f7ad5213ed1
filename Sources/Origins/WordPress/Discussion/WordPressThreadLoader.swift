import Fetching
import Foundation
import Markup
import News
import URLs

/// A loader of comments from the first transport that works: REST API, story page, comment feed. If all fail, the error
/// contains each reason. Unknown markup is never taken for a thread without comments.
struct WordPressThreadLoader: DiscussionCapability {
    private let restAvailability: RESTAvailabilityCache
    private let now: @Sendable () -> Date
    private let api: RESTThreadLoader
    private let pageThread: CommentPageThreadLoader
    private let feedThread: CommentFeedThreadLoader

    init(fetcher: Fetcher, restAvailability: RESTAvailabilityCache, now: @escaping @Sendable () -> Date) {
        self.restAvailability = restAvailability
        self.now = now
        api = RESTThreadLoader(api: JSONAPIClient(fetcher: fetcher))
        pageThread = CommentPageThreadLoader(fetcher: fetcher)
        feedThread = CommentFeedThreadLoader(fetcher: fetcher)
    }

    /// Loads a thread at once; reports no part of it.
    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        let threadRequest = ThreadRequest(request)
        guard let link = request.link else { throw .noStoryPage(threadRequest) }
        var load = LoadState(threadRequest: threadRequest, link: link)
        // A manual refresh retries better transports.
        let isManual = request.reason == .manual
        let transport = threadRequest.previousState?.way
        if transport == nil || transport == .api || isManual, let response = try await fetchFromAPI(&load) {
            return response
        }
        if transport != .feed || isManual, let response = try await fetchFromPage(&load) { return response }
        // Ten comments without parents must not replace a thread.
        guard transport == nil || transport == .feed else {
            throw load.finalError(nil, feed: .newestOnly)
        }
        do {
            return Self.response(try await feedThread.fetch(load.threadRequest, at: load.feed), load)
        } catch {
            try Self.rethrowIfUnavailable(error)
            if case .unreadable(let cause) = error, cause.isFinal { throw error }
            guard transport == .feed, !isManual else { throw load.finalError(error) }
        }
        var retry = request
        retry.sourceState = nil
        return try await thread(for: retry, progress: progress)
    }

    private struct LoadState {
        var threadRequest: ThreadRequest
        let link: WebAddress
        var feed: WebAddress?
        var triedRoots: Set<RESTRoot> = []
        var apiFailures: [FailureCause] = []
        var pageError: SourceError?

        /// Returns the page's error, which a reader could verify, together with the others.
        /// - Parameter last: the feed's error; nil if the feed was not requested.
        func finalError(_ last: SourceError?, feed: FailureCause.CommentFault = .notInFeed) -> SourceError {
            let feedCause = FailureCause(.comments(feed), at: link.host)
            guard case .unreadable(let cause)? = pageError else { return pageError ?? last ?? .unreadable(feedCause) }
            if cause.isFinal { return .unreadable(cause) }
            return .unreadable(FailureCause(.several([cause] + apiFailures + [feedCause]), at: link.host))
        }
    }

    // MARK: Transports

    private func fetchFromAPI(_ load: inout LoadState) async throws(SourceError) -> DiscussionResponse? {
        guard let number = load.threadRequest.postID else { return nil }
        let root: RESTRoot
        switch restAvailability.availability(of: load.link.origin, now: now()) {
        case .unavailable(let cause) where load.threadRequest.discussion.reason != .manual:
            load.apiFailures.append(cause)
            return nil
        case .available(let known): root = load.threadRequest.previousState?.root ?? known
        case .unavailable, nil:
            root =
                load.threadRequest.previousState?.root
                ?? RESTRoot(guessedFor: load.link, key: load.threadRequest.discussion.storyKey)
        }
        return try await fetch(root, number, &load)
    }

    private func fetch(
        _ root: RESTRoot, _ number: Int, _ load: inout LoadState
    ) async throws(SourceError) -> DiscussionResponse? {
        guard load.triedRoots.insert(root).inserted else { return nil }
        do {
            let response = try await api.fetch(load.threadRequest, number: number, root: root)
            restAvailability.record(.available(root), of: load.link.origin, now: now())
            // The page may show pingbacks, which the API omits.
            if case .thread(let thread, _) = response, thread.comments.isEmpty,
                let count = load.threadRequest.discussion.expectedCount, count > 0
            {
                return nil
            }
            return Self.response(response, load)
        } catch {
            try Self.rethrowIfUnavailable(error)
            let cause = Self.apiFailure(error, at: load.link.host)
            load.apiFailures.append(cause)
            if Self.closesSite(error) {
                restAvailability.record(.unavailable(cause), of: load.link.origin, now: now())
            }
            return nil
        }
    }

    private func fetchFromPage(_ load: inout LoadState) async throws(SourceError) -> DiscussionResponse? {
        do throws(SourceError) {
            guard let firstPage = try await pageThread.fetchFirstPage(load.threadRequest) else {
                guard let known = load.threadRequest.previousState else { return nil }
                return Self.response(.unchanged(known), load)
            }
            load.feed = firstPage.parsed.feed
            load.threadRequest.postID = load.threadRequest.postID ?? firstPage.parsed.postID
            do throws(SourceError) {
                return Self.response(try await pageThread.thread(firstPage, load.threadRequest), load)
            } catch {
                try Self.rethrowIfUnavailable(error)
                load.pageError = error
                // The API does not return the comments of protected stories either.
                if case .unreadable(let cause) = error, cause.reason == .passwordProtected { throw error }
            }
            // The page may name another REST root.
            guard let root = firstPage.parsed.apiRoot, let number = load.threadRequest.postID else { return nil }
            return try await fetch(root, number, &load)
        } catch {
            try Self.rethrowIfUnavailable(error)
            if error == .notThere || error == .gone || error == .signInNeeded { throw error }
            if case .unreadable(let cause) = error, cause.reason == .passwordProtected { throw error }
            load.pageError = error
            return nil
        }
    }

    // MARK: Results

    /// Rethrows a back-off, a missing response and 5xx errors, since further requests would only load a failing origin.
    private static func rethrowIfUnavailable(_ error: SourceError) throws(SourceError) {
        switch error {
        case .busy, .unreachable: throw error
        case .refused(let status, _) where status >= 500: throw error
        default: return
        }
    }

    /// Returns true if other stories would fail too. An error of one story or one response says nothing about the site.
    private static func closesSite(_ error: SourceError) -> Bool {
        switch error {
        case .signInNeeded, .keyNeeded, .refused, .notThere, .gone: true
        case .unreadable(let cause): cause.reason == .notJSON(.webPage)
        case .busy, .unreachable, .notAllowed: false
        }
    }

    private static func apiFailure(_ error: SourceError, at host: String) -> FailureCause {
        switch error {
        case .signInNeeded: FailureCause(.api(.closed), at: host)
        case .refused(let status, let words): FailureCause(.api(.refused(status: status, message: words)), at: host)
        case .notThere, .gone: FailureCause(.api(.missing), at: host)
        case .unreadable(let cause): cause
        default: FailureCause(.api(.unavailable), at: host)
        }
    }

    private static func response(_ response: ThreadResult, _ load: LoadState) -> DiscussionResponse {
        switch response {
        case .unchanged(let state):
            return DiscussionResponse(
                comments: nil, acceptsComments: state.isOpen, sourceState: state.sourceState,
                freshSeconds: state.answer.freshSeconds)
        case .thread(let thread, let state):
            return DiscussionResponse(
                comments: thread.comments, acceptsComments: thread.isOpen, missingCount: thread.missingCount,
                isComplete: thread.isComplete, sourceState: state.sourceState, freshSeconds: state.answer.freshSeconds,
                diagnostics: load.apiFailures.map(\.message) + thread.diagnostics)
        }
    }
}
