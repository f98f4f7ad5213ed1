import Library
import Markup
import News
import URLs

struct StoryActionsView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    func write(into w: inout HTMLWriter) {
        let row = details.row
        w.raw("<div class=\"acts\">")
        let comments = CommentsButton(scope: scope, details: details, list: list)
        if comments.isOffered { comments.write(style: "quiet", into: &w) }
        writeMarkForm("read", row.isRead, row.isRead ? Strings.markUnread : Strings.markRead, .ring, &w)
        if scope.edition.options.allowsSaving {
            writeMarkForm(
                "saved", row.isSaved, row.isSaved ? Strings.unsave : Strings.save, row.isSaved ? .saveOn : .save, &w)
        }
        if let link = row.link {
            w.raw("<button class=\"quiet\" type=\"button\" data-share hidden>")
            Icon.share.write(scope, into: &w)
            w.raw("Share</button>")
            writeOriginal(link, &w)
        }
        FullTextView(scope: scope, details: details, list: list).writeAction(into: &w)
        if !comments.isOffered, let discussion = details.discussionLink {
            w.raw("<a class=\"quiet\" target=\"_blank\" rel=\"noopener noreferrer\"")
            w.attribute("href", discussion.text)
            w.raw(">")
            w.text(details.commentCount.map { "\($0) comments" } ?? "Comments")
            w.raw("</a>")
        }
        writeMarkAboveForm(&w)
        w.raw("</div>")
    }

    /// Shown in the app, or opened in the browser after a confirmation.
    private func writeOriginal(_ link: WebAddress, _ w: inout HTMLWriter) {
        if let page = scope.linkedPageURL(link, from: details.row.id, in: list) {
            if details.fullText.state != .shown {
                w.raw("<a class=\"quiet\"")
                w.attribute("href", scope.path(Route.linkedPage(page)))
                w.raw(">")
                Icon.chevron.write(scope, into: &w)
                w.text(Strings.readPage)
                w.raw("</a>")
            }
            return ExternalLink(scope: scope, link: page).write(.external, Strings.original, style: "quiet", into: &w)
        }
        w.raw("<a class=\"quiet\" target=\"_blank\" rel=\"noopener noreferrer\" data-v")
        w.attribute("href", link.text)
        w.raw(">")
        Icon.external.write(scope, into: &w)
        w.text(Strings.original)
        w.raw("</a>")
    }

    private func writeMarkAboveForm(_ w: inout HTMLWriter) {
        guard let list, !list.isSaved, details.previous != nil else { return }
        ActionForm(
            scope, .markRead, returnPath: scope.path(list.route),
            fields: [
                ("list", list.code), ("above", String(details.row.id.rawValue)),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            Icon.check.write(scope, into: &w)
            w.raw("<span>")
            w.text(Strings.markAbove)
            w.raw("</span></button>")
        }
    }

    private func writeMarkForm(_ kind: String, _ isOn: Bool, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .setMark, returnPath: scope.currentURI,
            fields: [
                ("story", String(details.row.id.rawValue)), ("kind", kind), ("value", isOn ? "0" : "1"),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\"")
            w.attribute("data-toggle", kind)
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.raw(">")
            icon.write(scope, into: &w)
            w.raw("<span>")
            w.text(words)
            w.raw("</span></button>")
        }
    }
}
