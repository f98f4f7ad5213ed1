import Hummingbird
import Library
import Markup
import News

/// A list of the settings' groups with a search, beside each group on wide screens.
struct SettingsNavigationView {
    let scope: RequestScope
    /// True on the first page, whose list phones show too.
    var isIndex = false
    /// The words of the search.
    var words = ""

    func write(into w: inout HTMLWriter) {
        w.element(.nav, class: "settings-navigation", [.aria("label", Strings.settings)]) { w in
            if !isIndex { writeSearch(&w) }
            for group in SettingsCatalog.pages(for: scope.identity.role) {
                w.element(.div, class: "settings-group") { w in
                    for page in group { write(page, &w) }
                }
            }
        }
    }

    private func write(_ page: SettingsCatalog.Page, _ w: inout HTMLWriter) {
        let path = scope.path(page.route)
        // The path of a page within a group begins with the group's.
        let isCurrent = scope.request.uri.path == path || scope.request.uri.path.hasPrefix(path + "/")
        w.element(
            .a, class: "settings-row", [.href(path), .aria("current", isCurrent ? "true" : nil)]
        ) { w in
            page.icon.write(scope, into: &w)
            w.element(.span) { w in
                w.text(page.title)
                w.element(.small, text: page.detail)
            }
            Icon.chevron.write(scope, into: &w)
        }
    }

    func writeSearch(_ w: inout HTMLWriter) {
        w.element(
            .form, class: "settings-search inline-form card-form",
            [.role("search"), .method("get"), .action(scope.path(Route.settings))]
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
}
