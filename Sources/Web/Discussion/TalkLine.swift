import Library
import Markup
import News

/// How much is said of a story, as a row tells it: "131 comments, 3 new". Script keeps it current.
enum TalkLine {
    /// - Parameter isFirst: whether no point stands before it.
    static func write(_ row: StoryRow, isFirst: Bool = false, into w: inout HTMLWriter) {
        guard let count = row.commentCount, count > 0, row.kind != .job else { return }
        if !isFirst { w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span>") }
        w.raw("<span class=\"kind talk\"")
        w.attribute("data-talk", Int(row.id.rawValue))
        w.raw(">")
        write(count, new: row.newComments, into: &w)
        w.raw("</span>")
    }

    static func write(_ count: Int, new: Int, into w: inout HTMLWriter) {
        w.raw("<span data-count>")
        w.text(Words.comments(count))
        w.raw("</span>")
        guard new > 0 else { return }
        w.raw(" <b class=\"fresh\">")
        w.text(Words.newComments(new))
        w.raw("</b>")
    }
}
