import Fetching
import Foundation
import Markup
import News

/// Fetches what people say under a story of a WordPress site, by the best of three ways: the site's REST interface, the
/// story's page, the feed of its comments. What one way cannot say the next is asked for; why each failed is told when
/// none is left. A markup that is not understood is never taken for a story without comments.
struct WordPressThreads: Sendable {
    private let fetcher: Fetcher
    private let sites: WordPressSites
    private let now: @Sendable () -> Date
    private let interface: InterfaceThread
    private let pages: PageThread
    private let feeds: FeedThread

    init(fetcher: Fetcher, sites: WordPressSites, now: @escaping @Sendable () -> Date) {
        self.fetcher = fetcher
        self.sites = sites
        self.now = now
        interface = InterfaceThread(interface: JSONInterface(fetcher: fetcher))
        pages = PageThread(fetcher: fetcher)
        feeds = FeedThread(fetcher: fetcher)
    }

    func thread(under request: DiscussionRequest) async throws(SourceError) -> DiscussionAnswer {
        let question = ThreadQuestion(request)
        guard let link = request.link else { throw .unreadable(why: "The story has no page, and so no comments.") }
        var search = Search(question: question, link: link)
        // A person's own wish tries the better ways again: what closed them may be over.
        let isAsked = request.reason == .asked
        let way = question.known?.way
        if way == nil || way == .interface || isAsked, let answer = try await byInterface(&search) { return answer }
        if way != .feed || isAsked, let answer = try await byPage(&search) { return answer }
        // Ten comments that answer nobody are no successor of a thread.
        guard way == nil || way == .feed else { throw search.failure(.unreadable(why: Self.onlyFeed), Self.onlyFeed) }
        do {
            return Self.told(try await feeds.ask(search.question, at: search.feed), search)
        } catch {
            try Self.goOn(error)
            guard way == .feed, !isAsked else { throw search.failure(error) }
        }
        // The way that was remembered is closed; what else there is has not been asked.
        var anew = request
        anew.memory = nil
        return try await thread(under: anew)
    }

    /// One search for a thread: what was learned on the way.
    private struct Search {
        var question: ThreadQuestion
        let link: WebAddress
        /// Where the page says that the feed of comments is.
        var feed: WebAddress?
        /// Roots that were asked in vain.
        var closed: Set<RESTRoot> = []
        /// Why each way failed, for whoever can do something about it.
        var notes: [String] = []
        var page: SourceError?

        /// What is told when nothing is left: of the page, which is what a person would see.
        /// - Parameter feed: what is said of the feed of comments.
        func failure(
            _ last: SourceError, _ feed: String = "Its feed of comments did not give them either."
        ) -> SourceError {
            guard case .unreadable(let why)? = page else { return page ?? last }
            let beside = notes.isEmpty ? "" : " " + notes.joined(separator: " ")
            return .unreadable(why: why + beside + " " + feed)
        }
    }

    // MARK: Ways

    private func byInterface(_ search: inout Search) async throws(SourceError) -> DiscussionAnswer? {
        guard let number = search.question.number else { return nil }
        let root: RESTRoot
        switch await sites.standing(of: search.link.origin, now: now()) {
        case .closed(let why) where search.question.request.reason != .asked:
            search.notes.append(why)
            return nil
        case .open(let known): root = search.question.known?.root ?? known
        case .closed, nil:
            root =
                search.question.known?.root
                ?? RESTRoot(guessedFor: search.link, key: search.question.request.story)
        }
        return try await ask(root, number, &search)
    }

    private func ask(
        _ root: RESTRoot, _ number: Int, _ search: inout Search
    ) async throws(SourceError) -> DiscussionAnswer? {
        guard search.closed.insert(root).inserted else { return nil }
        do {
            let answer = try await interface.ask(search.question, number: number, root: root)
            await sites.note(.open(root), of: search.link.origin, now: now())
            // The interface keeps pingbacks to itself: where the site counts more, its page may show them.
            if case .thread(let thread, _) = answer, thread.comments.isEmpty,
                let count = search.question.request.count, count > 0
            {
                return nil
            }
            return Self.told(answer, search)
        } catch {
            try Self.goOn(error)
            let why = Self.closed(error, at: search.link.host)
            search.notes.append(why)
            await sites.note(.closed(why: why), of: search.link.origin, now: now())
            return nil
        }
    }

    private func byPage(_ search: inout Search) async throws(SourceError) -> DiscussionAnswer? {
        do {
            guard let opening = try await pages.open(search.question) else {
                guard let known = search.question.known else { return nil }
                return Self.told(.unchanged(known), search)
            }
            search.feed = opening.reading.feed
            search.question.number = search.question.number ?? opening.reading.number
            do {
                return Self.told(try await pages.thread(opening, search.question), search)
            } catch {
                try Self.goOn(error)
                search.page = error
            }
            // The page may name an interface that was not where most sites have it.
            guard let root = opening.reading.root, let number = search.question.number else { return nil }
            return try await ask(root, number, &search)
        } catch {
            try Self.goOn(error)
            if error == .notThere || error == .gone { throw error }
            search.page = error
            return nil
        }
    }

    // MARK: Words

    private static let onlyFeed =
        "Its feed of comments has the newest alone and not who answers whom, so the comments stay as they were."

    /// An origin that wants to be left alone, does not answer, or fails by itself (5xx) is not asked by another way: that
    /// would be more of what it cannot bear, and its interface is not closed for that.
    private static func goOn(_ error: SourceError) throws(SourceError) {
        switch error {
        case .busy, .unreachable: throw error
        case .refused(let status, _) where status >= 500: throw error
        default: return
        }
    }

    private static func closed(_ error: SourceError, at host: String) -> String {
        switch error {
        case .signInNeeded: "\(host)'s REST interface is closed to visitors (401)."
        case .refused(let status, let words):
            "\(host)'s REST interface refused to give the comments (\(status)\(words.map { ": \($0)" } ?? ""))."
        case .notThere, .gone: "\(host) has no REST interface."
        case .unreadable(let why): why
        default: "\(host)'s REST interface could not be asked."
        }
    }

    private static func told(_ answer: WayAnswer, _ search: Search) -> DiscussionAnswer {
        switch answer {
        case .unchanged(let memory):
            return DiscussionAnswer(
                comments: nil, isOpen: memory.isOpen, memory: memory.kept, freshSeconds: memory.answer.freshSeconds)
        case .thread(let thread, let memory):
            return DiscussionAnswer(
                comments: thread.comments, isOpen: thread.isOpen, missing: thread.missing,
                isWhole: thread.isWhole, memory: memory.kept, freshSeconds: memory.answer.freshSeconds,
                complaints: search.notes + thread.complaints)
        }
    }
}
