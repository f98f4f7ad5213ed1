import Library
import Markup
import News

/// A view of a comment outside its thread, with a link to it.
struct LocatedCommentView {
    let scope: RequestScope
    let located: ProfileDetails.LocatedComment
    /// True in lists with comments of several people.
    var showsAuthor = false
    var isNew = false

    private var comment: FetchedComment { located.comment.comment }

    func write(into w: inout HTMLWriter) {
        w.raw(isNew ? "<article class=\"located-comment is-new\"><p>" : "<article class=\"located-comment\"><p>")
        if isNew {
            w.raw("<span class=\"is-new\">")
            w.text(Strings.newMark)
            w.raw("</span> · ")
        }
        if showsAuthor, let author = comment.author {
            w.raw("<b>")
            w.text(author)
            w.raw("</b> ")
        }
        writeStory(&w)
        if let at = comment.publishedAt { TimeView.write(scope, at, into: &w) }
        w.raw("</p><div class=\"text comment-text\">")
        w.safe(comment.body.linkingToLinkedPages(scope, story: nil, list: nil))
        w.raw("</div></article>")
    }

    private func writeStory(_ w: inout HTMLWriter) {
        guard let title = located.comment.storyTitle ?? (located.localTarget == nil ? nil : Strings.backToStory) else {
            return
        }
        w.text(showsAuthor && comment.author != nil ? Strings.commentedOnAfterName : Strings.commentedOn)
        w.raw(" ")
        if let path {
            w.raw("<a")
            w.attribute("href", path)
            w.raw(">")
            w.text(title)
            w.raw("</a>")
        } else {
            w.text(title)
        }
        w.raw(" · ")
    }

    private var path: String? {
        if let target = located.localTarget {
            return scope.path(Route.comments(target.story, in: nil)) + (target.comment.map { "#c\($0.rawValue)" } ?? "")
        }
        return comment.link.flatMap { scope.linkedPageURL($0) }.map { scope.path(Route.linkedPage($0)) }
    }
}
