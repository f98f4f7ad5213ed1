import Foundation
import Library
import Markup
import News

/// A page of search results: stored stories with snippets, then remote results (MIT-30).
struct StorySearchPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let words = (scope.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let recent = words.isEmpty ? try await scope.library.search.recentSearches(for: scope.reader) : []
        var found: SearchResults?
        if !words.isEmpty {
            found = try await scope.library.search.find(
                words, for: scope.reader, in: scope.list(.everything), depth: scope.rowLimit)
            // Cross-site links must not add to recent searches.
            if scope.intent.allowsSideEffects, found?.isEmptyQuery == false {
                try await scope.library.search.saveRecent(words, for: scope.reader)
            }
        }
        let origin = try await RemoteSearchStatus.fetch(words, for: scope)
        let layout = PageLayout(
            scope: scope, title: words.isEmpty ? Strings.search : "\(words) · \(Strings.search)", left: .back(.today),
            barTitle: Strings.search, actions: [])
        // A repeated search queries the origin again (MIT-33).
        return HTMLPage(
            isCacheable: !origin.isPossible,
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.search)
                    writeHead(scope, words, &w)
                    w.element(.div, [.id("found"), .data(.searched, isSet: found != nil)]) { w in
                        if let found {
                            writeResults(scope, found, origin, &w)
                        } else {
                            if scope.query["q"] != nil { writeNote(Strings.emptySearch, &w) }
                            writeRecentSearches(scope, recent, &w)
                        }
                    }
                }
            })
    }

    private func writeHead(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.element(.div, class: "search-head") { w in
            writeForm(scope, words, &w)
            let editions = ScopeSwitch(scope: scope, path: scope.path(Route.search(words)))
            if editions.isOffered {
                MenuButton.write(scope, label: Strings.searchScope, into: &w) { w in editions.write(into: &w) }
            }
        }
    }

    private func writeForm(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        let label = Strings.searchLabel(in: scope.showsAllEditions ? nil : scope.edition)
        w.element(
            .form, class: "search-bar inline-form",
            [
                .role("search"), .method("get"),
                .action(scope.path(Route.search(""))),
            ]
        ) { w in
            w.void(
                .input, class: "input",
                [
                    .type("search"), .name("q"), .autocapitalize("off"),
                    .attribute("enterkeyhint", "search"), .aria("label", label), .placeholder(label),
                    .maxlength(1000), .autofocus(words.isEmpty), .value(words),
                ])
            if scope.showsAllEditions { w.hiddenField("everywhere", "1") }
            w.element(.button, class: "button", text: Strings.search)
        }
    }

    private func writeResults(
        _ scope: RequestScope, _ page: SearchResults, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter
    ) {
        var known = Set(page.hits.map(\.row.id))
        let further = origin.rows.filter { known.insert($0.id).inserted }
        if known.isEmpty {
            writeEmptyState(scope, page, origin, &w)
        } else {
            w.element(.div, class: "list", [.data(.list, "search")]) { w in
                for hit in page.hits { write(scope, hit, &w) }
                for row in further { StoryRowView(scope: scope, list: nil, imageSlot: .column).write(row, into: &w) }
            }
        }
        writeRemoteStatus(scope, origin, &w)
        guard page.hasMore || origin.hasMore else { return }
        let last = further.last?.id ?? page.hits.last?.row.id
        let anchor = last.map { "#s\($0.rawValue)" } ?? ""
        let morePath = path(scope, page.query, depth: scope.rowLimit + scope.pageSize) + anchor
        w.element(.div, class: "more") { w in
            w.element(
                .a, class: "button wide-button", [.data(.more), .href(morePath)], text: Strings.loadMore)
        }
    }

    private func path(_ scope: RequestScope, _ words: String, depth: Int) -> String {
        "\(scope.path(Route.search(words)))&depth=\(depth)\(scope.showsAllEditions ? "&everywhere=1" : "")"
    }

    private func writeEmptyState(
        _ scope: RequestScope, _ page: SearchResults, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter
    ) {
        guard !origin.isPending, !origin.needsConfirmation, origin.failures.isEmpty else { return }
        w.element(.div, class: "empty") { w in
            w.element(.p, text: page.isEmptyQuery ? Strings.emptySearch : Strings.noHits(page.query, in: scope.edition))
            w.element(.p, class: "note") { w in
                if !page.isEmptyQuery { w.text("Try fewer words. ") }
                w.text("“Quoted words” are searched as a phrase; a minus before a word excludes it.")
            }
        }
    }

    private func writeNote(_ words: String, isSearching: Bool = false, _ w: inout HTMLWriter) {
        w.element(
            .p, class: "note", [.role("status"), .data(.searchingOrigins, isSet: isSearching)], text: words)
    }

    /// Writes a note that the origin is being searched, or that the search failed (MIT-34).
    private func writeRemoteStatus(_ scope: RequestScope, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter) {
        if origin.isPending { writeNote(Strings.searching(scope.edition.title), isSearching: true, &w) }
        if origin.needsConfirmation { writeRemotePrompt(scope, &w) }
        guard !origin.failures.isEmpty else { return }
        FetchStatusView(
            state: .failed, sentence: origin.failures.joined(separator: " "), style: "error-note"
        ).write(into: &w) { w in
            w.element(
                .a, class: "quiet", [.data(.retryPath), .href(scope.currentURI)], text: Strings.tryAgain)
        }
    }

    private func write(_ scope: RequestScope, _ hit: SearchHit, _ w: inout HTMLWriter) {
        var row = hit.row
        row.dek = nil
        StoryRowView(scope: scope, list: nil, imageSlot: .column).write(row, into: &w) { w in
            guard !hit.snippet.isEmpty else { return }
            w.element(.p, class: "snippet") { w in SnippetView.write(hit.snippet, into: &w) }
        }
    }

    /// Writes a link that starts the search, for a prefetch or cross-site request.
    private func writeRemotePrompt(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: Strings.notSearchedYet(scope.edition.title))
        w.element(.p) { w in
            w.element(
                .a, class: "button", [.href(scope.currentURI)], text: Strings.searchOrigin(scope.edition.title))
        }
    }

    private func writeRecentSearches(_ scope: RequestScope, _ recent: [String], _ w: inout HTMLWriter) {
        guard !recent.isEmpty else { return }
        w.element(.section, class: "recent-searches", [.aria("labelledby", "lately")]) { w in
            w.element(.h2, class: "group-heading", [.id("lately")], text: "Recent")
            w.element(.ul) { w in
                for words in recent {
                    w.element(.li) { w in writeRecentSearch(scope, words, &w) }
                }
            }
            w.element(.details, class: "confirmation") { w in
                w.element(.summary, class: "quiet", text: "Clear all")
                w.element(.p, text: "Delete recent searches?")
                ActionForm(scope, .forgetSearches, returnPath: scope.currentURI).writeButton("Delete", into: &w)
            }
        }
    }

    private func writeRecentSearch(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.element(.a, [.href(scope.path(Route.search(words)))], text: words)
        ActionForm(
            scope, .forgetSearch, returnPath: scope.path(Route.search("")), fields: [("words", words)]
        ).write(into: &w) { w in
            w.element(.button, class: "icon-button", [.aria("label", Strings.forget(words))]) { w in
                Icon.close.write(scope, into: &w)
            }
        }
    }
}
