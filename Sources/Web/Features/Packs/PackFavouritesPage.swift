import Library
import Markup
import News
import Packs

/// A page with the favourites of a guide, the newest first; on wide screens the first one is open beside them.
struct PackFavouritesPage {
    /// The favourite that the address names; nil for the list.
    var open: PackPageDetails?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let installed = try await scope.installedPack() else {
            return try await PackSetupPage().page(for: scope)
        }
        let pages = try await scope.library.packs.favourites(in: scope.edition, for: scope.reader)
        // A favourite that was removed in the meantime is no longer shown as one.
        let named = open.flatMap { open in pages.contains { $0.slug == open.summary.slug } ? open : nil }
        var pane = named
        if pane == nil, let first = pages.first {
            pane = try await scope.library.packs.page(first.slug, in: scope.edition, for: scope.reader)
        }
        let view = PackFavouritesView(
            scope: scope, pages: pages, lost: installed.lostFavourites, current: pane?.summary.slug,
            isScreen: named == nil)
        return PackSplitView(scope: scope, menu: .favourites(view), pane: pane).page()
    }
}

/// A view of the favourites, and of those whose pages no longer exist.
struct PackFavouritesView {
    let scope: RequestScope
    /// The favourites, newest first.
    let pages: [PackPageSummary]
    let lost: [OrphanedFavourite]
    let current: String?
    let isScreen: Bool

    func neighbours(of page: PackPageSummary) -> PackArticleView.Neighbours {
        guard let index = pages.firstIndex(where: { $0.slug == page.slug }) else {
            return PackArticleView.Neighbours(menu: .favourites)
        }
        return PackArticleView.Neighbours(
            previous: index > 0 ? pages[index - 1] : nil, next: index + 1 < pages.count ? pages[index + 1] : nil,
            menu: .favourites)
    }

    func write(into w: inout HTMLWriter) {
        let title = EditionTab.saved.title(in: scope.edition)
        if pages.isEmpty {
            w.raw("<div class=\"guide-empty\"><h1>")
            w.text(title)
            w.raw("</h1>")
            writeEmpty(&w)
        } else {
            w.raw(
                "<div class=\"guide-choices guide-favourites\" id=\"choices\" popover><header class=\"guide-head uncoloured\">"
            )
            w.raw("<div class=\"guide-title\">")
            w.raw(isScreen ? "<h1>" : "<h2>")
            w.text(title)
            w.raw(isScreen ? "</h1>" : "</h2>")
            w.raw("</div></header><nav")
            w.attribute("aria-label", title)
            w.raw(">")
            PackChoiceList(scope: scope, pages: pages, menu: .favourites, current: current).write(into: &w)
            w.raw("</nav>")
        }
        writeLost(&w)
        w.raw("</div>")
    }

    /// Writes the note for no favourites: a line on a phone, a screen of its own on a tablet (YORK-41).
    private func writeEmpty(_ w: inout HTMLWriter) {
        w.raw("<div class=\"empty phone-only\"><p>")
        w.text(Strings.noFavouritesPhone)
        w.raw("</p></div><div class=\"empty tablet-only\">")
        EditionTab.saved.icon(isOn: false, in: scope.edition).write(scope, into: &w)
        w.raw("<h2>")
        w.text(Strings.noFavouritesTitle)
        w.raw("</h2><p>")
        w.text(Strings.noFavouritesTablet)
        w.raw("</p><a class=\"button primary\"")
        w.attribute("href", scope.path(.today))
        w.raw(">")
        w.text(Strings.toHome)
        w.raw("</a></div>")
    }

    private func writeLost(_ w: inout HTMLWriter) {
        guard !lost.isEmpty else { return }
        w.raw("<section class=\"guide-orphans\"><h2>")
        w.text(Strings.lostFavourites)
        w.raw("</h2><p>")
        w.text(Strings.lostFavouritesHint)
        w.raw("</p><ul>")
        for favourite in lost {
            w.raw("<li><span>")
            w.text(favourite.title)
            w.raw("</span> ")
            TimeView.write(scope, favourite.markedAt, into: &w)
            w.raw("</li>")
        }
        w.raw("</ul></section>")
    }
}
