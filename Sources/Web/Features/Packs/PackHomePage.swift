import Library
import Markup
import News
import Packs

/// The first page of a guide: the root's children as buttons, and the tour's button below them (YORK-04, YORK-14).
struct PackHomePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        try await scope.refreshPackIfStale()
        guard let installed = try await scope.installedPack() else {
            return try await PackSetupPage().page(for: scope)
        }
        let packs = scope.library.packs
        let root = try await packs.page(installed.root.slug, in: scope.edition, for: scope.reader)
        var tour: PackPageSummary?
        if let title = scope.edition.pack?.tourTitle {
            tour = try await packs.page(titled: title, in: scope.edition, for: scope.reader)
        }
        return PackHomeView(scope: scope, root: root, tour: tour).page()
    }
}

struct PackHomeView {
    let scope: RequestScope
    let root: PackPageDetails
    let tour: PackPageSummary?

    func page() -> HTMLPage {
        var screen = PackPageContext(scope, of: root.summary)
        screen.palette.add(root.children + [tour].compactMap(\.self))
        var layout = screen.layout(title: scope.edition.title, left: .nameplate)
        layout.kind = .front
        layout.tab = .today
        layout.actions = [.search, .settings]
        layout.extras += OfflinePanelView.extras(for: scope)
        return screen.page(layout) { w in
            w.raw("<div class=\"guide-home\"><h1 class=\"visually-hidden\">")
            w.text(scope.edition.title)
            w.raw("</h1>")
            PackChoiceList(scope: scope, pages: root.children, style: .home).write(into: &w)
            writeTour(&w)
            w.raw("</div><div class=\"guide-offline\">")
            OfflinePanelView(scope: scope, edition: scope.edition).write(into: &w)
            w.raw("</div>")
        }
    }

    private func writeTour(_ w: inout HTMLWriter) {
        guard let tour else { return }
        w.raw("<a class=\"guide-tour\"")
        w.attribute("data-page-colour", scope.tileToken(of: tour))
        w.attribute("href", scope.packPath(tour.slug))
        w.raw("><span>")
        w.text(tour.title)
        w.raw("</span>")
        Icon.chevron.write(scope, into: &w)
        w.raw("</a>")
    }
}

/// A view of pages as buttons in their own colours.
struct PackChoiceList {
    enum Style {
        /// Buttons one below the other on a phone, two or three in a row on wide screens.
        case home
        /// Buttons one below the other.
        case list
        /// Buttons side by side, with the pictures above the titles.
        case tiles

        var slot: PackPictureView.Slot {
            switch self {
            case .home: .home
            case .list: .choice
            case .tiles: .tile
            }
        }
    }

    let scope: RequestScope
    let pages: [PackPageSummary]
    var style = Style.list
    var menu = PackMenu.sisters
    /// The slug of the page that is open beside the buttons.
    var current: String?

    func write(into w: inout HTMLWriter) {
        switch style {
        case .home: w.raw("<ul class=\"guide-choice-list home\">")
        case .list: w.raw("<ul class=\"guide-choice-list\">")
        case .tiles: w.raw("<ul class=\"guide-choice-list tiles\">")
        }
        for page in pages { write(page, &w) }
        w.raw("</ul>")
    }

    private func write(_ page: PackPageSummary, _ w: inout HTMLWriter) {
        w.raw("<li><a class=\"guide-choice\"")
        w.attribute("data-page-colour", scope.tileToken(of: page))
        w.attribute("href", scope.packPath(page.slug, in: menu))
        // Script opens the page beside the choices on wide screens.
        if !page.hasChildren || menu == .favourites { w.raw(" data-opens-in-pane") }
        if page.slug == current { w.raw(" aria-current=\"page\"") }
        w.raw("><span>")
        w.text(page.title)
        w.raw("</span>")
        if let picture = page.picture {
            PackPictureView.write(scope, picture, in: style.slot, alt: "", into: &w)
        }
        w.raw("</a></li>")
    }
}
