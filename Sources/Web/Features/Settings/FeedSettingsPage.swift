import Library
import Markup
import News

/// A settings page of the reader's feeds: adding, importing, exporting, muting.
struct FeedSettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        SettingsView.page(scope, Strings.feeds) { w in
            if let own = scope.dependencies.editions.first(where: \.usesFolders) {
                SettingsView.writeGroup(nil, into: &w) { w in
                    SettingsView.writeLink(
                        scope, Route.feeds.path(in: own.id), Strings.yourFeeds, nil, into: &w)
                    SettingsView.writeLink(
                        scope, Route.addFeed("").path(in: own.id), Strings.addFeed, nil, into: &w)
                }
                SettingsView.writeGroup(Strings.otherReaders, into: &w) { w in writeOPML(own.id, &w) }
            }
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeLink(scope, scope.path(Route.mutes), Strings.muted, Strings.mutedDetail, into: &w)
                SettingsView.writeLink(
                    scope, scope.path(Route.page(.keptBackSettings)), Strings.keptBack, Strings.keptBackDetail,
                    into: &w)
                SettingsView.writeLink(
                    scope, scope.path(Route.page(.suggestions)), Strings.suggestions, Strings.suggestionsDetail,
                    into: &w)
                if !scope.edition.usesFolders {
                    SettingsView.writeLink(
                        scope, scope.path(Route.feeds), Strings.feeds(of: scope.edition.title), nil, into: &w)
                }
            }
        }
    }

    private func writeOPML(_ edition: EditionID, _ w: inout HTMLWriter) {
        let importPath = Route.addFeed("").path(in: edition) + "#import"
        let exportPath = Route.page(.exportOPML).path(in: edition)
        w.element(.div, class: "settings-pair", [.id("opml")]) { w in
            w.element(.a, class: "button", [.href(importPath)], text: Strings.importOPML)
            w.element(
                .a, class: "button", [.attribute("download", "tidings.opml"), .href(exportPath)],
                text: Strings.exportOPML)
        }
    }
}
