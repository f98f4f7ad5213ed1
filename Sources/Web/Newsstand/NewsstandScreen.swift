import Library
import Markup
import News

/// All newspapers of the house, mine first, then Saved, Search and Settings; a sheet when script is there.
struct NewsstandScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let stand = try await Newsstand(for: visit)
        let shell = Shell(visit: visit, title: "Newsstand", left: .back(.today), barTitle: "Newsstand", actions: [])
        // Where each paper was left changes without anything else changing.
        return Page(
            isKept: false,
            shell.page { w in
                w.raw(
                    "<div class=\"column\"><h1 class=\"spoken\">Newsstand</h1><div id=\"sheet-newsstand\" class=\"sheet\"><nav class=\"stand card-form\" aria-label=\"Newsstand\">"
                )
                for paper in stand.papers { write(paper, &w) }
                line(visit, .save, Words.saved, .saved, &w)
                line(visit, .search, Words.search, .search(""), &w)
                line(visit, .gear, Words.settings, .settings, &w)
                line(visit, .keys, Words.keyboard, .keys, &w)
                w.raw("</nav></div></div>")
            })
    }

    /// A newspaper by its nameplate, in its own headline face; it reopens where it was left.
    private func write(_ paper: Newsstand.Paper, _ w: inout HTMLWriter) {
        w.raw("<a class=\"paper-line\"")
        w.attribute("href", paper.path)
        w.attribute("data-paper", paper.edition.id.rawValue)
        w.attribute("data-headlines", paper.edition.look.headlines.rawValue)
        if paper.isHere { w.raw(" aria-current=\"true\"") }
        w.raw("><span class=\"plate\"><b>")
        w.text(paper.edition.title)
        w.raw("</b>")
        if let about = paper.edition.about {
            w.raw("<small>")
            w.text(about)
            w.raw("</small>")
        }
        if paper.edition.options.sample {
            w.raw("<small>")
            w.text(Words.sample)
            w.raw("</small>")
        }
        w.raw("</span>")
        if paper.unread.value > 0 {
            w.raw("<span class=\"tally\"><i class=\"dot\"></i>")
            w.text(Words.unread(paper.unread))
            w.raw("</span>")
        }
        w.raw("</a>")
    }

    private func line(_ visit: Visit, _ icon: Icon, _ words: String, _ route: Route, _ w: inout HTMLWriter) {
        w.raw("<a")
        w.attribute("href", visit.path(route))
        w.raw(">")
        icon.write(visit, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}
