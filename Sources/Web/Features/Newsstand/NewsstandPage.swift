import Library
import Markup
import News

/// All newspapers of the house, mine first, then Saved, Search and Settings; a sheet when script is there.
struct NewsstandPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let stand = try await Newsstand(for: scope)
        let layout = PageLayout(
            scope: scope, title: "Newsstand", left: .back(.today), barTitle: "Newsstand", actions: [])
        // Where each paper was left changes without anything else changing.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw(
                    "<div class=\"column\"><h1 class=\"spoken\">Newsstand</h1><div id=\"sheet-newsstand\" class=\"sheet\"><nav class=\"stand card-form\" aria-label=\"Newsstand\">"
                )
                for paper in stand.entries { write(paper, &w) }
                writeLine(scope, .save, Strings.saved, .saved, &w)
                writeLine(scope, .search, Strings.search, .search(""), &w)
                writeLine(scope, .gear, Strings.settings, .settings, &w)
                writeLine(scope, .keys, Strings.keyboard, .keyboardShortcuts, &w)
                w.raw("</nav></div></div>")
            })
    }

    /// A newspaper by its nameplate, in its own headline face; it reopens where it was left.
    private func write(_ paper: Newsstand.Entry, _ w: inout HTMLWriter) {
        w.raw("<a class=\"paper-line\"")
        w.attribute("href", paper.path)
        w.attribute("data-paper", paper.edition.id.rawValue)
        w.attribute("data-headlines", paper.edition.theme.headlineFont.rawValue)
        if paper.isCurrent { w.raw(" aria-current=\"true\"") }
        w.raw("><span class=\"plate\"><b>")
        w.text(paper.edition.title)
        w.raw("</b>")
        if let about = paper.edition.about {
            w.raw("<small>")
            w.text(about)
            w.raw("</small>")
        }
        if paper.edition.options.isSample {
            w.raw("<small>")
            w.text(Strings.sampleStories)
            w.raw("</small>")
        }
        w.raw("</span>")
        if paper.unread.value > 0 {
            w.raw("<span class=\"tally\"><i class=\"dot\"></i>")
            w.text(Strings.unread(paper.unread))
            w.raw("</span>")
        }
        w.raw("</a>")
    }

    private func writeLine(_ scope: RequestScope, _ icon: Icon, _ words: String, _ route: Route, _ w: inout HTMLWriter)
    {
        w.raw("<a")
        w.attribute("href", scope.path(route))
        w.raw(">")
        icon.write(scope, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}

/// The newspapers of the house as the Newsstand shows them to one reader.
struct Newsstand: Sendable {
    /// One newspaper.
    struct Entry: Sendable {
        var edition: Edition
        /// Where it was left, else its front page.
        var path: String
        var unread: BoundedCount
        /// Whether the Newsstand was opened from it.
        var isCurrent: Bool
    }

    /// `mine` first, unless one alone is shown.
    var entries: [Entry]

    init(for scope: RequestScope) async throws(LibraryError) {
        entries = []
        let places = try await scope.dependencies.lastVisitedPaths.paths(for: scope.reader, scope.library)
        for edition in scope.dependencies.editions {
            entries.append(
                Entry(
                    edition: edition,
                    path: places[edition.id] ?? Route.today.path(in: edition.id),
                    unread: try await scope.library.editions.unread(in: edition.id, for: scope.reader),
                    isCurrent: edition.id == scope.edition.id))
        }
    }
}
