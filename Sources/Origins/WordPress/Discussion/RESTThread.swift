import Fetching
import Foundation
import Markup
import News
import URLs
import Untrusted

/// The preferred transport, with exact fields. Omits pingbacks and unapproved comments.
struct RESTThread: Sendable {
    let api: JSONAPIClient

    /// WordPress' maximum.
    private static let pageSize = 100
    /// Longer threads are cut and marked incomplete.
    private static let maxPages = 50
    private static let maxTotal = 1_000_000
    private static let fields = "id,parent,author,author_name,date,date_gmt,content,link,status,type"

    func fetch(_ threadRequest: ThreadRequest, number: Int, root: RESTRoot) async throws(SourceError) -> ThreadResult {
        var known = threadRequest.previousState(.api).flatMap { $0.root == root ? $0 : nil }
        // A comment that changed on an earlier page is found only when a person asks.
        if known.map({ $0.pages > 1 }) == true, threadRequest.discussion.reason == .manual { known = nil }
        // A thread grows on its last page, which has the total too.
        let page = known?.pages ?? 1
        var probe: FetchResponse?
        do {
            probe = try await fetch(Self.address(number, root, page: page), previous: known?.answer)
        } catch .refused(status: 400, _) where page > 1 {
            // That page is gone: comments were removed.
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
            response: ValidatorState(version: WordPressThreadState.currentVersion, pages.last), pages: pages.count,
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

    /// A 304 need not name the total, which alone shows that a full page was followed by another.
    private static func isUnchanged(_ probe: FetchResponse, _ known: WordPressThreadState) -> Bool {
        guard known.answer.matches(probe) else { return false }
        let count = known.quality.count
        guard let total = total(probe) else { return count == 0 || count % pageSize != 0 }
        return known.changes == "\(total)"
    }

    private static func total(_ response: FetchResponse) -> Int? {
        // Bounded against overflow.
        response.header("X-WP-Total").flatMap { UntrustedInteger($0) }?.int(clampedTo: 0...Self.maxTotal)
    }

    private struct Pages {
        var values: [JSONValue]
        var count = 1
        /// Nil where the site does not tell.
        var statedTotal: Int?
        var last: FetchResponse
        /// No page follows.
        var isWhole = false

        var total: Int { statedTotal ?? values.count }
    }

    /// - Parameter probe: a page that was fetched already.
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
            // The same again comes of a cache that ignores the number: what follows is unknown then.
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
        // Others came twice: a new comment moves the last of a page to the next.
        if read.count < pages.values.count {
            thread.diagnostics.append("\(pages.values.count - read.count) comments could not be read")
        }
        if expected > pages.total {
            thread.diagnostics.append(
                "The REST interface leaves out links from other sites (pingbacks), which the site counts")
        }
        return thread
    }

    /// - Throws: `.unreadable` if the API is open, and not for this story.
    private func fetch(_ address: String, previous state: ValidatorState? = nil) async throws(SourceError)
        -> FetchResponse
    {
        let response = try await api.response(to: address, previous: state)
        guard let error = JSONAPIClient.error(of: response) else { return response }
        guard [401, 403, 404].contains(response.status), Self.isAboutOneStory(response) else { throw error }
        let site = WebAddress(address)?.host ?? address
        throw .unreadable(FailureCause(.api(.storyWithheld), at: site))
    }

    /// WordPress' own codes about a post (`rest_cannot_read_post`, `rest_forbidden…`, `rest_post_invalid_id`) say nothing about
    /// the site. Those of plugins that close the API for visitors do (`rest_login_required`, `rest_not_logged_in`,
    /// `rest_disabled`, `rest_cannot_access`), and so does a refusal without any code: it is another server's.
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

    /// Failures are ignored unless `isRequired`: for an unknown post the API also returns an empty list.
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
