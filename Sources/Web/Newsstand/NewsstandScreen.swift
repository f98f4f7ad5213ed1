import Library
import Markup

/// All newspapers of the house, then Saved, Search and Settings; a sheet when script is there.
struct NewsstandScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let unread = try await visit.library.stories.list(.unread, for: visit.reader, depth: 1).unread
        let shell = Shell(visit: visit, title: "Newsstand", left: .back(.today), barTitle: "Newsstand", actions: [])
        return Page(
            shell.page { w in
                w.raw(
                    "<div class=\"column\"><h1 class=\"spoken\">Newsstand</h1><div id=\"sheet-newsstand\" class=\"sheet\"><div class=\"stand card-form\"><a"
                )
                w.attribute("href", Route.today.path)
                w.raw("><b>Tidings</b>")
                if unread.value > 0 {
                    w.raw("<span class=\"tally\">")
                    w.text(Words.unread(unread))
                    w.raw("</span>")
                }
                w.raw("</a>")
                line(visit, .save, Words.saved, .saved, &w)
                line(visit, .search, Words.search, .search(""), &w)
                line(visit, .gear, Words.settings, .settings, &w)
                line(visit, .keys, "Keyboard", .keys, &w)
                w.raw("</div></div></div>")
            })
    }

    private func line(_ visit: Visit, _ icon: Icon, _ words: String, _ route: Route, _ w: inout HTMLWriter) {
        w.raw("<a")
        w.attribute("href", route.path)
        w.raw(">")
        icon.write(visit, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}
