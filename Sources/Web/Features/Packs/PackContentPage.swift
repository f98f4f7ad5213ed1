import Library
import Markup
import News
import Packs

/// A page of a pack with its menu: the choices that it leads to, or the pages beside it (YORK-03, YORK-18).
struct PackContentPage {
    let slug: String

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.pack != nil else { throw .notThere }
        let details = try await scope.library.packs.page(slug, in: scope.edition, for: scope.reader)
        guard let above = details.path.last else { return try await PackHomePage().page(for: scope) }
        if scope.query["in"] == PackMenu.favourites.rawValue {
            return try await PackFavouritesPage(open: details).page(for: scope)
        }
        guard let first = details.children.first else {
            let menu = try await scope.library.packs.page(
                above.slug, in: scope.edition, for: scope.reader, childrenNear: details.position.index)
            return view(scope, PackChoicesView(scope: scope, page: menu, current: slug), details).page()
        }
        let pane = try await scope.library.packs.page(first.slug, in: scope.edition, for: scope.reader)
        var choices = PackChoicesView(scope: scope, page: details, current: first.slug)
        choices.isScreen = true
        return view(scope, choices, pane).page()
    }

    private func view(_ scope: RequestScope, _ choices: PackChoicesView, _ pane: PackPageDetails) -> PackSplitView {
        PackSplitView(scope: scope, menu: .pages(choices), pane: pane)
    }
}

/// A view of the choices at the left and a page at the right on wide screens, and on a phone the one that the address
/// names. The document always has both, and the style sheet decides, so that rotating the screen takes effect at once
/// (YORK-20).
struct PackSplitView {
    enum Menu {
        case pages(PackChoicesView)
        case favourites(PackFavouritesView)
    }

    let scope: RequestScope
    let menu: Menu
    /// The page at the right; nil without any favourite.
    let pane: PackPageDetails?

    /// True if the address names the choices, not the page beside them.
    private var leads: Bool {
        switch menu {
        case .pages(let choices): choices.isScreen
        case .favourites(let favourites): favourites.isScreen
        }
    }

    private var tiles: [PackPageSummary] {
        let own = pane.map { [$0.summary] + $0.children } ?? []
        return switch menu {
        case .pages(let choices): own + [choices.page.summary] + choices.page.children
        case .favourites(let favourites): own + favourites.pages
        }
    }

    func page() -> HTMLPage {
        var screen = PackPageContext(scope, of: leads ? leadingPage : pane?.summary)
        screen.palette.add(tiles)
        return screen.page(layout(screen)) { w in
            w.element(
                .div,
                [
                    .class("guide-split", leads ? "shows-choices" : "shows-article"),
                    .data(.favouritesPath, favouritesPath),
                ]
            ) { w in
                writeMenu(&w)
                writePane(&w)
            }
        }
    }

    private var leadingPage: PackPageSummary? {
        if case .pages(let choices) = menu { return choices.page.summary }
        return nil
    }

    private var favouritesPath: String? {
        if case .favourites = menu { return scope.path(.saved) }
        return nil
    }

    private func layout(_ screen: PackPageContext) -> PageLayout {
        switch menu {
        case .favourites(let favourites) where favourites.isScreen:
            var layout = screen.layout(title: EditionTab.saved.title(in: scope.edition), left: .nameplate)
            layout.kind = .list
            layout.select(.saved, title: layout.title)
            return layout
        case .favourites:
            var layout = screen.layout(title: pane?.summary.title ?? "", left: .back(.saved))
            layout.tab = .saved
            layout.favourite = pane.map { PackFavouriteButton(scope: scope, page: $0.summary) }
            return layout
        case .pages(let choices):
            let details = choices.isScreen ? choices.page : pane ?? choices.page
            var layout = screen.layout(title: details.summary.title, left: .back(Self.above(details)))
            layout.tab = .today
            layout.favourite = PackFavouriteButton(scope: scope, page: details.summary)
            return layout
        }
    }

    /// Returns the route of home, or of the page above.
    private static func above(_ details: PackPageDetails) -> Route {
        guard details.path.count > 1, let above = details.path.last else { return .today }
        return .packPage(above.slug)
    }

    private var menuTitle: String {
        switch menu {
        case .pages(let choices): Strings.pages(in: choices.title)
        case .favourites: EditionTab.saved.title(in: scope.edition)
        }
    }

    private func writeMenu(_ w: inout HTMLWriter) {
        switch menu {
        case .pages(let choices): choices.write(into: &w)
        case .favourites(let favourites): favourites.write(into: &w)
        }
    }

    private func writePane(_ w: inout HTMLWriter) {
        w.element(.div, class: "guide-pane") { w in
            guard let pane else { return }
            // On upright tablets, this button opens the choices.
            w.element(
                .button,
                [.type("button"), .class("button guide-menu-button"), .attribute("popovertarget", "choices")]
            ) { w in
                Icon.menu.write(scope, into: &w)
                w.element(.span, text: menuTitle)
            }
            var article = PackArticleView(scope: scope, details: pane)
            if case .favourites(let favourites) = menu { article.neighbours = favourites.neighbours(of: pane.summary) }
            article.write(into: &w)
        }
    }
}

/// A view of a page with children: its title, picture, text, and its children as buttons. On a phone it fills the
/// screen; on wide screens it is at the left of a page.
struct PackChoicesView {
    let scope: RequestScope
    let page: PackPageDetails
    /// The slug of the page at the right.
    let current: String
    /// True if the address names this page.
    var isScreen = false

    private var isHome: Bool { page.path.isEmpty }
    var title: String { isHome ? scope.edition.title : page.summary.title }

    func write(into w: inout HTMLWriter) {
        w.element(.div, class: "guide-choices", [.id("choices"), .flag("popover")]) { w in
            w.element(
                .header, class: "guide-head", [.data(.pageColour, scope.tileToken(of: page.summary))]
            ) { w in
                w.element(.div, class: "guide-title") { w in
                    PackPathView(scope: scope, path: page.path).write(into: &w)
                    w.element(isScreen ? .h1 : .h2, text: title)
                }
            }
            if isScreen { writeContent(&w) }
            w.element(.nav, [.aria("label", Strings.choicesHere)]) { w in
                PackChoiceList(
                    scope: scope, pages: page.children, style: page.summary.kind == .tiled ? .tiles : .list,
                    current: current
                ).write(into: &w)
            }
            writeWayToAll(&w)
            if isScreen { PackActionsView(scope: scope, details: page).write(into: &w) }
        }
    }

    /// Writes a link to all children, if only those around the open page are shown.
    private func writeWayToAll(_ w: inout HTMLWriter) {
        guard page.children.count < page.childCount else { return }
        w.element(
            .a, class: "guide-all-pages", [.href(scope.packPath(page.summary.slug))],
            text: Strings.allPages(page.childCount))
    }

    private func writeContent(_ w: inout HTMLWriter) {
        if let picture = page.pictures[.picture], !picture.files.isEmpty {
            w.element(.div, class: "guide-picture") { w in
                PackPictureView.write(scope, picture, in: .page, alt: "", isLazy: false, into: &w)
            }
        }
        PackTextView(scope: scope, text: page.text).write(into: &w)
    }
}

/// A view of the pages above as links; empty directly below home, where the tab leads back.
struct PackPathView {
    let scope: RequestScope
    let path: [PackPageSummary]

    func write(into w: inout HTMLWriter) {
        let above = path.dropFirst()
        guard !above.isEmpty else { return }
        w.element(.p, class: "guide-path") { w in
            for page in above { w.element(.a, [.href(scope.packPath(page.slug))], text: page.title) }
        }
    }
}
