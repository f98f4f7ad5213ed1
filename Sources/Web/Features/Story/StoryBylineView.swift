import Foundation
import Library
import Markup
import News

/// A view of the line below a story's title: author, age and length.
struct StoryBylineView {
    let scope: RequestScope
    let details: StoryDetails

    private var row: StoryRow { details.row }

    func write(into w: inout HTMLWriter) {
        // CSS adds the separators, so that no line ends with one.
        w.element(.div, class: "byline facts-line") { w in
            if let author {
                w.element(.span, text: author)
                w.text(" ")
            }
            writeDate(&w)
            ReadingTimeView.write(words: row.wordCount, into: &w)
            if let points = row.points, row.kind != .job {
                w.text(" ")
                w.element(.span, [.data(.points, Int(clamping: row.id.rawValue))], text: Strings.points(points))
            }
        }
    }

    private var isComplete: Bool { scope.edition.options.byline == .always }

    /// The author; nil if it is the publisher, which stands above the title.
    private var author: String? {
        if isComplete { return row.byline ?? Strings.unknown }
        return row.byline == SiteName.of(row, in: scope.edition) ? nil : row.byline
    }

    private func writeDate(_ w: inout HTMLWriter) {
        guard isComplete else { return ExactDateView.write(scope, row.shownAt, into: &w) }
        w.element(.span) { w in
            w.text(Strings.published)
            guard let date = details.publishedAt else { return w.text(Strings.unknown) }
            w.element(
                .time, [.data(.spelledOut), .datetime(TimeFormatter.rfc3339(date))], text: scope.time.medium(date))
        }
    }
}

/// A view of the age of a story, which a tap exchanges for the date and time, without script too.
enum ExactDateView {
    static func write(_ scope: RequestScope, _ date: Date, into w: inout HTMLWriter) {
        w.element(.details, class: "exact-date") { w in
            w.element(.summary, [.title(Strings.exactDate)]) { w in
                TimeView.write(scope, date, into: &w)
                w.element(
                    .time, [.data(.spelledOut), .datetime(TimeFormatter.rfc3339(date))], text: scope.time.long(date))
            }
        }
    }
}

/// A view of the reading time in a byline: short, as the line says what it is by its place.
enum ReadingTimeView {
    /// Writes the time with a space before it; nothing for a short text.
    static func write(words: Int, into w: inout HTMLWriter) {
        guard Strings.hasReadingTime(words: words) else { return }
        w.text(" ")
        w.element(.span, class: "reading-time") { w in
            w.text(Strings.readingMinutes(words: words))
            w.element(.span, class: "visually-hidden", text: Strings.readingTimeEnd)
        }
    }
}

/// A view of the other publishers of a story and of the mute that hides it, below the text.
struct StoryOriginsView {
    let scope: RequestScope
    let row: StoryRow

    func write(into w: inout HTMLWriter) {
        let others = SiteName.others(of: row, in: scope.edition)
        if let cluster = row.cluster {
            let words = others.isEmpty ? Strings.seeTopic : Strings.alsoAt(others.map(\.name))
            w.element(.p, class: "also-in") { w in writeLink(to: .cluster(cluster), words, &w) }
        } else if !others.isEmpty {
            writeDuplicates(others, &w)
        }
        if let rule = row.muteReason {
            w.element(.p, class: "also-in") { w in writeLink(to: .mutes, Strings.mutedBy(rule), &w) }
        }
    }

    private func writeDuplicates(_ others: [(name: String, duplicate: DuplicateStory)], _ w: inout HTMLWriter) {
        w.element(.p, class: "also-in") { w in
            w.text(Strings.alsoInBegin)
            for (index, (name, duplicate)) in others.enumerated() {
                if index > 0 { w.text(", ") }
                writeLink(to: .story(duplicate.story, in: nil), name, &w)
            }
        }
    }

    private func writeLink(to route: Route, _ words: String, _ w: inout HTMLWriter) {
        w.element(.a, [.href(scope.path(route))]) { w in w.element(.u, text: words) }
    }
}
