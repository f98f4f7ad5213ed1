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
        let label = isFavourite ? Strings.removeFavourite : Strings.addFavourite
        ActionForm(
            scope, .setMark, returnPath: scope.currentURI,
            fields: [
                ("story", String(page.story.rawValue)), ("kind", MarkKind.saved.rawValue),
                ("value", isFavourite ? "0" : "1"), ("slug", page.slug),
            ], style: place == .bar ? "guide-favourite" : nil
        ).write(into: &w) { w in
            w.element(
                .button,
                [
                    .class(place == .bar ? "icon-button" : "quiet"), .title(place == .bar ? label : nil),
                    .data(.toggle, MarkKind.saved.rawValue), .data(.labelOn, Strings.removeFavourite),
                    .data(.labelOff, Strings.addFavourite),
                ]
            ) { w in
                EditionTab.saved.icon(isOn: isFavourite, in: scope.edition).write(scope, into: &w)
                w.element(.span, text: label)
            }
        }
    }
}
