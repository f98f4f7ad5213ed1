import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

/// Loads a thread from the story's page and its further comment pages.
struct CommentPageThread: Sendable {
    let fetcher: Fetcher

    /// Longer threads are cut and marked incomplete.
    private static let maxPages = 40
    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    struct FirstPage {
        var parsed: CommentPageParser
        var response: FetchResponse
    }

    /// - Returns: nil after a 304.
    func fetchFirstPage(_ threadRequest: ThreadRequest) async throws(SourceError) -> FirstPage? {
        guard let link = threadRequest.discussion.link else { throw .noStoryPage(threadRequest) }
        let known = threadRequest.previousState(.page)
        // Later pages may change alone.
        let response = try await fetch(link, previous: known?.pages == 1 ? known?.answer : nil)
        if response.isNotModified { return nil }
        return FirstPage(parsed: try parse(of: response, link), response: response)
    }

    /// - Throws: `.unreadable` if the markup is not understood.
    func thread(_ firstPage: FirstPage, _ threadRequest: ThreadRequest) async throws(SourceError) -> ThreadResult {
        guard let link = threadRequest.discussion.link else { throw .noStoryPage(threadRequest) }
        var found = LoadedThread(
            comments: [], isOpen: firstPage.parsed.isOpen, diagnostics: firstPage.parsed.diagnostics)
        var pages = 1
        switch firstPage.parsed.outcome {
        case .notUnderstood(let fault): throw .unreadable(FailureCause(.comments(fault), at: link.host))
        case .none:
            // An empty comment area contradicts a positive count.
            if let count = threadRequest.discussion.expectedCount, count > 0 {
                throw .unreadable(FailureCause(.comments(.missing(count: count)), at: link.host))
            }
        case .comments(let comments):
            let whole = try await fetchAllPages(comments, firstPage.parsed, link)
            (found.comments, pages, found.isComplete) = (whole.comments, whole.pages, whole.isComplete)
        }
        if let count = threadRequest.discussion.expectedCount {
            found.missingCount = max(0, count - found.comments.count)
        }
        let state = WordPressThreadState(
            transport: .page, root: firstPage.parsed.apiRoot, number: firstPage.parsed.postID ?? threadRequest.postID,
            response: ValidatorState(version: WordPressThreadState.currentVersion, firstPage.response), pages: pages,
            thread: found)
        if let known = threadRequest.previousState(.page), known.comments == state.comments {
            return .unchanged(state)
        }
        return .thread(found, state)
    }

    /// In page order; the story's own page is the first or last. Complete if every page was read, since comments may
    /// have been removed.
    /// - Throws: `.unreadable` for a page that is not understood.
    private func fetchAllPages(
        _ first: [FetchedComment], _ parsed: CommentPageParser, _ link: WebAddress
    ) async throws(SourceError) -> (comments: [FetchedComment], pages: Int, isComplete: Bool) {
        var isComplete = parsed.diagnostics.isEmpty
        var pageNumbers = parsed.otherPages
        var done: [Int: [FetchedComment]] = [:]
        while let number = pageNumbers.subtracting(done.keys).min(), done.count < Self.maxPages {
            guard let address = CommentPageParser.address(ofPage: number, of: link) else { break }
            let other = try self.parse(of: try await fetch(address, previous: nil), link)
            switch other.outcome {
            case .comments(let comments): done[number] = comments
            case .none: done[number] = []
            case .notUnderstood(let fault):
                throw .unreadable(FailureCause(.comments(fault, page: number), at: link.host))
            }
            isComplete = isComplete && other.diagnostics.isEmpty
            pageNumbers.formUnion(other.otherPages)
        }
        let ordered = done.sorted { $0.key < $1.key }.flatMap(\.value)
        let known = Set(ordered.map(\.key))
        let own = first.filter { !known.contains($0.key) }
        let isFirst = done[1] == nil
        return (
            (isFirst ? own + ordered : ordered + own).uniqued(), done.count + 1,
            isComplete && pageNumbers.isSubset(of: done.keys)
        )
    }

    private func parse(of response: FetchResponse, _ link: WebAddress) throws(SourceError) -> CommentPageParser {
        let here = WebAddress(response.address) ?? link
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: here.host))
        }
        let linked = response.links.target(of: RESTRoot.linkRelation).flatMap { WebAddress($0, base: here) }
        // The final address is the base: `?p=12` redirects.
        return CommentPageParser(
            html, at: here, of: here.bareHost == link.bareHost ? Self.storyAddress(here) : link,
            linked: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// Without the comment page.
    private static func storyAddress(_ address: WebAddress) -> WebAddress {
        let bare = address.withoutFragment
        guard let mark = bare.path.firstRange(of: "/comment-page-") else { return bare }
        return WebAddress(bare.origin + bare.path[..<mark.lowerBound] + "/") ?? bare
    }

    private func fetch(
        _ address: WebAddress, previous state: ValidatorState?
    ) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(
            address: address.withoutFragment.text, accept: Self.accept, validators: state?.validators,
            bodyLimit: ArticleFetcher.maxPageBytes)
        request.validatorsAddress = state?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }
}
