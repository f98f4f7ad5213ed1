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
            w.element(.div, class: "guide-empty") { w in
                w.element(.h1, text: title)
                writeEmpty(&w)
                writeLost(&w)
            }
        } else {
            w.element(.div, class: "guide-choices guide-favourites", [.id("choices"), .flag("popover")]) { w in
                w.element(.header, class: "guide-head uncoloured") { w in
                    w.element(.div, class: "guide-title") { w in w.element(isScreen ? .h1 : .h2, text: title) }
                }
                w.element(.nav, [.aria("label", title)]) { w in
                    PackChoiceList(scope: scope, pages: pages, menu: .favourites, current: current).write(into: &w)
                }
                writeLost(&w)
            }
        }
    }

    /// Writes the note for no favourites: a line on a phone, a screen of its own on a tablet (YORK-41).
    private func writeEmpty(_ w: inout HTMLWriter) {
        w.element(.div, class: "empty phone-only") { w in w.element(.p, text: Strings.noFavouritesPhone) }
        w.element(.div, class: "empty tablet-only") { w in
            EditionTab.saved.icon(isOn: false, in: scope.edition).write(scope, into: &w)
            w.element(.h2, text: Strings.noFavouritesTitle)
            w.element(.p, text: Strings.noFavouritesTablet)
            w.element(.a, class: "button primary", [.href(scope.path(.today))], text: Strings.toHome)
        }
    }

    private func writeLost(_ w: inout HTMLWriter) {
        guard !lost.isEmpty else { return }
        w.element(.section, class: "guide-orphans") { w in
            w.element(.h2, text: Strings.lostFavourites)
            w.element(.p, text: Strings.lostFavouritesHint)
            w.element(.ul) { w in
                for favourite in lost {
                    w.element(.li) { w in
                        w.element(.span, text: favourite.title)
                        w.text(" ")
                        TimeView.write(scope, favourite.markedAt, into: &w)
                    }
                }
            }
        }
    }
}
