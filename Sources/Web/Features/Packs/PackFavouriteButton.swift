import Library
import Markup
import News

/// A button that adds a page of a pack to the favourites or removes it. Its label names the action (YORK-44).
struct PackFavouriteButton {
    enum Place {
        /// A button below the text, with its label.
        case page
        /// A button in the top bar; the style sheet hides the label on narrow screens.
        case bar
    }

    let scope: RequestScope
    let page: PackPageSummary

    private var isFavourite: Bool { page.favouriteAt != nil }

    func write(in place: Place, into w: inout HTMLWriter) {
        MarkForm(
            scope: scope, story: page.story, mark: .saved, isOn: isFavourite,
            off: face(false, Strings.addFavourite, place),
            on: face(true, Strings.removeFavourite, place), slug: page.slug,
            style: place == .bar ? "guide-favourite" : nil
        ).write(
            [.class(place == .bar ? "icon-button" : "quiet"), .data(.toggle, MarkKind.saved.rawValue)], into: &w)
    }

    private func face(_ isOn: Bool, _ label: String, _ place: Place) -> MarkForm.Face {
        MarkForm.Face(
            icon: EditionTab.saved.icon(isOn: isOn, in: scope.edition), label: label, title: place == .bar ? label : nil
        )
    }
}
