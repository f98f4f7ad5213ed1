import Library
import Markup
import News

/// The actions at the origin, as lines of a story's or comment's menu.
struct OriginMenuItems {
    let writing: ThreadPostingContext
    /// The comment; nil for the story.
    var comment: CommentDetails?

    private var scope: RequestScope { writing.scope }
    private var code: ItemReference { ItemReference(story: writing.story.id, comment: comment?.id) }

    func write(into w: inout HTMLWriter) {
        let offers = writing.offers(comment?.id)
        if let comment, writing.canReply(to: comment) {
            writeLine(&w) { w in writing.writeReply(to: comment, Strings.reply, style: "", into: &w) }
        }
        if let comment, offers.hasEdit {
            writeLink(scope.path(.edit(writing.story.id, comment.id)), Strings.editComment, "", &w)
        }
        if offers.hasDelete {
            writeLink(
                scope.path(.deletion(writing.story.id, comment?.id)), Strings.deleteItem, "data-sheet=\"delete\"", &w)
        }
        if offers.hasFavourite {
            let isOn = offers.item?.isFavourite == true
            writeForm(
                WritingAction.favourite, isOn, isOn ? Strings.removeOriginFavourite : Strings.addOriginFavourite, &w)
        }
        if comment == nil, offers.hasHide {
            let isOn = offers.item?.isHidden == true
            writeForm(WritingAction.hide, isOn, isOn ? Strings.unhideStory : Strings.hideStory, &w)
        }
        if offers.hasFlag {
            let words = offers.item?.isFlagged == true ? Strings.unflag : Strings.flag
            writeLink(scope.path(.flag(writing.story.id, comment?.id)), words, "data-sheet=\"flag\"", &w)
        }
    }

    private func writeLine(_ w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
        w.raw("<li>")
        content(&w)
        w.raw("</li>")
    }

    private func writeLink(_ path: String, _ words: String, _ attribute: StaticString, _ w: inout HTMLWriter) {
        writeLine(&w) { w in
            w.raw("<a ")
            w.raw(attribute)
            w.attribute("href", path)
            w.raw(">")
            w.text(words)
            w.raw("</a>")
        }
    }

    private func writeForm(_ action: WritingAction, _ isOn: Bool, _ words: String, _ w: inout HTMLWriter) {
        let fields = [("item", code.text), ("on", isOn ? "0" : "1"), ("token", FormToken.make())]
        let form = ActionForm(
            scope, writing: action, returnPath: scope.path(Route.story(writing.story.id, in: nil)), fields: fields,
            style: "native-submit")
        writeLine(&w) { w in
            form.write(into: &w) { w in
                w.raw("<button><span>")
                w.text(words)
                w.raw("</span></button>")
            }
        }
    }
}
