import Library
import Markup
import News
import URLs

/// A view of a thread's age, progress or failure, with a retry button if useful.
struct ThreadStatusView {
    let scope: RequestScope
    let details: ThreadDetails
    let list: StoryList?
    let isLoading: Bool

    private var host: String { details.discussionLink?.host ?? details.source.site.host }

    func writeMetadata(into w: inout HTMLWriter) {
        let row = details.row
        w.raw("<p class=\"byline\"><span class=\"facts-line\">")
        if let state = Strings.storyState(row.moderationState) { writeMetadataItem(state, &w) }
        writeMetadataItem(SiteName.of(row, in: scope.edition), &w)
        if let author = row.byline, !author.isEmpty { writeMetadataItem(author, &w) }
        w.raw("<span>")
        TimeView.write(scope, row.shownAt, isSpelled: true, into: &w)
        w.raw("</span> ")
        if let points = row.points, row.kind != .job { writeMetadataItem(Strings.points(points), &w) }
        let pingbacks = details.comments.count { $0.kind == .pingback && $0.moderationState == .shown }
        if pingbacks > 0 { writeMetadataItem(Strings.pingbacks(pingbacks), &w) }
        w.raw("</span></p>")
    }

    /// Writes the host of the comments and the time of their fetch.
    func writeSource(into w: inout HTMLWriter) {
        guard let at = details.fetchedAt else { return }
        w.raw("<p class=\"fetch-time\">")
        w.text(Strings.commentsKept(from: host))
        w.raw(" ")
        TimeView.write(scope, at, isSpelled: true, into: &w)
        w.raw("</p>")
    }

    private func writeMetadataItem(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<span>")
        w.text(words)
        w.raw("</span> ")
    }

    func write(into w: inout HTMLWriter) {
        w.raw("<div class=\"thread-notes\">")
        if isLoading {
            writeFetchStatus(.loading, Strings.loadingComments(from: host), button: Strings.loadComments, &w)
        } else {
            writeStatus(&w)
        }
        w.raw("</div>")
    }

    private func writeStatus(_ w: inout HTMLWriter) {
        if let failure = details.failure {
            let why = Strings.failure(
                failure, of: .comments, at: host, until: details.backoffUntil.map(scope.time.until))
            // A delay requested by the origin applies to manual retries, too.
            writeFetchStatus(
                .failed, details.comments.isEmpty ? why : "\(why) \(Strings.commentsUnchanged)",
                button: details.backoffUntil == nil ? Strings.tryAgain : nil, &w)
            writeSource(into: &w)
        } else if details.fetchedAt == nil, details.comments.isEmpty {
            writeFetchStatus(.settled, Strings.commentsNotHere(host), button: Strings.loadComments, &w)
        } else if details.comments.isEmpty {
            writeNote(Strings.noComments, &w)
        }
        if details.acceptsComments == false { writeNote(Strings.closed, &w) }
        if details.missingCount > 0 { writeNote(Strings.commentsMissing(details.missingCount, host), &w) }
        guard !details.diagnostics.isEmpty else { return }
        w.raw("<details class=\"parse-warnings\"><summary>")
        w.text(Strings.parseWarnings)
        w.raw("</summary>")
        for diagnostic in details.diagnostics { writeNote(diagnostic, &w) }
        w.raw("</details>")
    }

    private func writeFetchStatus(
        _ state: FetchStatusView.State, _ sentence: String, button: String?, _ w: inout HTMLWriter
    ) {
        FetchStatusView(state: state, sentence: sentence).write(into: &w) { w in
            if let button { form(isUserRequested: state != .loading).writeButton(button, into: &w) }
        }
    }

    private func writeNote(_ sentence: String, _ w: inout HTMLWriter) {
        w.raw("<p>")
        w.text(sentence)
        w.raw("</p>")
    }

    /// Returns the form that fetches the comments.
    /// - Parameter isUserRequested: true to refetch fresh comments too.
    func form(isUserRequested: Bool) -> ActionForm {
        var fields = [("story", String(details.row.id.rawValue))]
        if let list { fields.append(("in", list.code)) }
        if !isUserRequested { fields.append(("opened", "1")) }
        return ActionForm(
            scope, .comments, returnPath: scope.path(Route.comments(details.row.id, in: list)), fields: fields)
    }
}
