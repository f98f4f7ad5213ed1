import Feeds
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
    private static let fields = "id,parent,author,author_name,author_url,date,date_gmt,content,link,status,type"

    func fetch(_ threadRequest: ThreadRequest, number: Int, root: RESTRoot) async throws(SourceError) -> ThreadResult {
        let known = threadRequest.previousState(.api).flatMap { $0.root == root ? $0 : nil }
        let address = root.address(
            "/wp/v2/comments",
            ["post": "\(number)", "per_page": "\(Self.pageSize)", "order": "asc", "_fields": Self.fields])
        let first = try await api.fetch(address, previous: known?.answer)
        // A long thread grows on its last page.
        if var known, known.answer.matches(first), known.pages == 1 {
            known.answer.update(first)
            return .unchanged(known)
        }
        let whole = first.isNotModified ? try await api.fetch(address) : first
        let (values, pages, total) = try await fetchAllPages(from: whole)
        let post = try await self.fetchPost(number, root, isRequired: values.isEmpty)
        var thread = LoadedThread(
            comments: values.compactMap { comment($0, by: post.author, base: threadRequest.discussion.link) }.uniqued(),
            isOpen: post.isOpen)
        thread.missingCount = max(0, total - thread.comments.count)
        if thread.comments.count < values.count {
            thread.diagnostics.append("\(values.count - thread.comments.count) comments could not be read")
        }
        let state = WordPressThreadState(
            transport: .api, root: root, number: number,
            response: ValidatorState(version: WordPressThreadState.currentVersion, whole), pages: pages, thread: thread)
        if let known, known.comments == state.comments { return .unchanged(state) }
        return .thread(thread, state)
    }

    private func fetchAllPages(
        from first: FetchResponse
    ) async throws(SourceError) -> (values: [JSONValue], pages: Int, total: Int) {
        var response = first
        var values = try list(in: response)
        let headerTotal = response.header("X-WP-Total").flatMap { UntrustedInteger($0) }
        // Bounded against overflow.
        let total = headerTotal?.int(clampedTo: 0...Self.maxTotal) ?? values.count
        var pages = 1
        while pages < Self.maxPages, let next = NextPageLink(response).cursor ?? nextByTotal(response, pages) {
            do { response = try await api.fetch(next.rawValue) } catch .refused(status: 400, _) { break }
            values += try list(in: response)
            pages += 1
        }
        return (values, pages, total)
    }

    private func nextByTotal(_ response: FetchResponse, _ page: Int) -> SourceCursor? {
        guard let total = response.header("X-WP-TotalPages").flatMap({ UntrustedInteger($0) }),
            page < total.int(clampedTo: 0...Self.maxTotal)
        else { return nil }
        return WebAddress(response.address)?.setting(query: "page", "\(page + 1)").map {
            SourceCursor(rawValue: $0.text)
        }
    }

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
            let value = try api.value(of: try await api.fetch(root.address("/wp/v2/posts/\(number)", fields)))
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
            authorPage: value["author_url"]?.nonEmptyString.flatMap { WebAddress($0) },
            isByAuthor: isMember && value["author"]?.nonEmptyString == author,
            publishedAt: (value["date_gmt"] ?? value["date"])?.nonEmptyString.flatMap {
                FeedDate.parse($0.hasSuffix("Z") || $0.contains("+") ? $0 : $0 + "Z")
            },
            link: value["link"]?.nonEmptyString.flatMap { WebAddress($0) },
            kind: ["pingback", "trackback"].contains(value["type"]?.nonEmptyString ?? "") ? .pingback : .comment,
            moderationState: value["status"]?.nonEmptyString == "hold" ? .pending : .shown)
        comment.setBody(html, base: base)
        return comment
    }
}
