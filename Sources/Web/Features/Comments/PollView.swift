import Markup
import News

/// A view of a poll's votes as text and bars (HN-85).
enum PollView {
    static func write(_ poll: [PollOption], into w: inout HTMLWriter) {
        guard !poll.isEmpty else { return }
        // The sum is floating-point, as vote counts are unbounded.
        let total = poll.compactMap(\.votes).reduce(0.0) { $0 + Double($1) }
        let most = max(1, poll.compactMap(\.votes).max() ?? 1)
        w.element(.section, class: "poll", [.aria("label", Strings.poll)]) { w in
            w.element(.ul) { w in
                for option in poll {
                    w.element(.li) { w in
                        w.element(.span, class: "poll-option", text: option.text)
                        if let votes = option.votes { writeVotes(votes, of: total, most: most, &w) }
                    }
                }
            }
        }
    }

    /// Writes an option's votes, and a bar in proportion to the largest count.
    private static func writeVotes(_ votes: Int, of total: Double, most: Int, _ w: inout HTMLWriter) {
        w.element(.span, class: "votes") { w in
            w.text(Strings.votes(votes))
            if total > 0 {
                w.text(", ")
                w.text(Strings.percentage(votes, of: total))
            }
        }
        let length = min(most, max(0, votes))
        w.element(.progress, [.aria("hidden", "true"), .max(most), .attribute("value", length)])
    }
}
