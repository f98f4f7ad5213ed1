import Foundation
import JSON
import News
import URLs
import Untrusted

extension HackerNewsScraper {
    /// A thread and the reason to doubt it, if any.
    struct ScrapedThread: Sendable {
        var response: DiscussionResponse
        var doubt: ScrapeRejection?
    }

    private struct ThreadState: Codable {
        var kind = "pages"
        /// A hash of the comments; empty after a doubtful page.
        var print: String
        /// The first of several pages, with the count that it stated; nil unless all pages were read.
        var firstPage: FirstPage?

        struct FirstPage: Codable, Equatable {
            var print: String
            var count: Int?
        }

        /// The time when all pages were read, in seconds since 1970.
        var readAt: Int?
    }

    private static let maxPages = 20
    /// The time in seconds after which later pages are fetched again, even if the first has not changed.
    private static let firstPageLifetime = 3_600
    static let threadParts: Set<ScrapeRejection.Part> = [.author, .time, .text, .depth]

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionProgress
    ) async throws(SourceError) -> ScrapedThread {
        guard let id = UntrustedInteger(request.storyKey)?.int(in: JSONValue.exactIntegers),
            let first = endpoints.page(of: id)
        else { throw .notThere }
        let known = request.sourceState?.decode(as: ThreadState.self)
        var address = first.text
        var pages = PageSequence()
        var visited: Set<String> = []
        while visited.count < Self.maxPages, visited.insert(address).inserted {
            let part = try mapper.thread(try await fetchPage(address), host: host)
            pages.add(part)
            let isDoubtful = pages.validator.doubt(requiring: Self.threadParts) != nil
            guard let next = try nextCursor(part.moreLink, from: address) else {
                pages.isComplete = true
                break
            }
            if pages.first == nil {
                pages.first = ThreadState.FirstPage(
                    print: HackerNewsThreadState.fingerprint(of: mapper.nestedComments(part.comments)),
                    count: part.story?.commentCount)
                if let known, !isDoubtful, isUnchanged(known, pages.first, request.reason) {
                    return ScrapedThread(response: response(nil, pages, known))
                }
            }
            if !isDoubtful {
                await progress(DiscussionResponse(comments: mapper.nestedComments(pages.rows), story: pages.story))
            }
            address = next.rawValue
        }
        return result(pages, request, known)
    }

    private struct PageSequence {
        var rows: [HackerNewsPageMapper.CommentRow] = []
        var story: FetchedStory?
        var validator = ScrapedPageValidator()
        /// The first page, if there are several.
        var first: ThreadState.FirstPage?
        /// True if the last page was read.
        var isComplete = false

        mutating func add(_ part: HackerNewsPageMapper.ParsedThread) {
            rows += part.comments
            story = story ?? part.story
            validator.add(part.validator)
        }
    }

    private func isUnchanged(
        _ known: ThreadState, _ first: ThreadState.FirstPage?, _ reason: RefreshReason
    ) -> Bool {
        guard reason != .manual, known.firstPage == first, let readAt = known.readAt else { return false }
        let age = now().wholeSeconds.subtracting(saturating: readAt)
        return age >= 0 && age <= Self.firstPageLifetime
    }

    private func result(_ pages: PageSequence, _ request: DiscussionRequest, _ known: ThreadState?) -> ScrapedThread {
        let comments = mapper.nestedComments(pages.rows)
        let counted = pages.story?.commentCount
        // A page without a count is compared with the stored thread, deleted comments included, unless a person
        // requested the refresh.
        let stored = request.reason == .manual ? nil : request.storedCount
        let found = counted == nil ? comments.count : comments.count { $0.moderationState != .deleted }
        let doubt = pages.validator.doubt(
            requiring: Self.threadParts, found: found, expected: pages.isComplete ? counted ?? stored : nil)
        if let doubt {
            var response = response(comments, pages, ThreadState(print: ""))
            response.missingCount = max(0, (counted ?? 0) - found)
            response.isComplete = false
            response.diagnostics = [FailureCause(.doubtfulPage(doubt), at: host).message]
            return ScrapedThread(response: response, doubt: doubt)
        }
        let state = ThreadState(
            print: HackerNewsThreadState.fingerprint(of: comments), firstPage: pages.first,
            readAt: now().wholeSeconds)
        return ScrapedThread(response: response(known?.print == state.print ? nil : comments, pages, state))
    }

    private func response(
        _ comments: [FetchedComment]?, _ pages: PageSequence, _ state: ThreadState
    ) -> DiscussionResponse {
        DiscussionResponse(
            comments: comments, story: pages.story, isComplete: comments == nil || pages.isComplete,
            sourceState: SourceState(encoding: state), freshSeconds: 300)
    }
}
