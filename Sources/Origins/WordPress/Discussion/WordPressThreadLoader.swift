import Fetching
import Foundation
import Markup
import News

/// Loads the comments of a story on a WordPress site from the first source that works: the REST API, the story's page,
/// the comment feed. If all fail, the error gives each reason. Markup that is not understood is never taken for a story
/// without comments.
struct WordPressThreadLoader: Sendable {
    private let fetcher: Fetcher
    private let restAvailability: RESTAvailabilityCache
    private let now: @Sendable () -> Date
    private let api: RESTThread
    private let pageThread: CommentPageThread
    private let feedThread: CommentFeedThread

    init(fetcher: Fetcher, restAvailability: RESTAvailabilityCache, now: @escaping @Sendable () -> Date) {
        self.fetcher = fetcher
        self.restAvailability = restAvailability
        self.now = now
        api = RESTThread(api: JSONAPIClient(fetcher: fetcher))
        pageThread = CommentPageThread(fetcher: fetcher)
        feedThread = CommentFeedThread(fetcher: fetcher)
    }

    func thread(under request: DiscussionRequest) async throws(SourceError) -> DiscussionResponse {
        let threadRequest = ThreadRequest(request)
        guard let link = request.link else { throw .unreadable(why: "The story has no page, and so no comments.") }
        var search = LoadState(threadRequest: threadRequest, link: link)
        // A manual refresh tries the better ways again; the obstacle may be gone.
        let isManual = request.reason == .manual
        let way = threadRequest.previousState?.way
        if way == nil || way == .api || isManual, let response = try await fetchFromAPI(&search) { return response }
        if way != .feed || isManual, let response = try await fetchFromPage(&search) { return response }
        // Ten comments without parents must not replace a stored thread.
        guard way == nil || way == .feed else {
            throw search.finalError(.unreadable(why: Self.feedOnlyMessage), Self.feedOnlyMessage)
        }
        do {
            return Self.response(try await feedThread.fetch(search.threadRequest, at: search.feed), search)
        } catch {
            try Self.rethrowIfUnavailable(error)
            guard way == .feed, !isManual else { throw search.finalError(error) }
        }
        // The stored way no longer works, and the others were not tried.
        var retry = request
        retry.sourceState = nil
        return try await thread(under: retry)
    }

    /// State of one load.
    private struct LoadState {
        var threadRequest: ThreadRequest
        let link: WebAddress
        /// The comment feed named by the page.
        var feed: WebAddress?
        /// REST roots that failed.
        var triedRoots: Set<RESTRoot> = []
        /// Why each way failed.
        var notes: [String] = []
        var pageError: SourceError?

        /// The error when all ways have failed: that of the page, which is what a reader would see, with the others'
        /// reasons.
        /// - Parameter feed: the sentence about the comment feed.
        func finalError(
            _ last: SourceError, _ feed: String = "Its feed of comments did not give them either."
        ) -> SourceError {
            guard case .unreadable(let why)? = pageError else { return pageError ?? last }
            let beside = notes.isEmpty ? "" : " " + notes.joined(separator: " ")
            return .unreadable(why: why + beside + " " + feed)
        }
    }

    // MARK: Transports

    private func fetchFromAPI(_ search: inout LoadState) async throws(SourceError) -> DiscussionResponse? {
        guard let number = search.threadRequest.postID else { return nil }
        let root: RESTRoot
        switch await restAvailability.availability(of: search.link.origin, now: now()) {
        case .unavailable(let why) where search.threadRequest.discussion.reason != .manual:
            search.notes.append(why)
            return nil
        case .available(let known): root = search.threadRequest.previousState?.root ?? known
        case .unavailable, nil:
            root =
                search.threadRequest.previousState?.root
                ?? RESTRoot(guessedFor: search.link, key: search.threadRequest.discussion.storyKey)
        }
        return try await fetch(root, number, &search)
    }

    private func fetch(
        _ root: RESTRoot, _ number: Int, _ search: inout LoadState
    ) async throws(SourceError) -> DiscussionResponse? {
        guard search.triedRoots.insert(root).inserted else { return nil }
        do {
            let response = try await api.fetch(search.threadRequest, number: number, root: root)
            await restAvailability.record(.available(root), of: search.link.origin, now: now())
            // The REST API omits pingbacks; if the site counts more, its page may show them.
            if case .thread(let thread, _) = response, thread.comments.isEmpty,
                let count = search.threadRequest.discussion.expectedCount, count > 0
            {
                return nil
            }
            return Self.response(response, search)
        } catch {
            try Self.rethrowIfUnavailable(error)
            let why = Self.apiFailureMessage(error, at: search.link.host)
            search.notes.append(why)
            await restAvailability.record(.unavailable(why: why), of: search.link.origin, now: now())
            return nil
        }
    }

    private func fetchFromPage(_ search: inout LoadState) async throws(SourceError) -> DiscussionResponse? {
        do {
            guard let opening = try await pageThread.fetchFirstPage(search.threadRequest) else {
                guard let known = search.threadRequest.previousState else { return nil }
                return Self.response(.unchanged(known), search)
            }
            search.feed = opening.reading.feed
            search.threadRequest.postID = search.threadRequest.postID ?? opening.reading.postID
            do {
                return Self.response(try await pageThread.thread(opening, search.threadRequest), search)
            } catch {
                try Self.rethrowIfUnavailable(error)
                search.pageError = error
            }
            // The page may name a REST root that is not at the usual place.
            guard let root = opening.reading.apiRoot, let number = search.threadRequest.postID else { return nil }
            return try await fetch(root, number, &search)
        } catch {
            try Self.rethrowIfUnavailable(error)
            if error == .notThere || error == .gone { throw error }
            search.pageError = error
            return nil
        }
    }

    // MARK: Messages

    private static let feedOnlyMessage =
        "Its feed of comments has the newest alone and not who answers whom, so the comments stay as they were."

    /// Ends the load on back-off, no response or 5xx: trying other ways would add load to a failing origin, and says
    /// nothing about whether its REST API is closed.
    private static func rethrowIfUnavailable(_ error: SourceError) throws(SourceError) {
        switch error {
        case .busy, .unreachable: throw error
        case .refused(let status, _) where status >= 500: throw error
        default: return
        }
    }

    private static func apiFailureMessage(_ error: SourceError, at host: String) -> String {
        switch error {
        case .signInNeeded: "\(host)'s REST interface is closed to visitors (401)."
        case .refused(let status, let words):
            "\(host)'s REST interface refused to give the comments (\(status)\(words.map { ": \($0)" } ?? ""))."
        case .notThere, .gone: "\(host) has no REST interface."
        case .unreadable(let why): why
        default: "\(host)'s REST interface could not be asked."
        }
    }

    private static func response(_ response: ThreadResult, _ search: LoadState) -> DiscussionResponse {
        switch response {
        case .unchanged(let state):
            return DiscussionResponse(
                comments: nil, acceptsComments: state.isOpen, sourceState: state.sourceState,
                freshSeconds: state.answer.freshSeconds)
        case .thread(let thread, let state):
            return DiscussionResponse(
                comments: thread.comments, acceptsComments: thread.isOpen, missingCount: thread.missing,
                isComplete: thread.isWhole, sourceState: state.sourceState, freshSeconds: state.answer.freshSeconds,
                diagnostics: search.notes + thread.diagnostics)
        }
    }
}
