import Library
import Markup
import News
import URLs

/// A view of a sent item's result: the app's and the origin's messages, and the possible actions.
struct OutboxStatusView {
    let scope: RequestScope
    let entry: OutboxEntry
    /// True if the view is in a composer, which itself sends again, except items that may have arrived.
    var isInComposer = false
    /// True if the view is below the text in a thread.
    var isInThread = false

    private var siteName: String { SiteName.of(entry, in: scope) }

    func write(into w: inout HTMLWriter) {
        FetchStatusView(
            state: hasFailed ? .failed : .settled, sentence: Strings.entryState(entry, at: siteName, scope.time),
            style: hasFailed ? "entry-state error-note" : "entry-state"
        ).write(into: &w) { w in
            writeTheirWords(&w)
            writeWays(&w)
        }
    }

    private var hasFailed: Bool {
        switch entry.state {
        case .ended(.refused), .ended(.unsent), .ended(.fateUnknown), .ended(.possiblySpam), .ended(.notShown),
            .notArrived:
            true
        case .sending, .waitingForSignIn, .ended: false
        }
    }

    private func writeTheirWords(_ w: inout HTMLWriter) {
        guard case .ended(.refused(let refusal)) = entry.state, let message = refusal.message, !message.isEmpty else {
            return
        }
        w.element(.p, class: "site-message") { w in
            w.text(Strings.inTheirWords(siteName))
            w.text(" ")
            w.element(.q, text: message)
        }
    }

    private func writeWays(_ w: inout HTMLWriter) {
        w.element(.div, class: "entry-actions") { w in
            switch entry.state {
            case .sending: writeForm(.lookUpOutbox, Strings.lookForIt, "button", &w)
            case .ended(.fateUnknown):
                writeForm(.lookUpOutbox, Strings.lookForIt, "button", &w)
                writeLookAndSend(&w)
            case .ended(.pending(let location)):
                writeForm(.lookUpOutbox, Strings.lookForIt, "quiet", &w)
                writeOrigin(location?.page, &w)
            case .ended(.possiblySpam): writeForm(.lookUpOutbox, Strings.lookForIt, "button", &w)
            case .ended(.notShown(let location)):
                writeForm(.lookUpOutbox, Strings.lookForIt, "button", &w)
                writeOrigin(location?.page, &w)
            case .ended(.refused), .ended(.unsent), .notArrived: writeAgain(&w)
            case .waitingForSignIn, .ended(.signInNeeded): writeSignIn(&w)
            case .ended(.accepted(let location)): writeArrived(location, &w)
            case .ended(.existing(let location)): writeArrived(location, &w)
            }
            if !isInComposer, canBeRemoved { writeForm(.removeFromOutbox, Strings.removeEntry, "quiet", &w) }
        }
    }

    private var canBeRemoved: Bool {
        if case .sending = entry.state { return false }
        return true
    }

    private func writeAgain(_ w: inout HTMLWriter) {
        guard !isInComposer else { return }
        if let target = entry.draftTarget {
            writeLink(
                scope.path(.init(target), [("entry", String(entry.id.rawValue))]), Strings.editAndSend, "button", &w)
        } else {
            writeForm(.retryOutbox, Strings.sendAgain, "button", &w)
        }
    }

    /// Writes the button to send again. A guest's comment is signed again: the composer has the fields and its own
    /// button.
    private func writeLookAndSend(_ w: inout HTMLWriter) {
        guard case .comment(let comment) = entry.action, comment.isGuest, let target = entry.draftTarget else {
            return writeForm(.retryOutbox, Strings.sendAgain, "button", &w)
        }
        guard !isInComposer else { return }
        writeLink(
            scope.path(.init(target), [("entry", String(entry.id.rawValue))]), Strings.sendAgain, "button", &w)
    }

    private func writeSignIn(_ w: inout HTMLWriter) {
        writeLink(
            scope.path(.account(source: entry.source.id), [("back", scope.currentURI)]), Strings.memberSignIn, "button",
            &w)
    }

    private func writeArrived(_ location: RemoteLocation?, _ w: inout HTMLWriter) {
        guard !isInThread else { return }
        if let story = entry.story {
            writeLink(scope.path(Route.comments(story, in: nil)), Strings.openInThread, "quiet", &w)
        }
        writeOrigin(location?.page ?? entry.source.site, &w)
    }

    /// Writes a link that the reader's own browser opens: the page may let the browser see an item that awaits
    /// approval.
    private func writeOrigin(_ page: WebAddress?, _ w: inout HTMLWriter) {
        guard let page else { return }
        w.element(
            .a, class: "quiet", [.target("_blank"), .rel("noopener noreferrer"), .href(page.text)],
            text: Strings.openSent(siteName))
    }

    private func writeLink(_ path: String, _ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.element(.a, [.class(style), .href(path)], text: words)
    }

    private func writeForm(_ action: ActionName, _ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        ActionForm(
            scope, action, returnPath: scope.currentURI, fields: [("entry", String(entry.id.rawValue))],
            style: "native-submit"
        ).writeButton(words, style: style, into: &w)
    }
}
