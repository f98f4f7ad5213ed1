import Library
import Markup
import News
import Packs

/// A page with the pages of a pack that the map shows: a list, and above or beside it the map, which script draws.
struct PackMapPage {
    /// Returns the page.
    /// - Throws: `.notThere` for an edition without a pack.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.pack != nil else { throw .notThere }
        let packs = scope.library.packs
        guard let pack = try await packs.installed(in: scope.edition, for: scope.reader) else {
            return empty(scope, Strings.noPackYet)
        }
        let pages = try await packs.mapPages(in: scope.edition, for: scope.reader)
        guard !pages.isEmpty else { return empty(scope, Strings.noMapPages) }
        let baseMap = pack.hasBaseMap ? try await packs.baseMap(in: scope.edition) : nil
        let view = PackMapView(scope: scope, pages: pages, baseMap: baseMap, credits: pack.manifest.credits)
        var layout = layout(scope)
        layout.extras = [
            .stylesheet("leaflet.css"), .stylesheet("map.css"), .module("leaflet.min.js"), .module("map.js"),
        ]
        return HTMLPage(layout.document { w in view.write(into: &w) })
    }

    private func layout(_ scope: RequestScope) -> PageLayout {
        let title = EditionTab.map.title(in: scope.edition)
        var layout = PageLayout(scope: scope, title: title)
        layout.select(.map, title: title)
        return layout
    }

    private func empty(_ scope: RequestScope, _ words: String) -> HTMLPage {
        HTMLPage(
            layout(scope).document { w in
                w.element(.h1, class: "visually-hidden", text: EditionTab.map.title(in: scope.edition))
                EmptyStateView.write(scope, words, (Strings.backToFrontPage, .today), into: &w)
            })
    }
}
