import Library
import Markup
import News

/// What a community gives a story, else how much it is talked about, in a column of 56 px before its title; empty where its
/// origin does not count, and for places to work.
enum CountColumn {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<span class=\"count-column\">")
        if row.kind != .job, let count = row.points ?? row.commentCount {
            w.raw("<b>")
            w.text(short(count))
            w.raw("</b><small>")
            if row.points != nil {
                w.text(count == 1 ? "point" : "points")
            } else {
                w.text(count == 1 ? "comment" : "comments")
            }
            w.raw("</small>")
        }
        w.raw("</span>")
    }

    /// "999", "1.2k": at most four letters wide.
    static func short(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(max(0, count))"
        case ..<10_000: "\(count / 1000).\(count % 1000 / 100)k"
        default: "\(min(999, count / 1000))k"
        }
    }
}
