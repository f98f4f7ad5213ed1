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
        w.raw("<p class=\"fetched\">")
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
        if isLoading { writeLoading(&w) } else { writeStatus(&w) }
        w.raw("</div>")
    }

    private func writeStatus(_ w: inout HTMLWriter) {
        if let failure = details.failure {
            let why = Strings.commentsFailure(failure, at: host, until: details.backoffUntil, scope.time)
            // A delay requested by the origin applies to manual retries, too.
            writeNote(
                details.comments.isEmpty ? why : "\(why) \(Strings.commentsUnchanged)", isError: true,
                retries: details.backoffUntil == nil, &w)
            writeSource(into: &w)
        } else if details.fetchedAt == nil, details.comments.isEmpty {
            writeNote(Strings.commentsNotHere(host), isError: false, retries: true, &w)
        } else if details.comments.isEmpty {
            writeNote(Strings.noComments, isError: false, retries: false, &w)
        }
        if details.acceptsComments == false { writeNote(Strings.closed, isError: false, retries: false, &w) }
        if details.missingCount > 0 {
            writeNote(Strings.commentsMissing(details.missingCount, host), isError: false, retries: false, &w)
        }
        guard !details.diagnostics.isEmpty else { return }
        w.raw("<details class=\"odd\"><summary>")
        w.text(Strings.parseWarnings)
        w.raw("</summary>")
        for diagnostic in details.diagnostics { writeNote(diagnostic, isError: false, retries: false, &w) }
        w.raw("</details>")
    }

    private func writeLoading(_ w: inout HTMLWriter) {
        w.raw("<p role=\"status\">")
        w.text(Strings.loadingComments(from: host))
        w.raw("</p><div class=\"skeleton\" aria-hidden=\"true\" hidden><i></i><i></i><i></i><i></i></div>")
        writeForm(isUserRequested: false, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(Strings.loadComments)
            w.raw("</button>")
        }
    }

    private func writeNote(_ sentence: String, isError: Bool, retries: Bool, _ w: inout HTMLWriter) {
        w.raw(isError ? "<p class=\"bad\" role=\"alert\">" : "<p>")
        w.text(sentence)
        w.raw("</p>")
        guard retries else { return }
        writeForm(isUserRequested: true, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(details.failure == nil ? Strings.loadComments : Strings.tryAgain)
            w.raw("</button>")
        }
    }

    /// Writes the form that fetches the comments.
    /// - Parameter isUserRequested: true to refetch fresh comments too.
    func writeForm(isUserRequested: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        var fields = [("story", String(details.row.id.rawValue))]
        if let list { fields.append(("in", list.code)) }
        if !isUserRequested { fields.append(("opened", "1")) }
        ActionForm(scope, .comments, returnPath: scope.path(Route.comments(details.row.id, in: list)), fields: fields)
            .write(
                into: &w, button)
    }
}
