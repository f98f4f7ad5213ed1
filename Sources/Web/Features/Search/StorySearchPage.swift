import Foundation
import Library
import Markup
import News

/// A page of search results: stored stories with snippets, then remote results (MIT-30).
struct StorySearchPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let search = StorySearch(scope)
        var found: SearchResults?
        if !search.words.isEmpty {
            found = try await scope.dependencies.searches.results(search, for: scope)
            if found?.fault == nil { try await record(search, for: scope) }
        }
        let recent =
            found == nil || search.isTyping ? try await scope.library.search.recentSearches(for: scope.reader) : []
        let origin = try await RemoteSearchStatus.fetch(search, for: scope)
        let rows = (found?.hits.map(\.row) ?? []) + origin.rows
        let keptBack = try await scope.library.keptBack.reasons(of: rows, in: scope.edition.id, for: scope.reader)
        var layout = PageLayout(
            scope: scope, title: search.words.isEmpty ? Strings.search : "\(search.words) · \(Strings.search)",
            left: .back(.today), barTitle: Strings.search, actions: [])
        layout.extras = [.stylesheet("search.css")]
        // A repeated search queries the origin again (MIT-33).
        return HTMLPage(
            isCacheable: !origin.isPossible,
            layout.document { w in
                w.element(.div, class: "page-column search-page") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.search)
                    writeForm(scope, search, &w)
                    w.element(.div, [.id("found"), .data(.searched, isSet: found != nil)]) { w in
                        let start = SearchStartView(scope: scope, recent: recent)
                        if let found {
                            if search.isTyping { start.writeMatching(search.words, into: &w) }
                            SearchResultsView(
                                scope: scope, search: search, results: found, origin: origin, keptBack: keptBack
                            ).write(into: &w)
                        } else {
                            if scope.query["q"] != nil { w.element(.p, class: "note", text: Strings.emptySearch) }
                            start.write(into: &w)
                        }
                    }
                }
            })
    }

    /// Records a search that a reader has sent. Cross-site links must not add to recent searches, and a disk that is full
    /// does not keep results back.
    private func record(_ search: StorySearch, for scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects, !search.isTyping else { return }
        do { try await scope.library.search.saveRecent(search.words, for: scope.reader) } catch {
            guard error.preventsWriting else { throw error }
        }
    }

    private func writeForm(_ scope: RequestScope, _ search: StorySearch, _ w: inout HTMLWriter) {
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
                    .type("search"), .name("q"), .autocapitalize("off"), .attribute("autocomplete", "off"),
                    .attribute("enterkeyhint", "search"), .aria("label", label), .placeholder(label),
                    .maxlength(1000), .autofocus(search.words.isEmpty), .value(search.words),
                ])
            if scope.showsAllEditions { w.hiddenField("everywhere", "1") }
            w.element(.button, class: "button", text: Strings.search)
        }
    }
}
