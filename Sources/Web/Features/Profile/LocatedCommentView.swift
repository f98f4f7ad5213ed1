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
        w.element(.article, [.class("located-comment", isNew ? "is-new" : nil)]) { w in
            w.element(.p) { w in
                if isNew {
                    w.element(.span, class: "is-new", text: Strings.newMark)
                    w.text(" · ")
                }
                if showsAuthor, let author = comment.author {
                    w.element(.b, text: author)
                    w.text(" ")
                }
                writeStory(&w)
                if let at = comment.publishedAt { TimeView.write(scope, at, into: &w) }
            }
            w.element(.div, class: "text comment-text") { w in
                w.safe(comment.body.linkingToLinkedPages(scope, story: nil, list: nil))
            }
        }
    }

    private func writeStory(_ w: inout HTMLWriter) {
        guard let title = located.comment.storyTitle ?? (located.localTarget == nil ? nil : Strings.backToStory) else {
            return
        }
        w.text(showsAuthor && comment.author != nil ? Strings.commentedOnAfterName : Strings.commentedOn)
        w.text(" ")
        if let path { w.element(.a, [.href(path)], text: title) } else { w.text(title) }
        w.text(" · ")
    }

    private var path: String? {
        if let target = located.localTarget {
            return scope.path(Route.comments(target.story, in: nil)) + (target.comment.map { "#c\($0.rawValue)" } ?? "")
        }
        return comment.link.flatMap { scope.linkedPageURL($0) }.map { scope.path(Route.linkedPage($0)) }
    }
}
