import Library
import Markup
import News

/// A view of suggestions, each with its reason, and buttons that follow and dismiss it.
struct SuggestionListView {
    let scope: RequestScope
    let suggestions: [Suggestion]
    /// True on a page about other things, which shows the first few and leads to all.
    var isBeside = false

    private static let countBeside = 2

    /// Writes the list under its heading; nothing without suggestions.
    func write(into w: inout HTMLWriter) {
        guard !suggestions.isEmpty else { return }
        let shown = isBeside ? suggestions.prefix(Self.countBeside) : suggestions[...]
        w.element(.h2, class: "group-heading", text: Strings.suggested)
        w.element(.ul, class: "suggestions") { w in
            for suggestion in shown { w.element(.li) { w in write(suggestion, &w) } }
        }
        guard shown.count < suggestions.count else { return }
        w.element(.p, class: "suggestions-more") { w in
            w.element(
                .a, class: "quiet", [.href(scope.path(Route.page(.suggestions)))],
                text: Strings.allSuggestions(suggestions.count))
        }
    }

    private func write(_ suggestion: Suggestion, _ w: inout HTMLWriter) {
        w.element(.div) { w in
            w.element(.b, text: suggestion.title)
            w.element(.small, text: suggestion.place)
            w.element(.p, text: suggestion.reason)
        }
        w.element(.div, class: "suggestion-actions") { w in
            ActionForm(
                scope, suggestion.action, in: suggestion.edition, returnPath: scope.currentURI,
                fields: suggestion.fields
            ).write(into: &w) { w in
                w.element(
                    .button, class: "button", [.aria("label", "\(Strings.follow): \(suggestion.title)")],
                    text: Strings.follow)
            }
            ActionForm(
                scope, .suggestions, returnPath: scope.currentURI,
                fields: [("what", "dismiss"), ("key", suggestion.key)]
            ).write(into: &w) { w in
                w.element(
                    .button, class: "quiet", [.aria("label", "\(Strings.dismiss): \(suggestion.title)")],
                    text: Strings.dismiss)
            }
        }
    }
}
