import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

/// A loader of threads from the story's page and its further comment pages.
struct CommentPageThreadLoader: Sendable {
    let fetcher: Fetcher

    /// The maximum number of pages; longer threads are cut and marked incomplete.
    private static let maxPages = 40
    private static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

    struct FirstPage {
        var parsed: CommentPageParser
        var response: FetchResponse
    }

    /// Fetches the story's page.
    /// - Returns: nil after a 304.
    /// - Throws: `.notThere` if the address leads to another story.
    func fetchFirstPage(_ threadRequest: ThreadRequest) async throws(SourceError) -> FirstPage? {
        guard let link = threadRequest.discussion.link else { throw .noStoryPage(threadRequest) }
        let known = threadRequest.previousState(.page)
        // Other pages may change alone, unless this page counts the comments of all pages.
        let tellsAll = known.map { $0.pages == 1 || Self.maySkipOtherPages($0, threadRequest) } ?? false
        let response = try await fetch(link, previous: tellsAll ? known?.answer : nil)
        if response.isNotModified { return nil }
        let page = try parse(of: response, link)
        if Self.isOfAnotherStory(page, at: WebAddress(response.address) ?? link, threadRequest) { throw .notThere }
        return FirstPage(parsed: page, response: response)
    }

    /// Returns true if the page belongs to another story: WordPress redirects from a removed story to one with a
    /// similar name (`redirect_guess_404_permalink`). The number alone may be that of a site from which the stories
    /// were imported.
    private static func isOfAnotherStory(
        _ page: CommentPageParser, at here: WebAddress, _ threadRequest: ThreadRequest
    ) -> Bool {
        guard let asked = threadRequest.previousState(.page)?.number ?? threadRequest.postID, let own = page.postID,
            own != asked, let slug = slug(storyAddress(here))
        else { return false }
        return slug != threadRequest.discussion.link.flatMap(Self.slug)
    }

    private static func slug(_ address: WebAddress) -> Substring? { address.path.split(separator: "/").last }

    /// Loads the thread, with further pages if necessary.
    /// - Throws: `.unreadable` if the markup is not understood.
    func thread(_ firstPage: FirstPage, _ threadRequest: ThreadRequest) async throws(SourceError) -> ThreadResult {
        guard let link = threadRequest.discussion.link else { throw .noStoryPage(threadRequest) }
        let known = threadRequest.previousState(.page)
        let changes = Self.changes(firstPage.parsed)
        if var known, known.changes == changes, Self.maySkipOtherPages(known, threadRequest) {
            known.answer = StoredHTTPValidators(version: WordPressThreadState.currentVersion, firstPage.response)
            return .unchanged(known)
        }
        var found = LoadedThread(
            comments: [], isOpen: firstPage.parsed.isOpen, statedCount: firstPage.parsed.statedCount,
            isCut: firstPage.parsed.isCut, diagnostics: firstPage.parsed.diagnostics)
        var pages = 1
        switch firstPage.parsed.outcome {
        case .notUnderstood(let fault): throw .unreadable(FailureCause(.comments(fault), at: link.host))
        case .passwordProtected: throw .unreadable(FailureCause(.passwordProtected, at: link.host))
        case .none where firstPage.parsed.isCut:
            throw .unreadable(FailureCause(.comments(.cutShort), at: link.host))
        case .none:
            // An empty comment area contradicts a positive count.
            if let count = threadRequest.discussion.expectedCount, count > 0 {
                throw .unreadable(FailureCause(.comments(.missing(count: count)), at: link.host))
            }
        case .comments:
            let whole = try await fetchAllPages(firstPage.parsed, link)
            (found.comments, found.isCut, pages) = (whole.comments, whole.isCut, whole.pages)
            found.isComplete = whole.isComplete
        }
        complete(&found, threadRequest)
        try threadRequest.verify(found)
        var state = WordPressThreadState(
            transport: .page, root: firstPage.parsed.apiRoot, number: firstPage.parsed.postID ?? threadRequest.postID,
            response: StoredHTTPValidators(version: WordPressThreadState.currentVersion, firstPage.response),
            pages: pages,
            thread: found)
        state.changes = found.isComplete == false ? nil : changes
        if let known, known.comments == state.comments { return .unchanged(state) }
        return .thread(found, state)
    }

