import Foundation
import Library
import Markup
import News
import URLs

/// A view of a comment. The markup is short, since a page may have a thousand comments.
struct CommentView {
    let tree: CommentTreeView
    let comment: CommentDetails
    /// The estimated height from `CommentTreeView.heightSteps`.
    let heightStep: Int

    private var scope: RequestScope { tree.scope }

    /// Writes the comment, with the list of replies that `replies` writes.
    func write(into w: inout HTMLWriter, replies: (inout HTMLWriter) -> Void) {
        let isSubdued = comment.moderationState != .shown || comment.kind == .pingback
        // Script shares this link.
        let original = comment.moderationState == .shown ? comment.link?.text : nil
        w.element(
            .li,
            [
                .class(
                    "comment", comment.isNew ? "is-new" : nil, isSubdued ? "subdued" : nil,
                    comment.isAuthorNew ? "new-account" : nil),
                .id("c", Int(comment.id.rawValue)), .data(.heightStep, heightStep), .data(.original, original),
            ]
        ) { w in
            // The links are outside the summary: screen readers hide links inside interactive elements.
            if let name = linkedName {
                let path = scope.path(Route.profile(tree.details.source.id, name, .about))
                w.element(.a, class: "author", [.href(path)], text: name)
            }
            writeTools(&w)
            w.element(.details, [.open(!comment.isCollapsed)]) { w in
                w.element(.summary) { w in writeHead(&w) }
                writeText(&w)
                tree.writing?.writeOwn(under: comment.id, into: &w)
                replies(&w)
            }
        }
    }

    private var linkedName: String? { tree.hasProfiles ? comment.author : nil }

    /// Writes what can be done with the comment, at the end of its head.
    private func writeTools(_ w: inout HTMLWriter) {
        w.element(.span, class: "comment-tools") { w in
            tree.writing?.writeVotes(comment, into: &w)
            tree.writing?.writeReply(to: comment, Strings.reply, style: "reply-button", into: &w)
            writeMenuLink(&w)
        }
    }

    /// Writes the link to the comment's menu; the style sheet draws its dots.
    private func writeMenuLink(_ w: inout HTMLWriter) {
        guard comment.link != nil || tree.details.comments.count > 1 else { return }
        w.element(
            .a, class: "comment-menu",
            [
                .data(.sheet, "comment"),
                .href(scope.path(Route.commentMenu(tree.details.row.id, comment.id, in: tree.list))),
                .aria("label", Strings.commentMenu(of: comment.author)),
            ])
    }

    private func writeHead(_ w: inout HTMLWriter) {
        writeAuthor(&w)
        if comment.isAuthorNew { writeBadge(Strings.newAccount, "visually-hidden", &w) }
        if let at = comment.publishedAt { TimeView.write(scope, at, isSpelled: true, into: &w) }
        if comment.isNew { writeBadge(Strings.newMark, "is-new", &w) }
        if let state = Strings.moderationState(comment.moderationState) { writeBadge(state, "moderation-state", &w) }
        if comment.kind == .pingback { writeBadge(Strings.pingback, "moderation-state", &w) }
        if comment.fadePercent > 0 { writeBadge(Strings.votedDown, "visually-hidden", &w) }
        if comment.depth >= CommentTreeView.levelLabelDepth { writeBadge(Strings.level(comment.depth), "level", &w) }
        if comment.replyCount > 0 { writeBadge(Strings.answers(comment.replyCount), "collapsed-count", &w) }
    }

    private func writeAuthor(_ w: inout HTMLWriter) {
        if let name = linkedName {
            writeBadge(name, "visually-hidden", &w)
        } else if let name = comment.author ?? (comment.moderationState == .shown ? Strings.nobody : nil) {
            w.element(.b, text: name)
        }
        guard comment.isByAuthor else { return }
        w.element(.span, class: "thread-author", [.title(Strings.byAuthor)]) { w in
            w.element(.span, [.aria("hidden", "true")], text: Strings.byAuthorMark)
            writeBadge(Strings.byAuthor, "visually-hidden", &w)
        }
    }

    private func writeBadge(_ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.element(.span, [.class(style)], text: words)
    }

    private func writeText(_ w: inout HTMLWriter) {
        let fade: StaticString? =
            switch comment.fadePercent {
            case ..<1: nil
            case ..<35: "fade-1"
            case ..<70: "fade-2"
            default: "fade-3"
            }
        w.element(.div, [.class("text comment-text", fade)]) { w in
            if comment.body.isEmpty, comment.moderationState == .deleted {
                w.element(.p, text: Strings.deletedText)
            } else {
                w.safe(rewriteLinks(comment.body.withScrollingFormulas))
            }
            writeFullAddresses(&w)
        }
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
        w.element(.ul, class: "full-links") { w in
            for address in cut {
                w.element(.li) { w in
                    w.element(.a, [.href(path(to: address) ?? address.text)], text: address.text)
                }
            }
        }
    }
}
