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
            w.element(.div, class: "guide-home") { w in
                w.element(.h1, class: "visually-hidden", text: scope.edition.title)
                PackChoiceList(scope: scope, pages: root.children, style: .home).write(into: &w)
                writeTour(&w)
            }
            if scope.offersPackEditor {
                w.element(.p, class: "guide-edit") { w in
                    w.element(.a, class: "quiet", [.href(scope.path(.page(.packEditor)))]) { w in
                        Icon.write.write(scope, into: &w)
                        w.text(PackEditorStrings.editThisGuide)
                    }
                }
            }
            w.element(.div, class: "guide-offline") { w in
                OfflinePanelView(scope: scope, edition: scope.edition).write(into: &w)
            }
        }
    }

    private func writeTour(_ w: inout HTMLWriter) {
        guard let tour else { return }
        w.element(
            .a, class: "guide-tour",
            [
                .data(.pageColour, scope.tileToken(of: tour)), .href(scope.packPath(tour.slug)),
            ]
        ) { w in
            w.element(.span, text: tour.title)
            Icon.chevron.write(scope, into: &w)
        }
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

        /// The further class of the list.
        var className: StaticString? {
            switch self {
            case .home: "home"
            case .list: nil
            case .tiles: "tiles"
            }
        }

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
        w.element(.ul, [.class("guide-choice-list", style.className)]) { w in
            for page in pages {
                w.element(.li) { w in write(page, &w) }
            }
        }
    }

    private func write(_ page: PackPageSummary, _ w: inout HTMLWriter) {
        // Script opens the page beside the choices on wide screens.
        let opensInPane = !page.hasChildren || menu == .favourites
        w.element(
            .a, class: "guide-choice",
            [
                .data(.pageColour, scope.tileToken(of: page)),
                .href(scope.packPath(page.slug, in: menu)), .data(.opensInPane, isSet: opensInPane),
                .aria("current", page.slug == current ? "page" : nil),
            ]
        ) { w in
            w.element(.span, text: page.title)
            if let picture = page.picture {
                PackPictureView.write(scope, picture, in: style.slot, alt: "", into: &w)
            }
        }
    }
}
