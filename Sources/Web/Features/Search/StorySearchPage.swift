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
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">Search</h1>")
                w.raw("<div class=\"search-head\">")
                writeForm(scope, words, &w)
                let editions = ScopeSwitch(scope: scope, path: scope.path(Route.search(words)))
                if editions.isOffered {
                    MenuButton.write(scope, label: Strings.searchScope, into: &w) { editions.write(into: &$0) }
                }
                w.raw("</div>")
                w.raw(found == nil ? "<div id=\"found\">" : "<div id=\"found\" data-searched>")
                if let found {
                    writeResults(scope, found, origin, &w)
                } else {
                    if scope.query["q"] != nil { writeNote(Strings.emptySearch, &w) }
                    writeRecentSearches(scope, recent, &w)
                }
                w.raw("</div></div>")
            })
    }

    private func writeForm(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<form class=\"search-bar inline-form\" role=\"search\" method=\"get\"")
        w.attribute("action", scope.path(Route.search("")))
        w.raw("><input class=\"input\" type=\"search\" name=\"q\" autocapitalize=\"off\" enterkeyhint=\"search\"")
        let label = Strings.searchLabel(in: scope.showsAllEditions ? nil : scope.edition)
        w.attribute("aria-label", label)
        w.attribute("placeholder", label)
        w.raw(" maxlength=\"1000\"")
        if words.isEmpty { w.raw(" autofocus") }
        w.attribute("value", words)
        if scope.showsAllEditions { w.raw("><input type=\"hidden\" name=\"everywhere\" value=\"1\"") }
        w.raw("><button class=\"button\">Search</button></form>")
    }

    private func writeResults(
        _ scope: RequestScope, _ page: SearchResults, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter
    ) {
        var known = Set(page.hits.map(\.row.id))
        let further = origin.rows.filter { known.insert($0.id).inserted }
        if known.isEmpty {
            writeEmptyState(scope, page, origin, &w)
        } else {
            w.raw("<div class=\"list\" data-list=\"search\">")
            for hit in page.hits { write(scope, hit, &w) }
            for row in further { StoryRowView(scope: scope, list: nil, imageSlot: .column).write(row, into: &w) }
            w.raw("</div>")
        }
        writeRemoteStatus(scope, origin, &w)
        guard page.hasMore || origin.hasMore else { return }
        w.raw("<div class=\"more\"><a class=\"button wide-button\" data-more")
        let last = further.last?.id ?? page.hits.last?.row.id
        w.attribute(
            "href",
            path(scope, page.query, depth: scope.rowLimit + scope.pageSize) + (last.map { "#s\($0.rawValue)" } ?? "")
        )
        w.raw(">")
        w.text(Strings.loadMore)
        w.raw("</a></div>")
    }

    private func path(_ scope: RequestScope, _ words: String, depth: Int) -> String {
        "\(scope.path(Route.search(words)))&depth=\(depth)\(scope.showsAllEditions ? "&everywhere=1" : "")"
    }

    private func writeEmptyState(
        _ scope: RequestScope, _ page: SearchResults, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter
    ) {
        guard !origin.isPending, !origin.needsConfirmation, origin.failures.isEmpty else { return }
        w.raw("<div class=\"empty\"><p>")
        w.text(page.isEmptyQuery ? Strings.emptySearch : Strings.noHits(page.query, in: scope.edition))
        w.raw("</p><p class=\"note\">")
        if !page.isEmptyQuery { w.text("Try fewer words. ") }
        w.raw("“Quoted words” are searched as a phrase; a minus before a word excludes it.</p></div>")
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\" role=\"status\">")
        w.text(words)
        w.raw("</p>")
    }

    /// Writes a note that the origin is being searched, or that the search failed (MIT-34).
    private func writeRemoteStatus(_ scope: RequestScope, _ origin: RemoteSearchStatus, _ w: inout HTMLWriter) {
        if origin.isPending {
            w.raw("<p class=\"note\" role=\"status\" data-searching-origins>")
            w.text(Strings.searching(scope.edition.title))
            w.raw("</p>")
        }
        if origin.needsConfirmation { writeRemotePrompt(scope, &w) }
        guard !origin.failures.isEmpty else { return }
        FetchStatusView(
            state: .failed, sentence: origin.failures.joined(separator: " "), style: "error-note"
        ).write(into: &w) { w in
            w.raw("<a class=\"quiet\" data-retry-path")
            w.attribute("href", scope.currentURI)
            w.raw(">")
            w.text(Strings.tryAgain)
            w.raw("</a>")
        }
    }

    private func write(_ scope: RequestScope, _ hit: SearchHit, _ w: inout HTMLWriter) {
        var row = hit.row
        row.dek = nil
        StoryRowView(scope: scope, list: nil, imageSlot: .column).write(row, into: &w) { w in
            guard !hit.snippet.isEmpty else { return }
            w.raw("<p class=\"snippet\">")
            SnippetView.write(hit.snippet, into: &w)
            w.raw("</p>")
        }
    }

    /// Writes a link that starts the search, for a prefetch or cross-site request.
    private func writeRemotePrompt(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.notSearchedYet(scope.edition.title))
        w.raw("</p><p><a class=\"button\"")
        w.attribute("href", scope.currentURI)
        w.raw(">")
        w.text(Strings.searchOrigin(scope.edition.title))
        w.raw("</a></p>")
    }

    private func writeRecentSearches(_ scope: RequestScope, _ recent: [String], _ w: inout HTMLWriter) {
        guard !recent.isEmpty else { return }
        w.raw(
            "<section class=\"recent-searches\" aria-labelledby=\"lately\"><h2 class=\"group-heading\" id=\"lately\">Recent</h2><ul>"
        )
        for words in recent { writeRecentSearch(scope, words, &w) }
        w.raw(
            "</ul><details class=\"confirmation\"><summary class=\"quiet\">Clear all</summary><p>Delete recent searches?</p>"
        )
        ActionForm(scope, .forgetSearches, returnPath: scope.currentURI).write(into: &w) { w in
            w.raw("<button class=\"button\">Delete</button>")
        }
        w.raw("</details></section>")
    }

    private func writeRecentSearch(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<li><a")
        w.attribute("href", scope.path(Route.search(words)))
        w.raw(">")
        w.text(words)
        w.raw("</a>")
        ActionForm(scope, .forgetSearch, returnPath: scope.path(Route.search("")), fields: [("words", words)]).write(
            into: &w
        ) {
            w in
            w.raw("<button class=\"icon-button\"")
            w.attribute("aria-label", Strings.forget(words))
            w.raw(">")
            Icon.close.write(scope, into: &w)
            w.raw("</button>")
        }
        w.raw("</li>")
    }
}
