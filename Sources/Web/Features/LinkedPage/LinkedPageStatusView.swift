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
            if details.isNearlyEmpty {
                writeNote(.settled, Strings.hardlyAnyText(details.wordCount), isOriginalPrimary: true, &w)
            }
            if details.partCount > 1 {
                writeNote(
                    .settled, Strings.veryLong(details.wordCount, details.partCount), isOriginalPrimary: nil, &w)
            }
        } else if let sentence = failureMessage {
            // A delay requested by the origin applies to manual retries, too.
            let mayRetry = details.backoffUntil == nil && (details.notice == nil || details.failure != nil)
            writeNote(.failed, sentence, isOriginalPrimary: true, retries: mayRetry, &w)
        } else {
            writeNote(.settled, Strings.pageNotLoaded(host), isOriginalPrimary: false, retries: true, &w)
        }
    }

    func writeBelow(into w: inout HTMLWriter) {
        if details.isTruncated, details.part == details.partCount {
            writeNote(.settled, Strings.subscribersOnly(host), isOriginalPrimary: true, &w)
        }
        writeFetchedNote(&w)
    }

    private var failureMessage: String? {
        if let notice = details.notice, details.failure == nil { return notice.message }
        return failureSentence
    }

    private var failureSentence: String? {
        if let until = details.backoffUntil {
            return Strings.failure(FetchFailure(code: .busy), of: .page, at: host, until: scope.time.until(until))
        }
        return details.failure.map { Strings.failure($0, of: .page, at: details.address.host) }
    }

    private func writeLoading(_ w: inout HTMLWriter) {
        FetchStatusView(state: .loading, sentence: Strings.loading(from: host), style: "linked-page-note")
            .write(into: &w) { w in form(isUserRequested: false).writeButton(Strings.loadPage, into: &w) }
    }

    /// Writes the host and the time of the fetch, below the text.
    private func writeFetchedNote(_ w: inout HTMLWriter) {
        guard let at = details.fetchedAt else { return }
        w.element(.p, class: "full-text-status") { w in
            w.text(Strings.fetched(from: host))
            w.text(" ")
            w.element(.time, [.data(.spelledOut), .datetime(TimeFormatter.rfc3339(at))], text: scope.time.long(at))
            if details.failure != nil, let failureSentence {
                w.void(.br, [])
                w.element(.span, class: "stale", text: "\(failureSentence) \(Strings.pageUnchanged)")
            }
        }
    }

    /// Writes a note with buttons.
    /// - Parameter isOriginalPrimary: true to style the link to the original as the main button; nil omits the link.
    private func writeNote(
        _ state: FetchStatusView.State, _ sentence: String, isOriginalPrimary: Bool?, retries: Bool = false,
        _ w: inout HTMLWriter
    ) {
        FetchStatusView(state: state, sentence: sentence, style: "linked-page-note").write(into: &w) { w in
            guard let isOriginalPrimary else { return }
            w.element(.div, class: "button-row") { w in
                ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
                    .external, Strings.openAt(host), style: isOriginalPrimary ? "button primary" : "button", into: &w)
                if retries {
                    form(isUserRequested: true).writeButton(
                        details.failure == nil ? Strings.loadPage : Strings.tryAgain, into: &w)
                }
            }
        }
    }

    /// Returns the form that fetches the page.
    /// - Parameter isUserRequested: true to refetch a fresh page too.
    func form(isUserRequested: Bool) -> ActionForm {
        var fields = link.fields
        if isUserRequested { fields.append(("again", "1")) }
        return ActionForm(scope, .linkedPage, returnPath: scope.path(Route.linkedPage(link)), fields: fields)
    }
}
