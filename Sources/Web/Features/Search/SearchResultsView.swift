import Library
import Markup
import News

/// A view of what a search finds, as a list.
struct SearchResultsView {
    let scope: RequestScope
    let search: StorySearch
    let results: SearchResults
    let origin: RemoteSearchStatus
    /// The reasons for which the edition keeps some of the results back in its lists.
    var keptBack: [StoryID: [HeadlineReason]] = [:]

    func write(into w: inout HTMLWriter) {
        if let fault = results.fault {
            w.element(.div, class: "empty") { w in
                w.element(.p, text: fault.message)
                if fault == .needsWord { w.element(.p, class: "note", text: Strings.searchSyntax) }
            }
            return
        }
        SearchFiltersView(scope: scope, search: search, results: results).write(into: &w)
        var known = Set(results.hits.map(\.row.id))
        let further = origin.rows.filter { known.insert($0.id).inserted }
        if known.isEmpty {
            writeEmptyState(&w)
        } else {
            w.element(.div, class: "list", [.data(.list, "search")]) { w in
                for hit in results.hits { write(hit, &w) }
                for row in further {
                    StoryRowView(scope: scope, list: nil, imageSlot: .column).write(row, into: &w) { w in
                        writeReason(row, &w)
                    }
                }
            }
        }
        writeAlertOffer(&w)
        writeRemoteStatus(&w)
        guard results.hasMore || origin.hasMore else { return }
        let last = further.last?.id ?? results.hits.last?.row.id
        let anchor = last.map { "#s\($0.rawValue)" } ?? ""
        let path = "\(scope.path(search.route(search.words)))&depth=\(scope.rowLimit + scope.pageSize)\(anchor)"
        w.element(.div, class: "more") { w in
            w.element(.a, class: "button wide-button", [.data(.more), .href(path)], text: Strings.loadMore)
        }
    }

    /// Offers alerts about words without filters.
    private func writeAlertOffer(_ w: inout HTMLWriter) {
        let words = search.tokens.plainText
        guard !words.isEmpty, words == search.words, words.count > 1 else { return }
        w.element(.div, class: "search-alert") { w in
            AlertOffer(subject: .words(words), rule: nil).writeButton(
                scope, Strings.alertMeAboutThis, style: "quiet", into: &w)
        }
    }

    private func write(_ hit: SearchHit, _ w: inout HTMLWriter) {
        var row = hit.row
        row.dek = nil
        // Pages of a guide have no neighbours.
        let list = scope.edition.pack == nil ? search.list : nil
        var view = StoryRowView(scope: scope, list: list, imageSlot: .column)
        view.titleParts = hit.title
        view.write(row, into: &w) { w in
            if !hit.snippet.isEmpty {
                w.element(.p, class: "snippet") { w in SnippetView.write(hit.snippet, into: &w) }
            }
            writeReason(row, &w)
        }
    }

    private func writeReason(_ row: StoryRow, _ w: inout HTMLWriter) {
        guard let reasons = keptBack[row.id] else { return }
        w.element(.p, class: "snippet", text: Strings.isKeptBack(in: scope.edition.title, reasons))
    }

    private func writeEmptyState(_ w: inout HTMLWriter) {
        guard !origin.isPending, !origin.needsConfirmation, origin.failures.isEmpty else { return }
        w.element(.div, class: "empty") { w in
            let words = search.tokens.plainText
            w.element(.p, text: words.isEmpty ? Strings.noFiltered : Strings.noHits(words, in: scope.edition))
            if !words.isEmpty, words != search.words {
                w.element(.p) { w in
                    w.element(
                        .a, class: "button", [.href(scope.path(search.route(words)))], text: Strings.searchUnfiltered)
                }
            } else {
                w.element(.p, class: "note", text: "\(Strings.tryFewerWords) \(Strings.searchSyntax)")
            }
        }
    }

    private func writeNote(_ words: String, isSearching: Bool = false, _ w: inout HTMLWriter) {
        w.element(
            .p, class: "note", [.role("status"), .data(.searchingOrigins, isSet: isSearching)], text: words)
    }

    /// Writes a note that the origin is being searched, or that the search failed (MIT-34).
    private func writeRemoteStatus(_ w: inout HTMLWriter) {
        if origin.isPending { writeNote(Strings.searching(scope.edition.title), isSearching: true, &w) }
        if origin.waitsForEnter { writeNote(Strings.enterSearches(scope.edition.title), &w) }
        if origin.needsConfirmation { writeRemotePrompt(&w) }
        guard !origin.failures.isEmpty else { return }
        FetchStatusView(
            state: .failed, sentence: origin.failures.joined(separator: " "), style: "error-note"
        ).write(into: &w) { w in
            w.element(
                .a, class: "quiet", [.data(.retryPath), .href(scope.currentURI)], text: Strings.tryAgain)
        }
    }

    /// Writes a link that starts the search, for a prefetch or cross-site request.
    private func writeRemotePrompt(_ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.notSearchedYet(scope.edition.title))
        w.element(.p) { w in
            w.element(
                .a, class: "button", [.href(scope.currentURI)], text: Strings.searchOrigin(scope.edition.title))
        }
    }
}
