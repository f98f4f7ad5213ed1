import Foundation
import Markup
import News
import Untrusted

extension HackerNewsPageMapper {
    struct CommentRow: Sendable {
        var comment: FetchedComment
        /// The nesting level; nil if the page does not show it.
        var depth: Int?
        /// The story's key; set on pages with several stories only.
        var story: String?
        var storyTitle: String?
    }

    struct ParsedThread: Sendable {
        var story: FetchedStory?
        var comments: [CommentRow] = []
        var moreLink: String?
        var validator = ScrapedPageValidator()
    }

    func thread(_ html: String, host: String) throws(SourceError) -> ParsedThread {
        let root = HTMLDocument(html).root
        guard let top = root.first(selectors.selector("item.story")) else {
            throw missingElementError(.story, "item.story", host, root)
        }
        let row = top.first(selectors.selector("list.row"))
        var story = row.flatMap(story)
        if let text = top.first(selectors.selector("item.text")) {
            let cleaned = mapper.text(text.innerHTML)
            story?.body = cleaned.body
            story?.text = cleaned.plain
            story?.original = cleaned.original
        }
        let options = pollOptions(in: top, excluding: row)
        if !options.isEmpty {
            story?.pollOptions = options
            story?.kind = .poll
        }
        let rows = comments(in: root, by: story?.byline)
        if rows.isEmpty {
            guard row != nil else { throw missingElementError(.storyRow, "list.row", host, root) }
            let count = story?.commentCount ?? 0
            guard count == 0 else {
                throw missingElementError(.comments(count), "item.comment", host, root)
            }
            let isJob = story?.kind == .job
            guard
                isJob || root.first(selectors.selector("item.thread")) != nil
                    || root.first(selectors.selector("page.sign")) != nil
            else { throw missingElementError(.commentArea, "item.thread", host, root) }
        } else if !rows.contains(where: { $0.comment.moderationState != .shown || !$0.comment.original.isEmpty }) {
            throw missingElementError(.commentTexts, "item.body", host, root)
        }
        return ParsedThread(
            story: story, comments: rows, moreLink: root.first(selectors.selector("item.more"))?["href"],
            validator: validator(html, rows))
    }

    private func validator(_ html: String, _ rows: [CommentRow]) -> ScrapedPageValidator {
        var validator = ScrapedPageValidator()
        validator.checkEnd(of: html, with: selectors.text("page.end"))
        for row in rows {
            validator.count(.depth, isFound: row.depth != nil)
            validator.count(.time, isFound: row.comment.publishedAt != nil)
            if row.comment.moderationState != .deleted {
                validator.count(.author, isFound: row.comment.author != nil)
            }
            if row.comment.moderationState == .shown {
                validator.count(.text, isFound: !row.comment.original.isEmpty)
            }
        }
        return validator
    }

    private func pollOptions(in top: HTMLElement, excluding row: HTMLElement?) -> [PollOption] {
        top.all(selectors.selector("item.option")).filter { $0 != row }.compactMap { option in
            guard let text = option.first(selectors.selector("item.optionText")) else { return nil }
            let votes =
                option.next?.first(selectors.selector("item.optionPoints"))
                ?? option.first(selectors.selector("item.optionPoints"))
            return PollOption(text: text.text, votes: votes.flatMap { number($0.text) })
        }
    }

    /// Returns true if the element is the reply link. On pages of before 2021 an open paragraph keeps the link inside
    /// the text (HTML §13.2.6.4.7, "any other end tag").
    private func isReplyLink(_ element: HTMLElement) -> Bool { selectors.selector("member.reply").matches(element) }

    func comments(in root: HTMLElement, by author: String?) -> [CommentRow] {
        root.all(selectors.selector("item.comment")).compactMap { row in
            guard let id = id(row) else { return nil }
            let by = row.first(selectors.selector("item.author"))?.text
            let body = row.first(selectors.selector("item.body"))
            let story = row.first(selectors.selector("item.onStory"))
            let state = moderationState(row, body, hasAuthor: by != nil, on: story)
            var comment = mapper.comment(
                id: id, parent: nil, by: by, html: body?.innerHTML { isReplyLink($0) },
                publishedAt: row.first(selectors.selector("item.age")).flatMap(time).flatMap { Date(seconds: $0) },
                moderationState: state, fadePercent: body.map(selectors.fadePercent) ?? 0, storyAuthor: author)
            comment.isAuthorNew = row.first(selectors.selector("item.newAuthor")) != nil
            comment.isCollapsed = row.hasClass(selectors.text("item.collapsed"))
            return CommentRow(
                comment: comment, depth: depth(row),
                story: story?["href"].flatMap { $0.split(separator: "=").last.map(String.init) },
                storyTitle: story?.text)
        }
    }

    /// Returns the moderation state from the placeholder word or from the marks in the comment's header. The latter are
    /// on pages of members who see hidden comments.
    private func moderationState(
        _ row: HTMLElement, _ body: HTMLElement?, hasAuthor: Bool, on story: HTMLElement?
    ) -> FetchedComment.ModerationState {
        if let body {
            if let state = HackerNewsMapper.moderationState(ofText: body.text) { return state }
            let head = row.first(selectors.selector("item.head"))?.text ?? ""
            let marks = story.map { head.replacing($0.text, with: "") } ?? head
            if marks.contains(selectors.text("item.flagged")) { return .flagged }
            return marks.contains(selectors.text("item.dead")) ? .dead : .shown
        }
        let label = row.first(selectors.selector("item.place"))?.text ?? ""
        if label.contains(selectors.text("item.flagged")) { return .flagged }
        if label.contains(selectors.text("item.deleted")) { return .deleted }
        if label.contains(selectors.text("item.dead")) { return .dead }
        return hasAuthor ? .shown : .deleted
    }

    private static let maxDepth = 1_000

    private func depth(_ row: HTMLElement) -> Int? {
        let given = row.first(selectors.selector("item.indent"))?["indent"].flatMap {
            UntrustedInteger($0)?.int(clampedTo: 0...Self.maxDepth)
        }
        let width =
            row.first(selectors.selector("item.spacer"))?["width"].flatMap {
                UntrustedInteger($0)?.int(clampedTo: 0...1_000_000)
            }
        return (given ?? width.map { $0 / selectors.spacerWidth }).map { min(max(0, $0), Self.maxDepth) }
    }

    /// Returns the comments with parents derived from their depths.
    func nestedComments(_ rows: [CommentRow]) -> [FetchedComment] {
        var path: [String] = []
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard seen.insert(row.comment.key).inserted else { return nil }
            path = Array(path.prefix(row.depth ?? 0))
            var comment = row.comment
            comment.parentKey = path.last
            path.append(comment.key)
            return comment
        }
    }
}
