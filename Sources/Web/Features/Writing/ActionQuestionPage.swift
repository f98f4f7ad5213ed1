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
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: title)
                    w.element(.div, [.id("sheet-\(kind.rawValue)")]) { w in
                        w.element(.div, class: "menu leave") { w in
                            write(scope, source, comment, isFlagged: item?.isFlagged == true, &w)
                        }
                    }
                }
            })
    }

    private func write(
        _ scope: RequestScope, _ source: StorySource, _ comment: CommentID?, isFlagged: Bool, _ w: inout HTMLWriter
    ) {
        let name = SiteName.of(source, in: scope)
        let isFlag = kind == .flag
        let question = isFlag ? Strings.confirmFlag(name) : Strings.confirmDeletion(name, isStory: comment == nil)
        let answer = !isFlag ? Strings.deleteNow : isFlagged ? Strings.unflagNow : Strings.flagNow
        let back = scope.path(Route.comments(story, in: nil)) + (comment.map { "#c\($0.rawValue)" } ?? "")
        var fields = [
            ("item", StoryOrCommentReference(story: story, comment: comment).text), ("token", FormToken.make()),
        ]
        if isFlag { fields.append(("on", isFlagged ? "0" : "1")) }
        let form = ActionForm(
            scope, isFlag ? .flag : .delete, returnPath: back, fields: fields, style: "native-submit")
        w.element(.p, text: question)
        w.element(.div, class: "button-row") { w in
            form.writeButton(answer, style: "button primary", into: &w)
            w.element(.a, class: "button", [.data(.close), .href(back)], text: Strings.cancel)
        }
    }
}
