import Library
import Markup
import News

/// A view below a story's title: its author, date and other sources.
struct StoryBylineView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    private var row: StoryRow { details.row }

    func write(into w: inout HTMLWriter) {
        w.element(.p, class: "byline") { w in
            // CSS adds the separators, so that no line ends with one.
            w.element(.span, class: "facts-line") { w in writePublicationDetails(&w) }
            let others = SiteName.others(of: row, in: scope.edition)
            if !others.isEmpty { writeDuplicates(others, &w) }
            if let rule = row.muteReason {
                w.element(.span, class: "also-in") { w in
                    writeLink(to: .mutes, Strings.mutedBy(rule), &w)
                }
            }
        }
    }

    private func writePublicationDetails(_ w: inout HTMLWriter) {
        if let author {
            w.element(.span, text: author)
            w.text(" ")
        }
        w.element(.span) { w in writeDate(&w) }
        if let time = Strings.readingTime(of: row) {
            w.text(" ")
            w.element(.span, text: time)
        }
        if let points = row.points, row.kind != .job {
            w.text(" ")
            w.element(.span, [.data(.points, Int(clamping: row.id.rawValue))], text: Strings.points(points))
        }
        let comments = CommentsButton(scope: scope, details: details, list: list)
        if comments.isOffered {
            w.text(" ")
            w.element(.span) { w in comments.write(style: "comments-link", withIcon: false, into: &w) }
        }
    }

    private func writeDuplicates(_ others: [(name: String, duplicate: DuplicateStory)], _ w: inout HTMLWriter) {
        w.element(.span, class: "also-in") { w in
            w.text("Also in ")
            for (index, (name, duplicate)) in others.enumerated() {
                if index > 0 { w.text(", ") }
                writeLink(to: .story(duplicate.story, in: nil), name, &w)
            }
        }
    }

    private func writeLink(to route: Route, _ words: String, _ w: inout HTMLWriter) {
        w.element(.a, [.href(scope.path(route))]) { w in w.element(.u, text: words) }
    }

    private var isComplete: Bool { scope.edition.options.byline == .always }

    private var author: String? { row.byline ?? (isComplete ? Strings.unknown : nil) }

    private func writeDate(_ w: inout HTMLWriter) {
        if isComplete { w.text(Strings.published) }
        let date = isComplete ? details.publishedAt : row.shownAt
        guard let date else { return w.text(Strings.unknown) }
        let words = isComplete ? scope.time.medium(date) : scope.time.long(date)
        w.element(.time, [.data(.spelledOut), .datetime(TimeFormatter.rfc3339(date))], text: words)
    }
}
