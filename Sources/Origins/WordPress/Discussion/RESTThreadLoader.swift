import Fetching
import Foundation
import JSON
import Markup
import News
import URLs
import Untrusted

/// A loader of threads from the REST API, the preferred transport, with exact fields. The API omits pingbacks and
/// unapproved comments.
struct RESTThreadLoader: Sendable {
    let api: JSONAPIClient

    /// The number of comments per page: WordPress' maximum.
    private static let pageSize = 100
    /// The maximum number of pages; longer threads are cut and marked incomplete.
    private static let maxPages = 50
    private static let maxTotal = 1_000_000
    private static let fields = "id,parent,author,author_name,date,date_gmt,content,link,status,type"

    func fetch(_ threadRequest: ThreadRequest, number: Int, root: RESTRoot) async throws(SourceError) -> ThreadResult {
        var known = threadRequest.previousState(.api).flatMap { $0.root == root ? $0 : nil }
        // A comment that changed on an earlier page is found only by a manual refresh.
        if known.map({ $0.pages > 1 }) == true, threadRequest.discussion.reason == .manual { known = nil }
        // A thread grows on its last page, whose response also states the total.
        let page = known?.pages ?? 1
        var probe: FetchResponse?
        do {
            probe = try await fetch(Self.address(number, root, page: page), previous: known?.answer)
        } catch .refused(status: 400, _) where page > 1 {
            // The page no longer exists, since comments were removed.
            probe = nil
        }
        if var known, let probe, Self.isUnchanged(probe, known) {
            known.answer.update(probe)
            return .unchanged(known)
        }
        if probe?.isNotModified == true { probe = nil }
        let pages = try await fetchAllPages(Self.address(number, root), probe.map { (page, $0) })
        let post = try await fetchPost(number, root, isRequired: pages.values.isEmpty)
        let thread = thread(pages, post, threadRequest)
        try threadRequest.verify(thread)
        var state = WordPressThreadState(
            transport: .api, root: root, number: number,
            response: StoredHTTPValidators(version: WordPressThreadState.currentVersion, pages.last),
            pages: pages.count,
            thread: thread)
        state.changes = "\(pages.total)"
        if let known = threadRequest.previousState(.api), known.root == root, known.comments == state.comments {
            return .unchanged(state)
        }
        return .thread(thread, state)
    }

    private static func address(_ number: Int, _ root: RESTRoot, page: Int = 1) -> String {
        let address = root.address(
            "/wp/v2/comments",
            ["post": "\(number)", "per_page": "\(pageSize)", "order": "asc", "_fields": fields])
        return page == 1 ? address : "\(address)&page=\(page)"
    }

    /// Returns true if the thread is unchanged. A 304 may lack the total, which alone shows that a full page was
    /// followed by another.
    private static func isUnchanged(_ probe: FetchResponse, _ known: WordPressThreadState) -> Bool {
        guard known.answer.matches(probe) else { return false }
        let count = known.quality.count
        guard let total = total(probe) else { return count == 0 || count % pageSize != 0 }
        return known.changes == "\(total)"
    }

    private static func total(_ response: FetchResponse) -> Int? {
        // The total is bounded to avoid overflow.
        response.header("X-WP-Total").flatMap { UntrustedInteger($0) }?.int(clampedTo: 0...Self.maxTotal)
    }

    private struct Pages {
        var values: [JSONValue]
        var count = 1
        /// The total that the site states; nil if it states none.
        var statedTotal: Int?
        var last: FetchResponse
        /// True if no page follows.
        var isWhole = false

        var total: Int { statedTotal ?? values.count }
    }

    /// Fetches all pages.
    /// - Parameter probe: a page that was already fetched.
    private func fetchAllPages(
        _ address: String, _ probe: (page: Int, response: FetchResponse)?
    ) async throws(SourceError) -> Pages {
        func page(_ number: Int, at address: String) async throws(SourceError) -> FetchResponse {
            if let probe, probe.page == number { return probe.response }
            return try await fetch(address)
        }
        let first = try await page(1, at: address)
        var values = try list(in: first)
        var pages = Pages(values: values, statedTotal: Self.total(first), last: first)
        while pages.count < Self.maxPages {
            guard let next = RESTPages.next(after: pages.last, length: values.count, pageSize: Self.pageSize) else {
                pages.isWhole = true
                break
            }
            let response: FetchResponse
            do { response = try await page(pages.count + 1, at: next.rawValue) } catch .refused(status: 400, _) {
                pages.isWhole = true
                break
            }
            let known = values
            values = try list(in: response)
            // A cache that ignores the page number returns the same page again; the following pages are then unknown.
            guard !values.isEmpty, values != known else {
                pages.isWhole = values.isEmpty
                break
            }
            pages.last = response
            pages.values += values
            pages.count += 1
        }
        return pages
    }

