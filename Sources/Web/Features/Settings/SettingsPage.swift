import Foundation
import Library
import Markup

/// The page of all settings: links to their pages, and a search.
struct SettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        let words = (scope.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return SettingsView.page(scope, Strings.settings, back: .today, script: "settings.js") { w in
            writeForm(scope, words, &w)
            w.raw(words.isEmpty ? "<div data-settings-index>" : "<div data-settings-index hidden>")
            for group in SettingsCatalog.pages {
                SettingsView.writeGroup(nil, into: &w) { w in
                    for page in group {
                        SettingsView.writeLink(scope, scope.path(page.route), page.title, page.detail, into: &w)
                    }
                }
            }
            w.raw("</div>")
            writeFound(scope, words, &w)
        }
    }

    private func writeForm(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<form class=\"settings-search inline-form card-form\" role=\"search\" method=\"get\"")
        w.attribute("action", scope.path(Route.settings))
        w.raw("><input class=\"input\" type=\"search\" name=\"q\" autocapitalize=\"off\" maxlength=\"100\"")
        w.attribute("aria-label", Strings.searchSettings)
        w.attribute("placeholder", Strings.searchSettings)
        w.attribute("value", words)
        w.raw("><button class=\"button\">")
        w.text(Strings.search)
        w.raw("</button></form>")
    }

    /// Writes all settings, so that script can filter them while the reader types.
    private func writeFound(_ scope: RequestScope, _ words: String, _ w: inout HTMLWriter) {
        let entries = SettingsCatalog.entries(for: scope)
        let found = entries.map { !words.isEmpty && $0.matches(words) }
        w.raw("<ul class=\"settings-group\" data-results>")
        for (entry, isFound) in zip(entries, found) {
            w.raw("<li")
            w.attribute("data-search-text", entry.searchText)
            w.raw(isFound ? ">" : " hidden>")
            SettingsView.writeLink(
                scope, scope.path(entry.route) + (entry.anchor.map { "#\($0)" } ?? ""), entry.title, entry.page,
                into: &w)
            w.raw("</li>")
        }
        let isEmpty = !words.isEmpty && !found.contains(true)
        w.raw("</ul><p class=\"note\" role=\"status\" data-no-results")
        w.raw(isEmpty ? ">" : " hidden>")
        w.text(Strings.noSuchSetting)
        w.raw("</p>")
    }
}
