import Library
import Markup
import News

/// A page of the settings that turns suggestions on, lists them, says how they come about, and erases them.
struct SuggestionsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let suggestions = try await SuggestionFinder(scope: scope).suggestions()
        let choice = scope.preferences.suggestions
        return SettingsView.page(
            scope, Strings.suggestions, back: .page(.feedSettings), extras: [.stylesheet("feeds.css")]
        ) { w in
            w.element(.p, class: "note", text: Strings.suggestionsHint)
            w.element(.div, class: "suggestion-choice") { w in
                ActionForm(
                    scope, .suggestions, returnPath: scope.currentURI,
                    fields: [("what", choice.isOn ? "off" : "on")]
                ).writeButton(
                    choice.isOn ? Strings.suggestNoMore : Strings.suggest,
                    style: choice.isOn ? "button" : "button primary", into: &w)
                if choice != SuggestionChoice() {
                    ActionForm(scope, .suggestions, returnPath: scope.currentURI, fields: [("what", "erase")])
                        .writeButton(Strings.eraseSuggestions, style: "quiet", into: &w)
                }
            }
            if let since = choice.since {
                w.element(.p, class: "note", text: Strings.suggestedSince(scope.time.since(since)))
            }
            if choice.isOn, suggestions.isEmpty {
                w.element(.p, class: "note", text: Strings.noSuggestions)
            }
            SuggestionListView(scope: scope, suggestions: suggestions).write(into: &w)
        }
    }
}

/// The form of a change of suggestions.
struct SuggestionForm: FormValue {
    /// A change of suggestions.
    enum Change: String, Sendable, Codable { case on, off, dismiss, erase }

    let what: Change
    let key: String?

    static let faults = ["what": "No such change of suggestions."]

    func perform(in scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        let service = scope.library.suggestions
        switch what {
        case .on, .off:
            try await service.turn(on: what == .on, for: scope.reader)
            return .done(what == .on ? Strings.suggestionsOn : Strings.suggestionsOff)
        case .dismiss:
            try await service.dismiss(key ?? "", for: scope.reader)
            return .done(Strings.dismissed)
        case .erase:
            try await service.erase(for: scope.reader)
            return .done(Strings.suggestionsErased)
        }
    }
}
