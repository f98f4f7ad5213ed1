import Library
import Markup
import News

/// "Updated 4 minutes ago, 2 of 40 waiting", as a refresh button.
enum StatusLine {
    static func write(
        _ scope: RequestScope, _ status: RefreshStatus, bottom: EditionLayout.BottomBarContent, into w: inout HTMLWriter
    ) {
        w.raw("<div class=\"dateline\"><span>")
        w.text(scope.time.dateline(scope.now))
        w.raw("</span>")
        if bottom != .status { button(scope, status, into: &w) }
        w.raw("</div>")
    }

    static func button(_ scope: RequestScope, _ status: RefreshStatus, into w: inout HTMLWriter) {
        // A manual refresh shows the first rows again (MIT-26).
        ActionForm(scope, .refresh, returnPath: scope.firstPagePath).write(into: &w) { w in
            w.raw("<button class=\"status status-tap\" data-status title=\"Ask the origins now\"")
            if let at = status.lastSuccessAt { w.attribute("data-at", TimeFormatter.rfc3339(at)) }
            if scope.firstPagePath != scope.currentURI { w.attribute("data-again", scope.firstPagePath) }
            if failureText(status, of: scope.edition) != nil { w.raw(" data-failing") }
            w.raw(">")
            w.text(text(scope, status))
            w.raw("</button>")
        }
    }

    /// Shown only if most feeds fail; an edition of one origin shows its age instead (MIT-66), if it was ever fetched.
    static func failureText(_ status: RefreshStatus, of edition: Edition) -> String? {
        guard edition.usesFolders || status.lastSuccessAt == nil else { return nil }
        guard status.failing * 2 > status.total, !status.isUpdating, status.firstRun == nil else { return nil }
        return Strings.failingFeeds(status.failing, of: status.total)
    }

    static func text(_ scope: RequestScope, _ status: RefreshStatus) -> String {
        if let progress = status.firstRun { return Strings.firstRunProgress(progress) }
        if status.isUpdating { return "Updating..." }
        if let failing = failureText(status, of: scope.edition) { return failing }
        guard let at = status.lastSuccessAt else { return status.total == 0 ? "" : "Not updated yet" }
        return scope.time.updated(at) + (waitingText(status, of: scope.edition).map { ", \($0)" } ?? "")
    }

    /// Only of the reader's own feeds: an edition's origin is fetched at once.
    static func waitingText(_ status: RefreshStatus, of edition: Edition) -> String? {
        guard edition.usesFolders, status.waiting > 0 else { return nil }
        return Strings.waitingFeeds(status.waiting, of: status.total)
    }
}
