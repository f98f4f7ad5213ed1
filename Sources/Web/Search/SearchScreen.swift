import Foundation
import Library
import Markup
import News

/// Search over every stored story, newest first, with the words shown where they stand.
struct SearchScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let words = (visit.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let recent = words.isEmpty ? try await visit.library.search.recent(for: visit.reader) : []
        var found: SearchPage?
        if !words.isEmpty {
            found = try await visit.library.search.find(words, for: visit.reader, in: nil, depth: visit.depth)
            try await visit.library.search.remember(words, for: visit.reader)
        }
        let shell = Shell(
            visit: visit, title: words.isEmpty ? Words.search : "\(words) · \(Words.search)", left: .back(.today),
            barTitle: Words.search, actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">Search</h1>")
                form(words, &w)
                if let found { hits(visit, found, &w) } else { offers(visit, recent, &w) }
                w.raw("</div>")
            })
    }

    private func form(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<form class=\"search-bar inline-form\" role=\"search\" method=\"get\"")
        w.attribute("action", Route.search("").path)
        w.raw(
            "><input class=\"input\" type=\"search\" name=\"q\" autocapitalize=\"off\" enterkeyhint=\"search\" aria-label=\"Search all stories\" placeholder=\"Search all stories\" maxlength=\"200\""
        )
        if words.isEmpty { w.raw(" autofocus") }
        w.attribute("value", words)
        w.raw("><button class=\"button\">Search</button></form>")
    }

    private func hits(_ visit: Visit, _ page: SearchPage, _ w: inout HTMLWriter) {
        guard !page.hits.isEmpty else {
            w.raw("<div class=\"empty\"><p>")
            w.text(Words.noHits(page.words))
            w.raw(
                "</p><p class=\"note\">Fewer words find more; “quoted words” must stand together, and a minus leaves a word out.</p></div>"
            )
            return
        }
        w.raw("<div class=\"list\" data-list data-code=\"search\">")
        for hit in page.hits { write(visit, hit, &w) }
        w.raw("</div>")
        if page.hasMore {
            w.raw("<div class=\"more\"><a class=\"button wide-button\" data-more")
            let deeper = "\(Route.search(page.words).path)&depth=\(visit.depth + Route.step)"
            w.attribute("href", deeper + (page.hits.last.map { "#s\($0.row.id.rawValue)" } ?? ""))
            w.raw(">")
            w.text(Words.loadMore)
            w.raw("</a></div>")
        }
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

    private func offers(_ visit: Visit, _ recent: [String], _ w: inout HTMLWriter) {
        guard !recent.isEmpty else { return }
        w.raw("<h2 class=\"folder-head\">Lately")
        ActForm(.forgetSearches, back: visit.here).write(into: &w) { w in
            w.raw("<button class=\"quiet\">Clear</button>")
        }
        w.raw("</h2><div class=\"chips\">")
        for words in recent {
            w.raw("<a class=\"chip\"")
            w.attribute("href", Route.search(words).path)
            w.raw(">")
            w.text(words)
            w.raw("</a>")
        }
        w.raw("</div>")
    }
}