    private func thread(
        _ pages: Pages, _ post: (isOpen: Bool?, author: String?), _ threadRequest: ThreadRequest
    ) -> LoadedThread {
        let link = threadRequest.discussion.link
        let read = pages.values.compactMap { comment($0, by: post.author, base: link) }
        var thread = LoadedThread(comments: read.uniqued(), isOpen: post.isOpen, statedCount: pages.total)
        let count = thread.comments.count
        let expected = threadRequest.discussion.expectedCount ?? 0
        thread.missingCount = max(0, max(pages.total, expected) - count)
        thread.isComplete = pages.isWhole && count >= pages.total
        // Duplicates are not failures: a new comment moves the last comment of a page to the next page.
        if read.count < pages.values.count {
            thread.diagnostics.append("\(pages.values.count - read.count) comments could not be read")
        }
        if expected > pages.total {
            thread.diagnostics.append(
                "The REST interface leaves out links from other sites (pingbacks), which the site counts")
        }
        return thread
    }

    /// Fetches a page or post.
    /// - Throws: `.unreadable` if the API is available but refuses this story.
    private func fetch(_ address: String, previous state: StoredHTTPValidators? = nil) async throws(SourceError)
        -> FetchResponse
    {
        let response = try await api.response(to: address, previous: state)
        guard let error = JSONAPIClient.error(of: response) else { return response }
        guard [401, 403, 404].contains(response.status), Self.isAboutOneStory(response) else { throw error }
        let site = WebAddress(address)?.host ?? address
        throw .unreadable(FailureCause(.api(.storyWithheld), at: site))
    }

    /// Returns true if a refusal concerns one story. WordPress' own codes about a post (`rest_cannot_read_post`,
    /// `rest_forbidden…`, `rest_post_invalid_id`) say nothing about the site. The codes of plugins that close the API
    /// for visitors concern the whole site (`rest_login_required`, `rest_not_logged_in`, `rest_disabled`,
    /// `rest_cannot_access`), and so does a refusal without a code, which another server sends.
    private static func isAboutOneStory(_ response: FetchResponse) -> Bool {
        guard let code = JSONAPIClient.errorCode(of: response) else { return false }
        return !siteErrorWords.contains { code.contains($0) }
    }

    private static let siteErrorWords = [
        "no_route", "login", "logged_in", "disabled", "cannot_access", "authenticat", "unauthorized", "restricted",
        "rest_api",
    ]

    private func list(in response: FetchResponse) throws(SourceError) -> [JSONValue] {
        let value = try api.value(of: response)
        if let elements = value.elements { return elements }
        let site = WebAddress(response.address)?.host ?? response.address
        throw .unreadable(FailureCause(.unexpectedContent(.commentList), at: site))
    }

    /// Fetches the post. Failures are ignored unless `isRequired`: the API returns an empty list also for an unknown
    /// post.
    private func fetchPost(
        _ number: Int, _ root: RESTRoot, isRequired: Bool
    ) async throws(SourceError) -> (isOpen: Bool?, author: String?) {
        do throws(SourceError) {
            let fields = ["_fields": "id,author,comment_status"] as KeyValuePairs
            let value = try api.value(of: try await fetch(root.address("/wp/v2/posts/\(number)", fields)))
            // Some plugins send their errors with status 200.
            guard value["id"]?.int == number else {
                let site = WebAddress(root.text)?.host ?? root.text
                throw JSONAPIClient.unexpected(value, expected: .item(number), at: site)
            }
            return (value["comment_status"]?.nonEmptyString.map { $0 == "open" }, value["author"]?.nonEmptyString)
        } catch {
            if isRequired { throw error }
            return (nil, nil)
        }
    }

    private func comment(_ value: JSONValue, by author: String?, base: WebAddress?) -> FetchedComment? {
        guard let key = value["id"]?.nonEmptyString, let html = value["content"]?["rendered"]?.string else {
            return nil
        }
        let isMember = value["author"]?.nonEmptyString.map { $0 != "0" } ?? false
        var comment = FetchedComment(
            key: key, parentKey: value["parent"]?.nonEmptyString.flatMap { $0 == "0" ? nil : $0 },
            author: value["author_name"]?.nonEmptyString.map(PlainText.of(html:)),
            isByAuthor: isMember && value["author"]?.nonEmptyString == author,
            publishedAt: WordPressDate.parse(value),
            link: value["link"]?.nonEmptyString.flatMap { WebAddress($0) },
            kind: ["pingback", "trackback"].contains(value["type"]?.nonEmptyString ?? "") ? .pingback : .comment,
            moderationState: value["status"]?.nonEmptyString == "hold" ? .pending : .shown)
        comment.setBody(html, base: base)
        return comment
    }
}