    /// Sets what is missing, by the counts of the page and the site.
    private func complete(_ thread: inout LoadedThread, _ threadRequest: ThreadRequest) {
        let stated = max(threadRequest.discussion.expectedCount ?? 0, thread.statedCount ?? 0)
        thread.missingCount = max(0, stated - thread.shownCount)
        if thread.isCut { thread.diagnostics.append("The page breaks off before its end") }
        let hidden = ThreadQuality(thread).hidden
        let wasHidden = threadRequest.previousState?.quality.hidden ?? 0
        if thread.isCut || hidden > wasHidden { thread.isComplete = false }
    }

    /// Returns a hash of everything on the page that shows changes of the thread; nil if the page does not count the
    /// comments, since it then shows nothing about other pages.
    private static func changes(_ page: CommentPageParser) -> String? {
        guard let count = page.statedCount, case .comments(let comments) = page.outcome else { return nil }
        let pages = page.otherPages.sorted().map { "\($0)" }.joined(separator: " ")
        let thread = LoadedThread(comments: comments, isOpen: page.isOpen)
        return ContentHash.of(Array("\(thread.fingerprint) \(count) \(pages)".utf8))
    }

    /// Returns true if the other pages need not be fetched. A comment that replaced another one on another page is
    /// found only by a manual refresh.
    private static func maySkipOtherPages(_ known: WordPressThreadState, _ threadRequest: ThreadRequest) -> Bool {
        known.pages > 1 && known.changes != nil && threadRequest.discussion.reason != .manual
    }

    /// Fetches all pages. The thread is complete if every page was read, whatever the counts, since comments may have
    /// been removed.
    /// - Throws: `.unreadable` for a page that is not understood.
    private func fetchAllPages(
        _ first: CommentPageParser, _ link: WebAddress
    ) async throws(SourceError) -> (comments: [FetchedComment], pages: Int, isComplete: Bool, isCut: Bool) {
        var pages = CommentPages(first)
        while let number = pages.nextNumber, pages.count < Self.maxPages {
            guard let address = CommentPageParser.address(ofPage: number, of: link) else { break }
            let page = try parse(of: try await fetch(address, previous: nil), link)
            if case .notUnderstood(let fault) = page.outcome {
                throw .unreadable(FailureCause(.comments(fault, page: number), at: link.host))
            }
            pages.add(page, number: number)
        }
        return (pages.comments, pages.count, pages.isComplete, pages.isCut)
    }

    private func parse(of response: FetchResponse, _ link: WebAddress) throws(SourceError) -> CommentPageParser {
        let here = WebAddress(response.address) ?? link
        if InterstitialDetector.isSignIn(here) { throw .signInNeeded }
        let html: String
        do { html = try DocumentDecoder.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: here.host))
        }
        let linked = response.links.target(of: RESTRoot.linkRelation).flatMap { WebAddress($0, base: here) }
        // The final address is the base, since addresses like `?p=12` redirect.
        return CommentPageParser(
            html, at: here, of: here.bareHost == link.bareHost ? Self.storyAddress(here) : link,
            linked: linked.flatMap { RESTRoot(linked: $0) })
    }

    /// Returns the address without fragment and comment page.
    private static func storyAddress(_ address: WebAddress) -> WebAddress {
        let bare = address.withoutFragment
        guard let mark = bare.path.firstRange(of: "/comment-page-") else { return bare }
        return WebAddress(bare.origin + bare.path[..<mark.lowerBound] + "/") ?? bare
    }

    private func fetch(
        _ address: WebAddress, previous state: StoredHTTPValidators?
    ) async throws(SourceError) -> FetchResponse {
        var request = FetchRequest(
            address: address.withoutFragment.text, accept: Self.accept, validators: state?.validators,
            bodyLimit: ArticleFetcher.maxPageBytes)
        request.validatorsAddress = state?.validatorsFrom
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
    }
}
