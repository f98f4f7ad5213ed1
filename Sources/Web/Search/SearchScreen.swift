import Foundation
import Library
import Markup
import News

/// Search over every stored story, newest first, with the words shown where they stand; and, where the edition's origin
/// can be searched, what it finds beyond that, in the same list (MIT-30).
struct SearchScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let words = (visit.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let recent = words.isEmpty ? try await visit.library.search.recent(for: visit.reader) : []
        var found: SearchPage?
        if !words.isEmpty {
            found = try await visit.library.search.find(
                words, for: visit.reader, in: visit.list(.everything), depth: visit.depth)
            // Another site's link plants nothing among the recent searches.
            if visit.intent.mayHaveEffects { try await visit.library.search.remember(words, for: visit.reader) }
        }
        let origin = try await OriginAnswer.ask(words, for: visit)
        let shell = Shell(
            visit: visit, title: words.isEmpty ? Words.search : "\(words) · \(Words.search)", left: .back(.today),
            barTitle: Words.search, actions: [])
        // The same words ask the origin again (MIT-33).
        return Page(
            isKept: !origin.isPossible,
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">Search</h1>")
                form(visit, words, &w)
                NarrowView(visit: visit, path: visit.path(Route.search(words))).write(into: &w)
                w.raw("<div id=\"found\">")
                if let found { hits(visit, found, origin, &w) } else { offers(visit, recent, &w) }
                w.raw("</div></div>")
            })
    }

    private func form(_ visit: Visit, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<form class=\"search-bar inline-form\" role=\"search\" method=\"get\"")
        w.attribute("action", visit.path(Route.search("")))
        w.raw(
            "><input class=\"input\" type=\"search\" name=\"q\" autocapitalize=\"off\" enterkeyhint=\"search\" aria-label=\"Search all stories\" placeholder=\"Search all stories\" maxlength=\"200\""
        )
        if words.isEmpty { w.raw(" autofocus") }
        w.attribute("value", words)
        if visit.isEverywhere { w.raw("><input type=\"hidden\" name=\"everywhere\" value=\"1\"") }
        w.raw("><button class=\"button\">Search</button></form>")
    }

    private func hits(_ visit: Visit, _ page: SearchPage, _ origin: OriginAnswer, _ w: inout HTMLWriter) {
        var known = Set(page.hits.map(\.row.id))
        let further = origin.rows.filter { known.insert($0.id).inserted }
        if known.isEmpty {
            nothing(page, origin, &w)
        } else {
            w.raw("<div class=\"list\" data-list data-code=\"search\">")
            for hit in page.hits { write(visit, hit, &w) }
            for row in further { RowView(visit: visit, list: nil).write(row, into: &w) }
            w.raw("</div>")
        }
        asked(visit, origin, &w)
        guard page.hasMore || origin.hasMore else { return }
        w.raw("<div class=\"more\"><a class=\"button wide-button\" data-more")
        let last = further.last?.id ?? page.hits.last?.row.id
        w.attribute(
            "href",
            address(visit, page.words, depth: visit.depth + visit.step) + (last.map { "#s\($0.rawValue)" } ?? "")
        )
        w.raw(">")
        w.text(Words.loadMore)
        w.raw("</a></div>")
    }

    private func address(_ visit: Visit, _ words: String, depth: Int) -> String {
        "\(visit.path(Route.search(words)))&depth=\(depth)\(visit.isEverywhere ? "&everywhere=1" : "")"
    }

    /// Nothing found is only said when everybody has answered.
    private func nothing(_ page: SearchPage, _ origin: OriginAnswer, _ w: inout HTMLWriter) {
        guard !origin.isPending, !origin.isUnasked, origin.failures.isEmpty else { return }
        w.raw("<div class=\"empty\"><p>")
        w.text(page.wantsNothing ? Words.nothingWanted : Words.noHits(page.words))
        w.raw(
            "</p><p class=\"note\">Fewer words find more; “quoted words” must stand together, and a minus leaves a word out.</p></div>"
        )
    }

    /// That the origin is being asked, or that it could not be (MIT-34).
    private func asked(_ visit: Visit, _ origin: OriginAnswer, _ w: inout HTMLWriter) {
        if origin.isPending {
            w.raw("<p class=\"note\" role=\"status\" data-asking>")
            w.text(Words.searching(visit.edition.title))
            w.raw("</p>")
        }
        if origin.isUnasked { offer(visit, &w) }
        guard !origin.failures.isEmpty else { return }
        w.raw("<div class=\"sorry\" role=\"alert\">")
        for sentence in origin.failures {
            w.raw("<p>")
            w.text(sentence)
            w.raw("</p>")
        }
        w.raw("<a class=\"quiet\" data-again")
        w.attribute("href", visit.here)
        w.raw(">")
        w.text(Words.tryAgain)
        w.raw("</a></div>")
    }

    private func write(_ visit: Visit, _ hit: SearchHit, _ w: inout HTMLWriter) {
        var row = hit.row
        row.dek = nil
        RowView(visit: visit, list: nil).write(row, into: &w) { w in
            guard !hit.snippet.isEmpty else { return }
            w.raw("<p class=\"snippet\">")
            for part in hit.snippet {
                if part.isHit { w.raw("<mark>") }
                w.text(part.text)
                if part.isHit { w.raw("</mark>") }
            }
            w.raw("</p>")
        }
    }

    /// Another site led here, or the page was fetched ahead: the origin is asked when a person presses the link.
    private func offer(_ visit: Visit, _ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Words.notSearchedYet(visit.edition.title))
        w.raw("</p><p><a class=\"button\"")
        w.attribute("href", visit.here)
        w.raw(">")
        w.text(Words.searchOrigin(visit.edition.title))
        w.raw("</a></p>")
    }

    private func offers(_ visit: Visit, _ recent: [String], _ w: inout HTMLWriter) {
        guard !recent.isEmpty else { return }
        w.raw(
            "<section class=\"recent\" aria-labelledby=\"lately\"><h2 class=\"folder-head\" id=\"lately\">Lately</h2><ul data-recent>"
        )
        for words in recent { line(visit, words, &w) }
        w.raw(
            "</ul><details class=\"ask\"><summary class=\"quiet\">Clear all</summary><p>Forget what was searched for?</p>"
        )
        ActForm(visit, .forgetSearches, back: visit.here).write(into: &w) { w in
            w.raw("<button class=\"button\">Forget them</button>")
        }
        w.raw("</details></section>")
    }

    private func line(_ visit: Visit, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<li><a")
        w.attribute("href", visit.path(Route.search(words)))
        w.raw(">")
        w.text(words)
        w.raw("</a>")
        ActForm(visit, .forgetSearch, back: visit.path(Route.search("")), fields: [("words", words)]).write(into: &w) {
            w in
            w.raw("<button class=\"action\"")
            w.attribute("aria-label", Words.forget(words))
            w.raw(">")
            Icon.close.write(visit, into: &w)
            w.raw("</button>")
        }
        w.raw("</li>")
    }
}
