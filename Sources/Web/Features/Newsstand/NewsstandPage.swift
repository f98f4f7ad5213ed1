import Library
import Markup
import News

/// A page with all editions; script shows it as a sheet.
struct NewsstandPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let newsstand = try await NewsstandEntries(for: scope)
        let layout = PageLayout(
            scope: scope, title: "Newsstand", left: .back(.today), barTitle: "Newsstand", actions: [])
        // The last visited paths change without a new revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw(
                    "<div class=\"page-column\"><h1 class=\"visually-hidden\">Newsstand</h1><div id=\"sheet-newsstand\" class=\"sheet\"><nav class=\"newsstand card-form\" aria-label=\"Newsstand\">"
                )
                for entry in newsstand.entries { write(entry, &w) }
                // These links stay in view, however many editions there are.
                w.raw("<div class=\"newsstand-links\">")
                let saved = EditionTab.saved
                writeLine(
                    scope, saved.icon(isOn: false, in: scope.edition), saved.title(in: scope.edition), .saved, &w)
                writeLine(scope, .search, Strings.search, .search(""), &w)
                writeLine(scope, .gear, Strings.settings, .settings, &w)
                writeLine(scope, .keys, Strings.keyboard, .keyboardShortcuts, &w)
                w.raw("</div></nav></div></div>")
            })
    }

    private func write(_ entry: NewsstandEntries.Entry, _ w: inout HTMLWriter) {
        w.raw("<a class=\"newspaper-row\"")
        w.attribute("href", entry.path)
        w.attribute("data-newspaper", entry.edition.id.rawValue)
        w.attribute("data-headline-font", entry.edition.theme.headlineFont.rawValue)
        if entry.isCurrent { w.raw(" aria-current=\"true\"") }
        w.raw("><span class=\"edition-label\"><b>")
        w.text(entry.edition.title)
        w.raw("</b>")
        if let about = entry.edition.about {
            w.raw("<small>")
            w.text(about)
            w.raw("</small>")
        }
        if entry.edition.options.isSample {
            w.raw("<small>")
            w.text(Strings.sampleStories)
            w.raw("</small>")
        }
        w.raw("</span>")
        let id = entry.edition.id
        UnreadCountView.write(
            entry.unread, of: entry.edition.usesFolders ? .unread : .within(id, .unread), hasDot: true, into: &w)
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

struct NewsstandEntries: Sendable {
    struct Entry: Sendable {
        var edition: Edition
        var path: String
        var unread: BoundedCount
        var isCurrent: Bool
    }

    /// The editions with `mine` first, unless the server shows one edition.
    var entries: [Entry]

    init(for scope: RequestScope) async throws(LibraryError) {
        entries = []
        let lastPaths = try await scope.dependencies.lastVisitedPaths.paths(for: scope.reader, scope.library)
        for edition in scope.dependencies.editions {
            entries.append(
                Entry(
                    edition: edition,
                    path: lastPaths[edition.id] ?? Route.today.path(in: edition.id),
                    unread: edition.pack == nil
                        ? try await scope.library.editions.unread(in: edition.id, for: scope.reader) : .zero,
                    isCurrent: edition.id == scope.edition.id))
        }
    }
}
