import Foundation
import Library
import Markup

/// The page of all settings: links to their pages, and a search.
struct SettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        let words = (scope.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return SettingsView.page(scope, Strings.settings, back: .today, script: "settings.js") { w in
            writeForm(scope, words, &w)
            w.element(.div, [.data(.settingsIndex), .hidden(!words.isEmpty)]) { w in
                for group in SettingsCatalog.pages {
                    SettingsView.writeGroup(nil, into: &w) { w in
                        for page in group {
                            SettingsView.writeLink(scope, scope.path(page.route), page.title, page.detail, into: &w)
                        }
                    }
                }
            }
            writeFound(scope, words, &w)
        }
    }

    private func writeForm(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.element(
            .form, class: "settings-search inline-form card-form",
            [
                .role("search"), .method("get"),
                .action(scope.path(Route.settings)),
            ]
        ) { w in
            w.void(
                .input, class: "input",
                [
                    .type("search"), .name("q"), .autocapitalize("off"), .maxlength(100),
                    .aria("label", Strings.searchSettings), .placeholder(Strings.searchSettings), .value(words),
                ])
            w.element(.button, class: "button", text: Strings.search)
        }
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
