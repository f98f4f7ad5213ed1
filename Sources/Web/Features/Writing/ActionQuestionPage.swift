import Library
import Markup
import News
import URLs

/// A page that asks for confirmation before an item is deleted or flagged at its origin; script shows it as a sheet.
struct ActionQuestionPage {
    enum Kind: String { case delete, flag }

    let kind: Kind
    let story: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let comment = scope.query.id("comment").map(CommentID.init(rawValue:))
        let (_, source) = try await scope.library.outbox.item(story: story, comment: comment)
        guard let rules = scope.library.outbox.rules(of: source),
            rules.actions.contains(kind == .flag ? .flag : .delete)
        else { throw .notThere }
        let view = try await scope.library.memberViews.view(of: story, for: scope.reader)
        let item = comment.map { view.comments[$0] } ?? view.story
        let title = kind == .flag ? Strings.flagTitle : Strings.deleteTitle
        let layout = PageLayout(
            scope: scope, title: title, kind: .story, left: .back(.comments(story, in: nil)), barTitle: title,
            actions: [])
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(title)
                w.raw("</h1><div")
                w.attribute("id", "sheet-\(kind.rawValue)")
                w.raw("><div class=\"menu leave\">")
                write(scope, source, comment, isFlagged: item?.isFlagged == true, &w)
                w.raw("</div></div></div>")
            })
    }

    private func write(
        _ scope: RequestScope, _ source: StorySource, _ comment: CommentID?, isFlagged: Bool, _ w: inout HTMLWriter
    ) {
        let host = source.site.host
        w.raw("<p>")
        w.text(
            kind == .flag
                ? Strings.confirmFlag(host) : Strings.confirmDeletion(host, isStory: comment == nil))
        w.raw("</p><div class=\"button-row\">")
        let back = scope.path(Route.comments(story, in: nil)) + (comment.map { "#c\($0.rawValue)" } ?? "")
        var fields = [
            ("item", ItemReference(story: story, comment: comment).text), ("token", FormToken.make()),
        ]
        if kind == .flag { fields.append(("on", isFlagged ? "0" : "1")) }
        ActionForm(
            scope, writing: kind == .flag ? .flag : .delete, returnPath: back, fields: fields, style: "native-submit"
        ).write(into: &w) { w in
            w.raw("<button class=\"button primary\">")
            w.text(kind == .delete ? Strings.deleteNow : isFlagged ? Strings.unflagNow : Strings.flagNow)
            w.raw("</button>")
        }
        w.raw("<a class=\"button\" data-close")
        w.attribute("href", back)
        w.raw(">")
        w.text(Strings.cancel)
        w.raw("</a></div>")
    }
}
