import Foundation
import Library
import Markup
import News

/// A status line such as "Updated 4 minutes ago, 2 of 40 waiting", as a refresh button.
enum StatusLine {
    static func write(
        _ scope: RequestScope, _ status: RefreshStatus, bottom: EditionBars.BottomBarContent, into w: inout HTMLWriter
    ) {
        w.element(.div, class: "dateline") { w in
            w.element(.span) { w in
                guard let issue = scope.edition.options.issue else { return w.text(scope.time.dateline(scope.now)) }
                w.element(.b, text: Strings.issue(scope.time.issueNumber(issue)))
                w.text(" · \(scope.time.issueDates(issue))")
            }
            if bottom != .status { button(scope, status, into: &w) }
        }
    }

    /// Writes the refresh button.
    /// - Parameter isInBar: true in the bottom bar, whose wording is that of MIT's app.
    static func button(
        _ scope: RequestScope, _ status: RefreshStatus, isInBar: Bool = false, into w: inout HTMLWriter
    ) {
        let state = State(status, of: scope.edition)
        // An empty page waits for the end of the refresh.
        let isBusy = status.isUpdating || status.firstRun != nil
        // A manual refresh shows the first rows again (MIT-26).
        let firstPagePath = scope.firstPagePath
        let retryPath = firstPagePath == scope.currentURI ? nil : firstPagePath
        ActionForm(scope, .refresh, returnPath: firstPagePath).write(into: &w) { w in
            w.element(
                .button, class: "status larger-tap-area", [.data(.status), .title(Strings.checkForStories)],
                more: { w in
                    // Script rewrites the text as time passes only in this state.
                    if case .updated(let at, let note, let isFailing) = state {
                        w.attributes([
                            .data(.updatedAt, TimeFormatter.rfc3339(at)), .data(.note, note),
                            .data(.failing, isSet: isFailing),
                        ])
                    }
                    w.attributes([.data(.busy, isSet: isBusy), .data(.retryPath, retryPath)])
                }
            ) { w in
                w.text(state.text(scope.time, isInBar: isInBar))
            }
        }
    }

    /// The content of the line, the same for the page and for the status that open pages poll.
    enum State: Equatable {
        case words(String)
        /// The time of the last success.
        /// - Parameters:
        ///   - note: "2 of 40 waiting", "12 of 14 feeds failed".
        ///   - isFailing: true if the age is not shown as "just now", however small.
        case updated(Date, note: String?, isFailing: Bool)

        init(_ status: RefreshStatus, of edition: Edition) {
            if let progress = status.firstRun {
                self = .words(Strings.firstRunProgress(progress))
            } else if status.isUpdating {
                self = .words(Strings.updating)
            } else if let at = status.lastSuccessAt {
                self = .updated(at, note: Self.note(status, of: edition), isFailing: Self.isFailing(status))
            } else if Self.isFailing(status) {
                self = .words(Strings.failingFeeds(status.failing, of: status.total))
            } else {
                self = .words(status.total == 0 ? "" : Strings.notUpdatedYet)
            }
        }

        func text(_ time: TimeFormatter, isInBar: Bool) -> String {
            switch self {
            case .words(Strings.updating) where isInBar: Strings.updatingInBar
            case .words(let words): words
            case .updated(let at, let note, let isFailing):
                time.updated(at, allowsJustNow: !isFailing, isInBar: isInBar) + (note.map { ", \($0)" } ?? "")
            }
        }

        /// Returns true if most channels fail. A few failing ones are named on the page of feeds.
        private static func isFailing(_ status: RefreshStatus) -> Bool { status.failing * 2 > status.total }

        /// Returns the note after the age. Waiting channels are counted only for the reader's own feeds: an edition's
        /// origin is fetched at once.
        private static func note(_ status: RefreshStatus, of edition: Edition) -> String? {
            if isFailing(status) { return Strings.failedFeeds(status.failing, of: status.total) }
            guard edition.usesFolders, status.waiting > 0 else { return nil }
            return Strings.waitingFeeds(status.waiting, of: status.total)
        }
    }
}
