import Library
import Markup
import News

/// The actions at the origin, as lines of a story's or comment's menu.
struct OriginMenuItems {
    let writing: ThreadPostingContext
    /// The comment; nil for the story.
    var comment: CommentDetails?

    private var scope: RequestScope { writing.scope }
    private var code: StoryOrCommentReference { StoryOrCommentReference(story: writing.story.id, comment: comment?.id) }

    func write(into w: inout HTMLWriter) {
        let offers = writing.offers(comment?.id)
        if let comment, writing.canReply(to: comment) {
            w.element(.li) { w in writing.writeReply(to: comment, Strings.reply, style: "", into: &w) }
        }
        if let comment, offers.hasEdit {
            writeLink(scope.path(.edit(writing.story.id, comment.id)), Strings.editComment, &w)
        }
        if offers.hasDelete {
            writeLink(
                scope.path(.deletion(writing.story.id, comment?.id)), Strings.deleteItem, sheet: "delete", &w)
        }
        if offers.hasFavourite {
            let isOn = offers.item?.isFavourite == true
            writeForm(
                .favourite, isOn, isOn ? Strings.removeOriginFavourite : Strings.addOriginFavourite, &w)
        }
        if comment == nil, offers.hasHide {
            let isOn = offers.item?.isHidden == true
            writeForm(.hide, isOn, isOn ? Strings.unhideStory : Strings.hideStory, &w)
        }
        if offers.hasFlag {
            let words = offers.item?.isFlagged == true ? Strings.unflag : Strings.flag
            writeLink(scope.path(.flag(writing.story.id, comment?.id)), words, sheet: "flag", &w)
        }
    }

    /// Writes a link.
    /// - Parameter sheet: the sheet in which script shows the link's page.
    private func writeLink(_ path: String, _ words: String, sheet: String? = nil, _ w: inout HTMLWriter) {
        w.element(.li) { w in
            w.element(.a, [.data(.sheet, sheet), .href(path)], text: words)
        }
    }

    private func writeForm(_ action: ActionName, _ isOn: Bool, _ words: String, _ w: inout HTMLWriter) {
        let fields = [("item", code.text), ("on", isOn ? "0" : "1"), ("token", FormToken.make())]
        let form = ActionForm(
            scope, action, returnPath: scope.path(Route.story(writing.story.id, in: nil)), fields: fields,
            style: "native-submit")
        w.element(.li) { w in
            form.write(into: &w) { w in
                w.element(.button) { w in w.element(.span, text: words) }
            }
        }
    }
}
