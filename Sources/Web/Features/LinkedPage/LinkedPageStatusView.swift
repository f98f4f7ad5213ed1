import Library
import Markup
import News
import URLs

/// A view of a linked page's progress, age or failure, with buttons to retry or open the original.
struct LinkedPageStatusView {
    let scope: RequestScope
    let link: LinkedPageURL
    let details: LinkedPageDetails
    let isLoading: Bool

    private var host: String { details.resolvedAddress.host }

    func writeAbove(into w: inout HTMLWriter) {
        if isLoading { return writeLoading(&w) }
        if details.body != nil {
            writeFetchedNote(&w)
            if details.isNearlyEmpty {
                writeNote(Strings.hardlyAnyText(details.wordCount), isOriginalPrimary: true, retries: false, &w)
            }
            if details.partCount > 1 {
                writeNote(
                    Strings.veryLong(details.wordCount, details.partCount), isOriginalPrimary: nil, retries: false, &w)
            }
        } else if let sentence = failureMessage {
            // A delay requested by the origin applies to manual retries, too.
            let mayRetry = details.backoffUntil == nil && (details.notice == nil || details.failure != nil)
            writeNote(sentence, isOriginalPrimary: true, retries: mayRetry, &w)
        } else {
            writeNote(Strings.pageNotLoaded(host), isOriginalPrimary: false, retries: true, &w)
        }
    }

    func writeBelow(into w: inout HTMLWriter) {
        guard details.isTruncated, details.part == details.partCount else { return }
        writeNote(Strings.subscribersOnly(host), isOriginalPrimary: true, retries: false, &w)
    }

    private var failureMessage: String? {
        if let backoffUntil = details.backoffUntil, details.notice == nil {
            return Strings.hostBackoff(host, scope.time.until(backoffUntil))
        }
        if let failure = details.failure { return Strings.linkedPageFailure(failure, at: details.address.host) }
        return details.notice?.message
    }

    private func writeLoading(_ w: inout HTMLWriter) {
        w.raw("<div class=\"linked-page-note loading\"><p role=\"status\">")
        w.text(Strings.loading(from: host))
        w.raw("</p><div class=\"skeleton\" aria-hidden=\"true\" hidden><i></i><i></i><i></i><i></i></div>")
        writeForm(isUserRequested: false, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(Strings.loadPage)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    private func writeFetchedNote(_ w: inout HTMLWriter) {
        guard let at = details.fetchedAt else { return }
        w.raw("<p class=\"full-text-status above\"><span>")
        w.text(Strings.fetched(from: host))
        w.raw(" <time data-spelled-out")
        w.attribute("datetime", TimeFormatter.rfc3339(at))
        w.raw(">")
        w.text(scope.time.long(at))
        w.raw("</time></span> · ")
        ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
            nil, Strings.openWebPage, style: "", omitsShortcut: true, into: &w)
        if let backoffUntil = details.backoffUntil, details.failure != nil {
            writeStaleNote(Strings.hostBackoff(host, scope.time.until(backoffUntil)), &w)
        } else if let failure = details.failure {
            writeStaleNote(Strings.linkedPageFailure(failure, at: details.address.host), &w)
        }
        w.raw("</p>")
    }

    private func writeStaleNote(_ sentence: String, _ w: inout HTMLWriter) {
        w.raw("<br><span class=\"stale\">")
        w.text(sentence)
        w.raw(" ")
        w.text(Strings.pageUnchanged)
        w.raw("</span>")
    }

    /// Writes a note with buttons.
    /// - Parameter isOriginalPrimary: true to style the link to the original as the main button; nil omits the link.
    private func writeNote(_ sentence: String, isOriginalPrimary: Bool?, retries: Bool, _ w: inout HTMLWriter) {
        w.raw("<div class=\"linked-page-note\"><p role=\"status\">")
        w.text(sentence)
        w.raw("</p>")
        if isOriginalPrimary != nil || retries { w.raw("<div class=\"button-row\">") }
        if let isOriginalPrimary {
            ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
                .external, Strings.openAt(host), style: isOriginalPrimary ? "button main" : "button", into: &w)
        }
        if retries {
            writeForm(isUserRequested: true, &w) { w in
                w.raw("<button class=\"button\">")
                w.text(details.failure == nil ? Strings.loadPage : Strings.tryAgain)
                w.raw("</button>")
            }
        }
        if isOriginalPrimary != nil || retries { w.raw("</div>") }
        w.raw("</div>")
    }

    /// Writes the form that fetches the page.
    /// - Parameter isUserRequested: true to refetch a fresh page too.
    func writeForm(isUserRequested: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        var fields = link.fields
        if isUserRequested { fields.append(("again", "1")) }
        ActionForm(scope, .linkedPage, returnPath: scope.path(Route.linkedPage(link)), fields: fields).write(
            into: &w, button)
    }
}
