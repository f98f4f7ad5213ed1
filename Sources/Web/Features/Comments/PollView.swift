import Markup
import News

/// A view of a poll's votes as text and bars (HN-85).
enum PollView {
    static func write(_ poll: [PollOption], into w: inout HTMLWriter) {
        guard !poll.isEmpty else { return }
        // The sum is floating-point, as vote counts are unbounded.
        let total = poll.compactMap(\.votes).reduce(0.0) { $0 + Double($1) }
        let most = max(1, poll.compactMap(\.votes).max() ?? 1)
        w.raw("<section class=\"poll\"")
        w.attribute("aria-label", Strings.poll)
        w.raw("><ul>")
        for option in poll {
            w.raw("<li><span class=\"option\">")
            w.text(option.text)
            w.raw("</span>")
            if let votes = option.votes {
                w.raw("<span class=\"votes\">")
                w.text(Strings.votes(votes))
                if total > 0 {
                    w.raw(", ")
                    w.text(Strings.percentage(votes, of: total))
                }
                w.raw("</span><progress aria-hidden=\"true\"")
                w.attribute("max", most)
                w.attribute("value", min(most, max(0, votes)))
                w.raw("></progress>")
            }
            w.raw("</li>")
        }
        w.raw("</ul></section>")
    }
}
