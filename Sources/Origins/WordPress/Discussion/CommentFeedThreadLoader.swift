import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs

/// A loader of the story's comment feed, the last resort, since the feed has only the ten newest comments.
struct CommentFeedThreadLoader: Sendable {
    let fetcher: Fetcher

    /// Fetches the feed.
    /// - Parameter address: the feed's address as named by the page; nil if the page names none.
    func fetch(_ threadRequest: ThreadRequest, at address: WebAddress?) async throws(SourceError) -> ThreadResult {
        guard let address = address ?? threadRequest.discussion.link.flatMap(Self.defaultFeed) else {
            throw .noStoryPage(threadRequest)
        }
        let known = threadRequest.previousState(.feed)
        var request = FetchRequest(
            address: address.text, accept: SyndicationSource.accept, validators: known?.answer.validators)
        request.validatorsAddress = known?.answer.validatorsFrom
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        if var known, known.answer.matches(response) {
            known.answer.update(response)
            return .unchanged(known)
        }
        let thread = try thread(in: response, threadRequest, address)
        try threadRequest.verify(thread, isWindow: true)
        let state = WordPressThreadState(
            transport: .feed, number: threadRequest.postID,
            response: StoredHTTPValidators(version: WordPressThreadState.currentVersion, response),
            thread: thread)
        return .thread(thread, state)
    }

    static func defaultFeed(_ link: WebAddress) -> WebAddress? {
        if link.query != nil { return link.setting(query: "feed", "rss2") }
        return WebAddress(link.origin + (link.path.hasSuffix("/") ? link.path : link.path + "/") + "feed/")
    }

    private func thread(
        in response: FetchResponse, _ threadRequest: ThreadRequest, _ address: WebAddress
    ) throws(SourceError) -> LoadedThread {
        let read: (feed: Feed, entries: [FeedEntry])
        do {
            read = try FeedParser.parse(
                response.body, address: WebAddress(response.address), contentType: response.contentType,
                charset: response.charset)
        } catch { throw SourceError(error, site: address.host, response: response) }
        let isCut = read.feed.isLastEntryCut
        let entries = isCut && read.entries.count > 1 ? Array(read.entries.dropLast()) : read.entries
        // Some sites return their story feed instead.
        let commentEntries = entries.filter { Self.commentID(of: $0) != nil }
        guard commentEntries.count == entries.count else {
            throw .unreadable(FailureCause(.comments(.notACommentFeed), at: address.host))
        }
        guard !entries.contains(where: { WordPressPasswordForm.stands(in: $0.content ?? "") }) else {
            throw .unreadable(FailureCause(.passwordProtected, at: address.host))
        }
        var thread = LoadedThread(
            comments: commentEntries.reversed().compactMap { comment($0, threadRequest) }.uniqued())
        thread.isCut = isCut
        if let count = threadRequest.discussion.expectedCount {
            thread.missingCount = max(0, count - thread.comments.count)
        }
        thread.isComplete =
            threadRequest.discussion.expectedCount != nil && thread.missingCount == 0 && !thread.isCut
        if thread.isCut { thread.diagnostics.append("The feed of comments breaks off before its end") }
        if !thread.comments.isEmpty, thread.comments.allSatisfy({ $0.parentKey == nil }) {
            thread.diagnostics.append("The feed of comments does not say which of them are answers")
        }
        return thread
    }

    private static func commentID(of entry: FeedEntry) -> String? {
        for text in [entry.link, entry.id] {
            guard let text, let match = text.firstRange(of: "#comment-") else { continue }
            let digits = text[match.upperBound...].prefix { $0.isNumber }
            if !digits.isEmpty { return String(digits) }
        }
        return nil
    }

    private func comment(_ entry: FeedEntry, _ threadRequest: ThreadRequest) -> FetchedComment? {
        guard let key = Self.commentID(of: entry) else { return nil }
        let nameInTitle = entry.title.flatMap { title in
            ["By: ", "Comment by "].first { title.hasPrefix($0) }.map { String(title.dropFirst($0.count)) }
        }
        let (parent, html) = Self.splitReply(entry.content ?? entry.summary ?? "")
        var comment = FetchedComment(
            key: key, parentKey: parent == key ? nil : parent, author: entry.author ?? nameInTitle,
            publishedAt: entry.published ?? entry.updated, link: entry.link.flatMap { WebAddress($0) })
        comment.setBody(html, base: threadRequest.discussion.link)
        return comment
    }

    /// Splits off the parent of a reply. In feeds a reply begins with “In reply to <a href="…#comment-72">Name</a>.”,
    /// in the site's language (`get_comment_text`).
    private static func splitReply(_ html: String) -> (parent: String?, html: String) {
        let text = html.drop(while: \.isWhitespace)
        guard let end = text.firstRange(of: text.hasPrefix("<p") ? "</p>" : "\n\n")?.upperBound else {
            return (nil, html)
        }
        guard text[..<end].contains("#comment-") else { return (nil, html) }
        let head = HTMLDocument(String(text[..<end])).root
        let links = WordPressSelectors.link.map(head.all) ?? []
        guard links.count == 1, let address = links[0]["href"], let mark = address.firstRange(of: "#comment-"),
            head.text.count - links[0].text.count <= maxReplyWords
        else { return (nil, html) }
        let (digits, rest) = (address[mark.upperBound...], text[end...])
        // A person may have written “@Name, …” with such a link, perhaps as the whole comment.
        guard !digits.isEmpty, digits.allSatisfy(\.isNumber), !links[0].text.hasPrefix("@"),
            rest.contains(where: { !$0.isWhitespace })
        else { return (nil, html) }
        return (String(digits), String(rest))
    }

    /// The maximum number of characters around the name in the beginning of a reply.
    private static let maxReplyWords = 40
}
