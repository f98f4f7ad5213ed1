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
        w.element(.div, class: "page-column") { w in
            w.element(.h1, class: "visually-hidden", text: Strings.commentMenu)
            w.element(.div, [.id("sheet-comment")]) { w in
                w.element(
                    .div, class: "menu", [.data(.original, comment.link?.text), .data(.title, title)]
                ) { w in
                    w.element(
                        .p, class: "menu-title",
                        text: Strings.comment(by: comment.author, on: scope.title(of: details.row)))
                    w.element(.ul, class: "menu-lines") { w in writeItems(&w) }
                }
            }
        }
    }

    private func writeItems(_ w: inout HTMLWriter) {
        if let writing { OriginMenuItems(writing: writing, comment: comment).write(into: &w) }
        if let parent = comment.parent { writeJumpLink(parent, .back, Strings.parent, &w) }
        if let next { writeJumpLink(next, .down, Strings.nextComment, &w) }
        if let link = comment.link { writeLinkItems(link, &w) }
    }

    /// Writes a link to a comment; script scrolls to it on the page below.
    private func writeJumpLink(_ to: CommentID, _ icon: Icon, _ words: String, _ w: inout HTMLWriter) {
        let path = scope.path(Route.comments(details.row.id, in: list)) + "#c\(to.rawValue)"
        w.element(.li) { w in
            w.element(.a, [.data(.jump), .href(path)]) { w in
                icon.write(scope, into: &w)
                w.text(words)
            }
        }
    }

    private func writeLinkItems(_ link: WebAddress, _ w: inout HTMLWriter) {
        if comment.moderationState == .shown {
            w.element(.li) { w in
                w.element(.button, [.type("button"), .data(.share), .hidden()]) { w in
                    Icon.share.write(scope, into: &w)
                    w.text(Strings.share)
                }
            }
            CopyLinkItems.write(scope, link, into: &w)
        }
        guard let page = scope.linkedPageURL(link, from: details.row.id, in: list) else { return }
        w.element(.li) { w in
            ExternalLink(scope: scope, link: page).write(
                .external, Strings.openAt(link.host), omitsShortcut: true, into: &w)
        }
    }
}
