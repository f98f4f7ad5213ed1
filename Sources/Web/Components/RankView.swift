import Library
import Markup
import News

/// A view of a rank as the origin numbers its list ("3.").
enum RankView {
    static func write(_ rank: Int, into w: inout HTMLWriter) {
        w.element(
            .span, class: "rank",
            more: { w in
                w.attribute(.role("img"))
                w.attribute(.aria("label", Strings.rank(rank)))
            }
        ) { w in
            w.number(rank)
            w.text(".")
        }
    }
}

/// A view of a story's points, to which script adds a vote.
enum PointsView {
    /// Writes the points; nothing for jobs, or if the origin does not count them.
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let points = row.points, row.kind != .job else { return }
        w.element(
            .span, class: "points", [.data(.points, Int(clamping: row.id.rawValue))], text: Strings.points(points))
    }
}
