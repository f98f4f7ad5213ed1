import Foundation
import Library
import Markup

/// The first page of the settings: a search, the look of the text, and links to the groups.
struct SettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        let words = (scope.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let navigation = SettingsNavigationView(scope: scope, isIndex: true, words: words)
        var layout = PageLayout(
            scope: scope, title: Strings.settings, left: .back(.today), barTitle: Strings.settings, actions: [])
        layout.extras = [.stylesheet("settings.css"), .module("settings.js"), .module("preferences.js")]
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "settings-panes settings-start") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.settings)
                    navigation.writeSearch(&w)
                    w.element(
                        .div, class: "page-column settings-pane", [.data(.settingsIndex), .hidden(!words.isEmpty)]
                    ) { w in
                        w.element(.h2, class: "settings-heading", text: Strings.appearance)
                        TextSettingsPage.writeForm(
                            scope, returnPath: scope.path(Route.settings), sample: Strings.textSample, into: &w)
                    }
                    w.element(.div, class: "page-column settings-found") { w in writeFound(scope, words, &w) }
                    navigation.write(into: &w)
                }
            })
    }

    /// Writes all settings, so that script can filter them while the reader types.
    private func writeFound(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        let entries = SettingsCatalog.entries(for: scope)
        let found = entries.map { !words.isEmpty && $0.matches(words) }
        w.element(.ul, class: "settings-group", [.data(.settingsEntries)]) { w in
            for (entry, isFound) in zip(entries, found) {
                let path = scope.path(entry.route) + (entry.anchor.map { "#\($0)" } ?? "")
                w.element(.li, [.data(.searchText, entry.searchText), .hidden(!isFound)]) { w in
                    SettingsView.writeLink(scope, path, entry.title, entry.page, into: &w)
                }
            }
        }
        let isEmpty = !words.isEmpty && !found.contains(true)
        w.element(
            .p, class: "note", [.role("status"), .data(.noResults), .hidden(!isEmpty)], text: Strings.noSuchSetting)
    }
}
