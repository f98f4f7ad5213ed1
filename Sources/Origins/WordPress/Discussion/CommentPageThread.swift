import Feeds
import Fetching
import Foundation
import Markup
import News

/// Loads a thread from the story's page and its further comment pages.
struct CommentPageThread: Sendable {
    let fetcher: Fetcher

    /// Longer threads are truncated and marked incomplete.
    private static let maxPages = 40
    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    /// The first page, even if its comments are not understood.
    struct FirstPage {
        var reading: CommentPageParser
        var answer: FetchResponse
    }

    /// - Returns: nil after a 304.
    func fetchFirstPage(_ threadRequest: ThreadRequest) async throws(SourceError) -> FirstPage? {
        guard let link = threadRequest.discussion.link else { throw .unreadable(why: "The story has no page.") }
        let known = threadRequest.previousState(.page)
        // Of a thread of several pages, the others may change while the first stays.
        let response = try await fetch(link, previous: known?.pages == 1 ? known?.answer : nil)
        if response.isNotModified { return nil }
        return FirstPage(reading: try parse(of: response, link), answer: response)
    }

    /// The whole thread, starting from its first page.
    /// - Throws: `.unreadable` if the markup is not understood.
    func thread(_ opening: FirstPage, _ threadRequest: ThreadRequest) async throws(SourceError) -> ThreadResult {
        guard let link = threadRequest.discussion.link else { throw .unreadable(why: "The story has no page.") }
        var found = LoadedThread(comments: [], isOpen: opening.reading.isOpen, diagnostics: opening.reading.diagnostics)
        var pages = 1
        switch opening.reading.outcome {
        case .notUnderstood(let why): throw .unreadable(why: "\(link.host)'s page \(why).")
        case .none:
            // An empty comment area contradicts a positive count.
            if let count = threadRequest.discussion.expectedCount, count > 0 {
                throw .unreadable(
                    why: "\(link.host)'s page shows none of the \(count) comments that the site counts.")
            }
        case .comments(let comments):
            let whole = try await fetchAllPages(comments, opening.reading, link)
            (found.comments, pages, found.isWhole) = (whole.comments, whole.pages, whole.isWhole)
        }
        if let count = threadRequest.discussion.expectedCount { found.missing = max(0, count - found.comments.count) }
        let state = WordPressThreadState(
            way: .page, root: opening.reading.apiRoot, number: opening.reading.postID ?? threadRequest.postID,
            response: ValidatorState(reading: WordPressThreadState.currentVersion, opening.answer), pages: pages,
            thread: found)
        if let known = threadRequest.previousState(.page), known.comments == state.comments {
            return .unchanged(state)
        }
        return .thread(found, state)
    }

    /// The comments of all pages by page number; the story's own page is the first or the last. A thread is complete
    /// when every page was read, whatever the count: comments may have been removed since.
    /// - Throws: `.unreadable` for a page that is not understood, which is not a page without comments.
    private func fetchAllPages(
        _ first: [FetchedComment], _ reading: CommentPageParser, _ link: WebAddress
    ) async throws(SourceError) -> (comments: [FetchedComment], pages: Int, isWhole: Bool) {
        // Unreadable comments exist all the same.
        var isWhole = reading.diagnostics.isEmpty
        var ahead = reading.otherPages
        var done: [Int: [FetchedComment]] = [:]
        while let number = ahead.subtracting(done.keys).min(), done.count < Self.maxPages {
            guard let address = CommentPageParser.address(ofPage: number, of: link) else { break }
            let other = try self.parse(of: try await fetch(address, previous: nil), link)
            switch other.outcome {
            case .comments(let comments): done[number] = comments
            case .none: done[number] = []
            case .notUnderstood(let why):
                throw .unreadable(why: "\(link.host)'s page \(number) of the comments \(why).")
            }
            isWhole = isWhole && other.diagnostics.isEmpty
            ahead.formUnion(other.otherPages)
        }
        let ordered = done.sorted { $0.key < $1.key }.flatMap(\.value)
        let known = Set(ordered.map(\.key))
        let own = first.filter { !known.contains($0.key) }
        let isFirst = done[1] == nil
        return (
            CommentSorter.sorted(isFirst ? own + ordered : ordered + own), done.count + 1,
            isWhole && ahead.isSubset(of: done.keys)
        )
    }

    private func parse(of response: FetchResponse, _ link: WebAddress) throws(SourceError) -> CommentPageParser {
        let here = WebAddress(response.address) ?? link
        let html: String
        do { html = try DocumentText.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(why: error.message)
        }
        let linked = response.links.target(of: RESTRoot.linkRelation).flatMap { WebAddress($0, base: here) }
        // Pages may redirect, as `?p=12` does; the final address is the base.
        return CommentPageParser(
            html, at: here, of: here.bareHost == link.bareHost ? Self.storyAddress(here) : link,
            linked: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// The story's address without the comment page.
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
