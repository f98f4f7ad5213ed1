import Feeds
import Fetching
import Foundation
import Markup
import News
import Untrusted

/// Reads a thread from a site's REST interface (protocols 2.12): the best way, since it says everything of a comment
/// exactly. It does not give pingbacks, nor what waits for approval.
struct InterfaceThread: Sendable {
    let interface: JSONInterface

    /// 100 is the most that WordPress gives at once.
    private static let pageSize = 100
    /// A thread beyond this is cut, and says so.
    private static let mostPages = 50
    private static let most = 1_000_000
    private static let fields = "id,parent,author,author_name,author_url,date,date_gmt,content,link,status,type"

    /// - Throws: `SourceError` when the interface does not give the comments.
    func ask(_ question: ThreadQuestion, number: Int, root: RESTRoot) async throws(SourceError) -> WayAnswer {
        let known = question.known(.interface).flatMap { $0.root == root ? $0 : nil }
        let address = root.address(
            "/wp/v2/comments",
            ["post": "\(number)", "per_page": "\(Self.pageSize)", "order": "asc", "_fields": Self.fields])
        let first = try await interface.ask(address, remembering: known?.answer)
        // A long thread grows at its end, which the first page does not show.
        if var known, known.answer.knows(first), known.pages == 1 {
            known.answer.heed(first)
            return .unchanged(known)
        }
        let whole = first.isUnmodified ? try await interface.ask(address) : first
        let (values, pages, total) = try await all(from: whole)
        let post = try await self.post(number, root, isSilent: values.isEmpty)
        var thread = FoundThread(
            comments: CommentOrder.threaded(
                values.compactMap { comment($0, by: post.author, base: question.request.link) }),
            isOpen: post.isOpen)
        thread.missing = max(0, total - thread.comments.count)
        if thread.comments.count < values.count {
            thread.complaints.append("\(values.count - thread.comments.count) comments could not be read")
        }
        let memory = ThreadMemory(
            way: .interface, root: root, number: number,
            answer: AnswerMemory(reading: ThreadMemory.reading, whole), pages: pages, thread: thread)
        if let known, known.comments == memory.comments { return .unchanged(memory) }
        return .thread(thread, memory)
    }

    private func all(
        from first: FetchAnswer
    ) async throws(SourceError) -> (values: [JSONValue], pages: Int, total: Int) {
        var answer = first
        var values = try list(in: answer)
        let said = answer.header("X-WP-Total").flatMap { UntrustedInteger($0) }
        // Far more than any site has, and less than anything that is reckoned with it could not bear.
        let total = said?.int(clampedTo: 0...Self.most) ?? values.count
        var pages = 1
        while pages < Self.mostPages, let next = NextPage(answer).cursor ?? byTotal(answer, pages) {
            do { answer = try await interface.ask(next.rawValue) } catch .refused(status: 400, _) { break }
            values += try list(in: answer)
            pages += 1
        }
        return (values, pages, total)
    }

    private func byTotal(_ answer: FetchAnswer, _ page: Int) -> Cursor? {
        guard let total = answer.header("X-WP-TotalPages").flatMap({ UntrustedInteger($0) }),
            page < total.int(clampedTo: 0...Self.most)
        else { return nil }
        return WebAddress(answer.address)?.with(query: "page", "\(page + 1)").map { Cursor(rawValue: $0.text) }
    }

    private func list(in answer: FetchAnswer) throws(SourceError) -> [JSONValue] {
        let value = try interface.value(of: answer)
        if let elements = value.elements { return elements }
        let site = WebAddress(answer.address)?.host ?? answer.address
        throw .unreadable(why: "\(site) answered with JSON that is no list of comments.")
    }

    /// Whether people can still say something, and whose the story is. Not worth failing for, unless there are no
    /// comments: the interface says so too of a post that it does not have.
    private func post(
        _ number: Int, _ root: RESTRoot, isSilent: Bool
    ) async throws(SourceError) -> (isOpen: Bool?, author: String?) {
        do throws(SourceError) {
            let fields = ["_fields": "id,author,comment_status"] as KeyValuePairs
            let value = try interface.value(of: try await interface.ask(root.address("/wp/v2/posts/\(number)", fields)))
            return (value["comment_status"]?.name.map { $0 == "open" }, value["author"]?.name)
        } catch {
            if isSilent { throw error }
            return (nil, nil)
        }
    }

    private func comment(_ value: JSONValue, by author: String?, base: WebAddress?) -> ArrivingComment? {
        guard let key = value["id"]?.name, let html = value["content"]?["rendered"]?.string else { return nil }
        let isMember = value["author"]?.name.map { $0 != "0" } ?? false
        var comment = ArrivingComment(
            key: key, parent: value["parent"]?.name.flatMap { $0 == "0" ? nil : $0 },
            author: value["author_name"]?.name.map(PlainText.of(html:)),
            authorPage: value["author_url"]?.name.flatMap { WebAddress($0) },
            isByAuthor: isMember && value["author"]?.name == author,
            publishedAt: (value["date_gmt"] ?? value["date"])?.name.flatMap {
                FeedDate.parse($0.hasSuffix("Z") || $0.contains("+") ? $0 : $0 + "Z")
            },
            link: value["link"]?.name.flatMap { WebAddress($0) },
            kind: ["pingback", "trackback"].contains(value["type"]?.name ?? "") ? .pingback : .comment,
            standing: value["status"]?.name == "hold" ? .pending : .shown)
        comment.take(html, base: base)
        return comment
    }
}
