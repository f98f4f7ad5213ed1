import Foundation
import Library
import Markup
import News
import URLs

/// A view of a comment without its end tag: `CommentTreeView` closes it after the replies. The markup is short, since a
/// page may have a thousand comments.
struct CommentView {
    let tree: CommentTreeView
    let comment: CommentDetails
    /// The estimated height from `CommentTreeView.heightSteps`.
    let heightStep: Int

    private var scope: RequestScope { tree.scope }

    func write(into w: inout HTMLWriter) {
        w.raw("<li class=\"comment")
        if comment.isNew { w.raw(" is-new") }
        if comment.moderationState != .shown || comment.kind == .pingback { w.raw(" subdued") }
        if comment.isAuthorNew { w.raw(" new-account") }
        w.raw("\" id=\"c")
        w.number(Int(comment.id.rawValue))
        w.raw("\"")
        w.attribute("data-height-step", heightStep)
        // Script shares this link.
        if comment.moderationState == .shown, let link = comment.link { w.attribute("data-original", link.text) }
        w.raw(">")
        tree.writing?.writeVotes(comment, into: &w)
        // The links are outside the summary: screen readers hide links inside interactive elements.
        if let name = linkedName { writeProfileLink(name, &w) }
        writeMenuLink(&w)
        w.raw(comment.isCollapsed ? "<details>" : "<details open>")
        writeHead(&w)
        writeText(&w)
    }

    private func writeHead(_ w: inout HTMLWriter) {
        w.raw("<summary>")
        writeAuthor(&w)
        if comment.isByAuthor { writeAuthorMark(&w) }
        if comment.isAuthorNew { writeBadge(Strings.newAccount, "visually-hidden", &w) }
        if let at = comment.publishedAt { TimeView.write(scope, at, isSpelled: true, into: &w) }
        if comment.isNew { writeBadge(Strings.newMark, "is-new", &w) }
        if let state = Strings.moderationState(comment.moderationState) { writeBadge(state, "moderation-state", &w) }
        if comment.kind == .pingback { writeBadge(Strings.pingback, "moderation-state", &w) }
        if comment.fadePercent > 0 { writeBadge(Strings.votedDown, "visually-hidden", &w) }
        if comment.depth >= CommentTreeView.levelLabelDepth { writeBadge(Strings.level(comment.depth), "level", &w) }
        if comment.replyCount > 0 {
            w.raw("<span class=\"collapsed-count\">")
            w.text(Strings.answers(comment.replyCount))
            w.raw("</span>")
        }
        w.raw("</summary>")
    }

    private func writeAuthorMark(_ w: inout HTMLWriter) {
        w.raw("<span class=\"thread-author\"")
        w.attribute("title", Strings.byAuthor)
        w.raw("><span aria-hidden=\"true\">")
        w.text(Strings.byAuthorMark)
        w.raw("</span>")
        writeBadge(Strings.byAuthor, "visually-hidden", &w)
        w.raw("</span>")
    }

    private var linkedName: String? { tree.hasProfiles ? comment.author : nil }

    private func writeProfileLink(_ name: String, _ w: inout HTMLWriter) {
        w.raw("<a class=\"author\"")
        w.attribute("href", scope.path(Route.profile(tree.details.source.id, name, .about)))
        w.raw(">")
        w.text(name)
        w.raw("</a>")
    }

    /// Writes the link to the comment's menu; the style sheet draws its dots.
    private func writeMenuLink(_ w: inout HTMLWriter) {
        guard comment.link != nil || tree.details.comments.count > 1 else { return }
        w.raw("<a class=\"comment-menu\" data-sheet=\"comment\"")
        w.attribute("href", scope.path(Route.commentMenu(tree.details.row.id, comment.id, in: tree.list)))
        w.attribute("aria-label", Strings.commentMenu(of: comment.author))
        w.raw("></a>")
    }

    private func writeAuthor(_ w: inout HTMLWriter) {
        if let name = linkedName { return writeBadge(name, "visually-hidden", &w) }
        guard let name = comment.author ?? (comment.moderationState == .shown ? Strings.nobody : nil) else { return }
        w.raw("<b>")
        w.text(name)
        w.raw("</b>")
    }

    private func writeBadge(_ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.raw("<span class=\"")
        w.raw(style)
        w.raw("\">")
        w.text(words)
        w.raw("</span>")
    }

    private func writeText(_ w: inout HTMLWriter) {
        w.raw("<div class=\"text comment-text")
        switch comment.fadePercent {
        case ..<1: break
        case ..<35: w.raw(" fade-1")
        case ..<70: w.raw(" fade-2")
        default: w.raw(" fade-3")
        }
        w.raw("\">")
        if comment.body.isEmpty, comment.moderationState == .deleted {
            w.raw("<p>")
            w.text(Strings.deletedText)
            w.raw("</p>")
        } else {
            w.safe(rewriteLinks(comment.body.withScrollingFormulas))
        }
        writeFullAddresses(&w)
        w.raw("</div>")
        tree.writing?.writeReply(to: comment, Strings.reply, style: "quiet reply-button", into: &w)
        tree.writing?.writeOwn(under: comment.id, into: &w)
    }

    /// Returns the text with links to stored stories and comments leading to their local pages (HN-70), and pictures
    /// replaced by links.
    private func rewriteLinks(_ body: SafeHTML) -> SafeHTML {
        let body = body.linkingForeignPictures
        guard body.contains("href=") else { return body }
        return body.mappingLinks { reference in
            guard reference.hasPrefix("http"), let address = WebAddress(reference) else { return nil }
            return path(to: address)
        }
    }

    private func path(to address: WebAddress) -> String? {
        if let target = tree.details.localTargets[address.text] {
            if target.story == tree.details.row.id, let comment = target.comment { return "#c\(comment.rawValue)" }
            return scope.path(Route.comments(target.story, in: nil)) + (target.comment.map { "#c\($0.rawValue)" } ?? "")
        }
        return scope.linkedPageURL(address, from: tree.details.row.id, in: tree.list).map {
            scope.path(Route.linkedPage($0))
        }
    }

    /// Writes in full the addresses whose link text is truncated (HN-19).
    private func writeFullAddresses(_ w: inout HTMLWriter) {
        let cut = LinkExtractor.truncatedLinks(in: comment.body)
        guard !cut.isEmpty else { return }
        w.raw("<ul class=\"full-links\">")
        for address in cut {
            w.raw("<li><a")
            w.attribute("href", path(to: address) ?? address.text)
            w.raw(">")
            w.text(address.text)
            w.raw("</a></li>")
        }
        w.raw("</ul>")
    }
}
