import Library
import Markup
import News

/// The sections of the newspaper: what its drawer holds. Without script the drawer's button leads here.
struct SectionsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let sections = try await sections(for: visit)
        let shell = Shell(
            visit: visit, title: Words.sections, left: .back(.today), barTitle: Words.sections, actions: [])
        return Page(
            shell.page { w in
                w.raw(
                    "<div class=\"column\"><h1 class=\"spoken\">Sections</h1><nav id=\"panel-left\" class=\"sections\" aria-label=\"Sections\">"
                )
                line(visit, visit.edition.title, .today, isFirst: true, &w)
                for section in sections {
                    line(visit, section.title, .section(section.id, depth: 0), tally: section.unread, &w)
                }
                line(visit, Words.everything, .everything(depth: 0), &w)
                version(visit, &w)
                w.raw("</nav></div>")
            })
    }

    /// The line at the foot, which opens About over the page (NEXUS-47).
    private func version(_ visit: Visit, _ w: inout HTMLWriter) {
        w.raw("<a class=\"version\" data-sheet=\"about\"")
        w.attribute("href", visit.path(Route.about))
        w.raw("><span>")
        w.text(Words.version(of: visit.edition.title, visit.house.settings.build))
        w.raw("</span></a>")
    }

    /// The reader's folders, or the sections of another edition.
    private func sections(
        for visit: Visit
    ) async throws(LibraryError) -> [(id: SectionID, title: String, unread: BoundedCount)] {
        guard !visit.edition.isReadersOwn else {
            return try await visit.library.subscriptions.all(for: visit.reader).map { ($0.id, $0.title, $0.unread) }
        }
        return try await visit.library.editions.sections(of: visit.edition.id, for: visit.reader).map {
            ($0.id, $0.title, $0.unread)
        }
    }

    private func line(
        _ visit: Visit, _ title: String, _ route: Route, tally: BoundedCount = .none, isFirst: Bool = false,
        _ w: inout HTMLWriter
    ) {
        w.raw(isFirst ? "<a class=\"first\"" : "<a")
        w.attribute("href", visit.path(route))
        w.raw("><span>")
        w.text(title)
        w.raw("</span>")
        if tally.value > 0 {
            w.raw("<span class=\"tally\">")
            w.text(Words.tally(tally))
            w.raw("<span class=\"spoken\"> unread</span></span>")
        }
        w.raw("</a>")
    }
}
