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

/// A column with the rank and the points, or else the comment count; jobs and stories without counts have only the
/// rank.
enum ScoreColumn {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        w.element(.span, class: "count-column") { w in
            if let rank = row.rank { RankView.write(rank, into: &w) }
            if row.kind != .job, let count = row.points ?? row.commentCount {
                // Script counts a vote.
                w.element(
                    .b, [],
                    more: { w in if row.points != nil { w.data(.points, Int(clamping: row.id.rawValue)) } }
                ) { w in w.text(abbreviated(count)) }
                w.element(.small, text: (row.points == nil ? Plural.comment : .point).form(count))
            }
        }
    }

    /// Returns the count in at most four characters: "999", "1.2k".
    static func abbreviated(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(max(0, count))"
        case ..<10_000: "\(count / 1000).\(count % 1000 / 100)k"
        default: "\(min(999, count / 1000))k"
        }
    }
}
