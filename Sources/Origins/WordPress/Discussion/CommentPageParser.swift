import Feeds
import Foundation
import Markup
import News
import URLs
import Untrusted

/// A parser of one page of a thread.
///
/// An empty thread is accepted only if the page shows a comment form or area without a list, or states that comments
/// are closed.
struct CommentPageParser {
    enum Outcome {
        case comments([FetchedComment])
        case none
        case passwordProtected
        case notUnderstood(FailureCause.CommentFault)
    }

    private(set) var outcome: Outcome
    private(set) var isOpen: Bool?
    private(set) var otherPages: Set<Int> = []
    /// The page's own number in the links of its comments; nil if they name none.
    private(set) var ownNumber: Int?
    /// The number of comments in the heading, which counts all pages, with pingbacks.
    let statedCount: Int?
    /// True if the document was cut before its end.
    let isCut: Bool
    private(set) var diagnostics: [String] = []
    let postID: Int?
    let apiRoot: RESTRoot?
    let feed: WebAddress?

    /// - Parameter linked: the REST root in the `Link` header.
    init(_ html: String, at address: WebAddress, of story: WebAddress, linked: RESTRoot?) {
        let page = HTMLDocument(html)
        let details = DocumentMetadata.read(html, address: address)
        postID = WordPressPostID.on(page)
        apiRoot =
            linked
            ?? WordPressSelectors.api.flatMap(page.root.first)?["href"]
            .flatMap { WebAddress($0, base: address) }.flatMap { RESTRoot(linked: $0) }
        feed = Self.feed(details, of: story)
        statedCount = Self.statedCount(page.root)
        isCut = Self.isCut(page, html)
        isOpen = Self.isOpen(page.root)
        let commentParser = WordPressCommentParser(page.root, at: address, of: story)
        let (comments, failed) = commentParser.comments()
        let links = Self.pageLinks(details, of: story)
        let ownFragments = Set(comments.map { "comment-\($0.key)" })
        ownNumber = links.first { ownFragments.contains($0.fragment ?? "") }?.number
        otherPages = Set(links.map { $0.number })
        if let ownNumber { otherPages.remove(ownNumber) }
        if comments.isEmpty, WordPressPasswordForm.stands(in: page, html) {
            outcome = .passwordProtected
        } else if comments.isEmpty || failed > comments.count {
            outcome = Self.emptyOutcome(page.root, failed: failed, count: statedCount)
        } else {
            outcome = .comments(comments)
            if failed > 0 { diagnostics.append("\(failed) comments on the page could not be read") }
            if isOpen == nil, !isCut { isOpen = false }
        }
    }

    /// Returns true if the document was cut. The document's end tags are optional, and themes without them may be
    /// sloppy elsewhere too.
    private static func isCut(_ page: HTMLDocument, _ html: String) -> Bool {
        guard page.isCut else { return false }
        // Caches append their comments after the end.
        let end = html.suffix(20_000).lowercased()
        return !end.contains("</html") && !end.contains("</body")
    }

    // MARK: None, or not understood

    private static func isOpen(_ root: HTMLElement) -> Bool? {
        if WordPressSelectors.form.flatMap(root.first) != nil
            || WordPressSelectors.mustSignIn.flatMap(root.first) != nil
        {
            return true
        }
        return saysClosed(root) ? false : nil
    }

    private static func saysClosed(_ root: HTMLElement) -> Bool { closedNotice(root) != nil }

    static func closedNotice(_ root: HTMLElement) -> HTMLElement? {
        if let notice = WordPressSelectors.closed.flatMap(root.first) { return notice }
        return WordPressSelectors.paragraph.map(root.all)?.first {
            let words = $0.text.lowercased()
            return words.count < 80 && words.hasPrefix("comments are closed")
        }
    }

    private static func emptyOutcome(_ root: HTMLElement, failed: Int, count: Int?) -> Outcome {
        if failed > 0 { return .notUnderstood(.unknownMarkup(count: failed)) }
        for (selector, name) in WordPressSelectors.thirdPartyServices where selector.flatMap(root.first) != nil {
            return .notUnderstood(.thirdParty(name))
        }
        if let list = WordPressSelectors.list.flatMap(root.first), !list.children.isEmpty {
            return .notUnderstood(.unknownList)
        }
        if let count, count > 0 { return .notUnderstood(.hidden(count: count)) }
        let hasCommentArea =
            WordPressSelectors.commentArea.flatMap(root.first) != nil
            || WordPressSelectors.form.flatMap(root.first) != nil
        if hasCommentArea || saysClosed(root) { return .none }
        return .notUnderstood(.noCommentArea)
    }

    /// Reads the count from the heading: "12 Responses to …", "Comments (12)", "One thought on …". Other numbers may
    /// belong to the story's title.
    private static func statedCount(_ root: HTMLElement) -> Int? {
        guard let title = WordPressSelectors.title.flatMap(root.first)?.text.lowercased() else { return nil }
        if title.hasPrefix("one ") { return 1 }
        let words = title.split(whereSeparator: \.isWhitespace)
        return (words.count <= 3 ? words : Array(words.prefix(1))).lazy.compactMap { word in
            UntrustedInteger(digits: word.filter { !",.’'():".contains($0) })?.int(in: 0...1_000_000_000)
        }.first
    }

    // MARK: Other pages and feeds

    /// Returns the links to pages of the thread: `…/comment-page-2/`, `?cpage=2`.
    private static func pageLinks(
        _ details: DocumentMetadata, of story: WebAddress
    ) -> [(number: Int, fragment: String?)] {
        var links: [(number: Int, fragment: String?)] = []
        let path = story.path.hasSuffix("/") ? story.path : story.path + "/"
        for link in details.bodyLinks where link.address.bareHost == story.bareHost {
            if let number = link.address.value(ofQuery: "cpage").flatMap(pageNumber),
                link.address.path == story.path || link.address.path == path
            {
                links.append((number, link.address.fragment))
            } else if link.address.path.hasPrefix(path + "comment-page-") {
                let digits = link.address.path.dropFirst(path.count + "comment-page-".count).prefix { $0.isNumber }
                if let number = pageNumber(digits) { links.append((number, link.address.fragment)) }
            }
        }
        return links
    }

    /// Parses a page number; the bound is above that of any thread.
    private static func pageNumber(_ digits: some StringProtocol) -> Int? {
        UntrustedInteger(digits: digits)?.int(in: 1...1_000_000)
    }

    static func address(ofPage number: Int, of story: WebAddress) -> WebAddress? {
        if story.query != nil { return story.setting(query: "cpage", "\(number)") }
        let path = story.path.hasSuffix("/") ? story.path : story.path + "/"
        return WebAddress("\(story.origin)\(path)comment-page-\(number)/")
    }

    private static func feed(_ details: DocumentMetadata, of story: WebAddress) -> WebAddress? {
        details.feeds.map(\.address).first { feed in
            guard feed.bareHost == story.bareHost else { return false }
            if let number = story.value(ofQuery: "p") { return feed.value(ofQuery: "p") == number }
            return story.path.count > 1 && feed.path.hasPrefix(story.path)
        }
    }
}
