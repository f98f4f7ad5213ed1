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
        w.element(.p, class: "byline") { w in
            w.element(.span, class: "facts-line") { w in
                if let state = Strings.storyState(row.moderationState) { writeMetadataItem(state, &w) }
                writeMetadataItem(SiteName.of(row, in: scope.edition), &w)
                if let author = row.byline, !author.isEmpty { writeMetadataItem(author, &w) }
                w.element(.span) { w in TimeView.write(scope, row.shownAt, isSpelled: true, into: &w) }
                w.text(" ")
                if let points = row.points, row.kind != .job {
                    w.element(.span, [.data(.points, Int(clamping: row.id.rawValue))], text: Strings.points(points))
                    w.text(" ")
                }
                let pingbacks = details.comments.count { $0.kind == .pingback && $0.moderationState == .shown }
                if pingbacks > 0 { writeMetadataItem(Strings.pingbacks(pingbacks), &w) }
            }
        }
    }

    /// Writes the host of the comments and the time of their fetch.
    func writeSource(into w: inout HTMLWriter) {
        guard let at = details.fetchedAt else { return }
        w.element(.p, class: "fetch-time") { w in
            w.text(Strings.commentsKept(from: host))
            w.text(" ")
            TimeView.write(scope, at, isSpelled: true, into: &w)
        }
    }

    private func writeMetadataItem(_ words: String, _ w: inout HTMLWriter) {
        w.element(.span, text: words)
        w.text(" ")
    }

    func write(into w: inout HTMLWriter) {
        w.element(.div, class: "thread-notes") { w in
            if isLoading {
                writeFetchStatus(.loading, Strings.loadingComments(from: host), button: Strings.loadComments, &w)
            } else {
                writeStatus(&w)
            }
        }
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
            // Problems with a site are on its feed's page, except the one that explains an empty thread.
            let missing = details.missingCount
            w.element(.p, text: missing > 0 ? Strings.commentsMissing(missing, host) : Strings.noComments)
        }
        if details.acceptsComments == false { w.element(.p, text: Strings.closed) }
    }

    private func writeFetchStatus(
        _ state: FetchStatusView.State, _ sentence: String, button: String?, _ w: inout HTMLWriter
    ) {
        FetchStatusView(state: state, sentence: sentence).write(into: &w) { w in
            if let button { form(isUserRequested: state != .loading).writeButton(button, into: &w) }
        }
    }

    /// Returns the form that fetches the comments.
    /// - Parameter isUserRequested: true to refetch fresh comments too.
    func form(isUserRequested: Bool) -> ActionForm {
        var fields = [("story", String(details.row.id.rawValue))]
        if let list { fields.append(("in", list.code)) }
        if !isUserRequested { fields.append(("opened", "1")) }
        return ActionForm(
            scope, .refreshComments, returnPath: scope.path(Route.comments(details.row.id, in: list)), fields: fields)
    }
}
