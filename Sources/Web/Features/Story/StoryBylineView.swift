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
        w.raw("<p class=\"byline\">")
        writePublicationDetails(&w)
        let others = SiteName.others(of: row, in: scope.edition)
        if !others.isEmpty { writeDuplicates(others, &w) }
        if let rule = row.muteReason {
            w.raw("<span class=\"also-at\"><a")
            w.attribute("href", scope.path(Route.mutes))
            w.raw("><u>")
            w.text(Strings.mutedBy(rule))
            w.raw("</u></a></span>")
        }
        w.raw("</p>")
    }

    private func writePublicationDetails(_ w: inout HTMLWriter) {
        // CSS adds the separators, so that no line ends with one.
        w.raw("<span class=\"facts-line\">")
        if let author {
            w.raw("<span>")
            w.text(author)
            w.raw("</span> ")
        }
        writeDate(&w)
        if let time = Strings.readingTime(of: row) {
            w.raw(" <span>")
            w.text(time)
            w.raw("</span>")
        }
        if let points = row.points, row.kind != .job {
            w.raw(" <span>")
            w.text(Strings.points(points))
            w.raw("</span>")
        }
        let comments = CommentsButton(scope: scope, details: details, list: list)
        if comments.isOffered {
            w.raw(" <span>")
            comments.write(style: "comments-link", withIcon: false, into: &w)
            w.raw("</span>")
        }
        w.raw("</span>")
    }

    private func writeDuplicates(_ others: [(name: String, duplicate: DuplicateStory)], _ w: inout HTMLWriter) {
        w.raw("<span class=\"also-at\">Also in ")
        for (index, (name, duplicate)) in others.enumerated() {
            if index > 0 { w.raw(", ") }
            w.raw("<a")
            w.attribute("href", scope.path(Route.story(duplicate.story, in: nil)))
            w.raw("><u>")
            w.text(name)
            w.raw("</u></a>")
        }
        w.raw("</span>")
    }

    private var isComplete: Bool { scope.edition.options.byline == .always }

    private var author: String? { row.byline ?? (isComplete ? Strings.unknown : nil) }

    private func writeDate(_ w: inout HTMLWriter) {
        w.raw("<span>")
        if isComplete { w.text(Strings.published) }
        let date = isComplete ? details.publishedAt : row.shownAt
        guard let date else {
            w.text(Strings.unknown)
            return w.raw("</span>")
        }
        w.raw("<time data-spelled-out")
        w.attribute("datetime", TimeFormatter.rfc3339(date))
        w.raw(">")
        w.text(isComplete ? scope.time.medium(date) : scope.time.long(date))
        w.raw("</time></span>")
    }
}
