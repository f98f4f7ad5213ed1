import Library
import Markup
import News
import URLs

/// A page with the actions on a comment; script shows it as a sheet.
struct CommentMenuPage {
    let story: StoryID
    let id: CommentID

    /// Returns the page.
    /// - Throws: `.notThere`, also if the thread no longer has the comment.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let service = scope.library.discussions
        let details = try await service.thread(of: story, for: scope.reader)
        guard service.isSupported(by: details.source),
            let index = details.comments.firstIndex(where: { $0.id == id })
        else { throw .notThere }
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        let layout = PageLayout(
            scope: scope, title: Strings.commentMenu, kind: .story, left: .back(.comments(story, in: list)),
            barTitle: Strings.commentMenu, actions: [])
        let writing = try await ThreadPostingContext(
            details.row, at: details.source, acceptsComments: details.acceptsComments, for: scope)
        let menu = CommentMenuView(scope: scope, details: details, list: list, index: index, writing: writing)
        // The content changes with every fetch.
        return HTMLPage(isCacheable: false, layout.document { w in menu.write(into: &w) })
    }
}

private struct CommentMenuView {
    let scope: RequestScope
    let details: ThreadDetails
    let list: StoryList?
    let index: Int
    let writing: ThreadPostingContext?

    private var comment: CommentDetails { details.comments[index] }

    /// The comment after all replies, for a jump link. Top-level comments always have one, to step along them; nil for
    /// a reply without replies, or at the end.
    private var next: CommentID? {
        let after = index + comment.replyCount + 1
        guard after < details.comments.count, comment.replyCount > 0 || comment.depth == 0 else { return nil }
        return details.comments[after].id
    }

    func write(into w: inout HTMLWriter) {
        let title = Strings.comment(by: comment.author, on: details.row.title)
        w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
        w.text(Strings.commentMenu)
        w.raw("</h1><div id=\"sheet-comment\"><div class=\"menu\"")
        if let link = comment.link { w.attribute("data-original", link.text) }
        w.attribute("data-title", title)
        w.raw("><p class=\"menu-title\">")
        w.text(title)
        w.raw("</p><ul class=\"menu-lines\">")
        if let writing { OriginMenuItems(writing: writing, comment: comment).write(into: &w) }
        if let parent = comment.parent { writeJumpLink(parent, .back, Strings.parent, &w) }
        if let next { writeJumpLink(next, .down, Strings.nextComment, &w) }
        if let link = comment.link { writeLinkItems(link, &w) }
        w.raw("</ul></div></div></div>")
    }

    /// Writes a link to a comment; script scrolls to it on the page below.
    private func writeJumpLink(_ to: CommentID, _ icon: Icon, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<li><a data-jump")
        w.attribute("href", scope.path(Route.comments(details.row.id, in: list)) + "#c\(to.rawValue)")
        w.raw(">")
        icon.write(scope, into: &w)
        w.text(words)
        w.raw("</a></li>")
    }

    private func writeLinkItems(_ link: WebAddress, _ w: inout HTMLWriter) {
        if comment.moderationState == .shown {
            w.raw("<li><button type=\"button\" data-share hidden>")
            Icon.share.write(scope, into: &w)
            w.text(Strings.share)
            w.raw("</button></li>")
            CopyLinkItems.write(scope, link, into: &w)
        }
        guard let page = scope.linkedPageURL(link, from: details.row.id, in: list) else { return }
        w.raw("<li>")
        ExternalLink(scope: scope, link: page).write(
            .external, Strings.openAt(link.host), style: "", omitsShortcut: true, into: &w)
        w.raw("</li>")
    }
}
