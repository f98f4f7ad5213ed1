import Library
import Markup
import News

/// A link to the comments, which script shows in the right panel.
struct CommentsButton {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    /// True if the source has discussions; job postings have no comments (HN-63).
    var isOffered: Bool {
        guard details.row.kind != .job, let source = details.source else { return false }
        return scope.library.discussions.isSupported(by: source)
    }

    func write(style: StaticString, into w: inout HTMLWriter) {
        w.element(
            .a,
            [
                .data(.panel, "right"), .class(style), .data(.comments, Int(details.row.id.rawValue)),
                .href(scope.path(Route.comments(details.row.id, in: list))),
            ]
        ) { w in
            Icon.comments.write(scope, into: &w)
            w.element(.span) { w in
                if let count = details.row.commentCount {
                    CommentCountView.write(count, new: details.row.newCommentCount, into: &w)
                } else {
                    w.text(Strings.comments)
                }
            }
        }
    }
}

/// A view of a story's comment count, which script keeps current.
enum CommentCountView {
    /// Writes the count with a separator before it; nothing for jobs or without comments.
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let count = row.commentCount, count > 0, row.kind != .job else { return }
        w.element(
            .span, class: "badge comments-link separated", [.data(.comments, Int(row.id.rawValue))]
        ) { w in write(count, new: row.newCommentCount, into: &w) }
    }

    /// Writes a link to the comments beside a row's own link, where only the number is seen.
    static func writeTarget(_ scope: RequestScope, _ row: StoryRow, in list: StoryList?, into w: inout HTMLWriter) {
        guard let count = row.commentCount, row.kind != .job else { return }
        w.element(
            .a, class: "comments-link",
            [.data(.comments, Int(row.id.rawValue)), .href(scope.path(Route.comments(row.id, in: list)))]
        ) { w in
            Icon.comments.write(scope, into: &w)
            w.element(.span, [.data(.commentCount)]) { w in
                w.number(count)
                w.element(.span, class: "visually-hidden", text: " \(Plural.comment.form(count))")
            }
            writeNew(row.newCommentCount, into: &w)
        }
    }

    static func write(_ count: Int, new: Int, into w: inout HTMLWriter) {
        w.element(.span, [.data(.commentCount)], text: Strings.comments(count))
        writeNew(new, into: &w)
    }

    private static func writeNew(_ new: Int, into w: inout HTMLWriter) {
        guard new > 0 else { return }
        w.text(" ")
        w.element(.b, class: "is-new", text: Strings.newComments(new))
    }
}
