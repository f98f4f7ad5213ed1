import Library
import Markup
import News
import Packs

/// What the screens of an edition with a pack share: their layout, colours and links.
struct PackScreen {
    let scope: RequestScope
    var palette: PackPalette

    /// - Parameter page: whose colours the screen has; nil for the edition's.
    init(_ scope: RequestScope, of page: PackPageSummary?) {
        self.scope = scope
        palette = PackPalette(scope.edition.theme, of: page)
    }

    /// With the style sheet and the script of these screens.
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

/// What stands beside a page as its menu, and whose order the arrows follow.
enum PackMenu: String, Sendable {
    /// The pages with the same page above.
    case sisters
    case favourites = "saved"
}

extension RequestScope {
    /// A page's address, with its menu unless that is its sisters.
    func packPath(_ slug: String, in menu: PackMenu = .sisters) -> String {
        path(.packPage(slug)) + (menu == .sisters ? "" : "?in=\(menu.rawValue)")
    }

    /// A page's colour as a value of `data-tile`.
    func tileToken(of page: PackPageSummary) -> String { PackPalette.Hue(page, in: edition.theme).tileToken }

    /// The publication that this edition shows; nil until a version is installed.
    /// - Throws: `.notThere` in editions without a pack.
    func installedPack() async throws(LibraryError) -> InstalledPack? {
        guard edition.pack != nil else { throw .notThere }
        return try await library.packs.installed(in: edition, for: reader)
    }

    /// Before the pages of a guide: a version that is published may be fetched now.
    func refreshPackIfStale() async throws(LibraryError) {
        try await RefreshOnView(scope: self).refreshIfStale(.within(edition.id, .everything))
    }
}
