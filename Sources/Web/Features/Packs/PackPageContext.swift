import Library
import Markup
import News
import Packs

/// The context that the pages of an edition with a pack share: their layout, colours and links.
struct PackPageContext {
    let scope: RequestScope
    var palette: PackPalette

    /// Creates the context of a screen.
    /// - Parameter page: the page whose colours the screen has; nil for the edition's.
    init(_ scope: RequestScope, of page: PackPageSummary?) {
        self.scope = scope
        palette = PackPalette(scope.edition.theme, of: page)
    }

    /// Returns the layout with the style sheet and the script of these pages.
    func layout(title: String, left: PageLayout.LeadingItem) -> PageLayout {
        var layout = PageLayout(scope: scope, title: title, left: left)
        if !left.isRoot { layout.barTitle = title }
        layout.extras = [.stylesheet("pack.css"), .module("pack.js")]
        layout.hue = palette.hue.token
        layout.ownStyles = palette.stylesheet
        return layout
    }

    func page(_ layout: PageLayout, _ content: (inout HTMLWriter) -> Void) -> HTMLPage {
        HTMLPage(layout.document(content))
    }
}

/// The menu beside a page, whose order the arrows follow.
enum PackMenu: String, Sendable {
    /// The pages with the same parent.
    case sisters
    case favourites = "saved"
}

extension RequestScope {
    /// Returns a page's path, with its menu unless that is its sisters.
    func packPath(_ slug: String, in menu: PackMenu = .sisters) -> String {
        path(.packPage(slug)) + (menu == .sisters ? "" : "?in=\(menu.rawValue)")
    }

    /// Returns a page's colour as a value of `data-page-colour`.
    func tileToken(of page: PackPageSummary) -> String { PackPalette.Hue(page, in: edition.theme).tileToken }

    /// Returns the installed version of the edition's pack; nil until one is installed.
    /// - Throws: `.notThere` in editions without a pack.
    func installedPack() async throws(LibraryError) -> InstalledPack? {
        guard edition.pack != nil else { throw .notThere }
        return try await library.packs.installed(in: edition, for: reader)
    }

    /// Refreshes the pack before its pages are shown: a newly published version may be fetched now.
    func refreshPackIfStale() async throws(LibraryError) {
        try await StaleListRefresh(scope: self).refreshIfStale(.within(edition.id, .everything))
    }
}
