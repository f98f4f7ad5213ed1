import Markup
import News

struct TopBar {
    let layout: PageLayout
    private var scope: RequestScope { layout.scope }

    func write(into w: inout HTMLWriter) {
        w.element(.header, class: "top-bar") { w in
            w.element(.div, class: "bar-buttons left") { w in writeLeft(&w) }
            if let title = layout.barTitle {
                w.element(.div, [.class("title", layout.alwaysShowsBarTitle ? "always-shown" : nil)], text: title)
            }
            w.element(.div, class: "bar-buttons right") { w in
                layout.favourite?.write(in: .bar, into: &w)
                for action in layout.actions.prefix(2) { write(action, into: &w) }
                if layout.offersAccount { writeAccountButton(&w) }
                if !layout.hasActionBar { layout.storyActions?.write(into: &w) }
            }
        }
    }

    private func writeLeft(_ w: inout HTMLWriter) {
        switch layout.left {
        case .nameplate: writeNameplate(&w)
        case .back(let route):
            w.element(
                .a, class: "icon-button", [.data(.back), .aria("label", "Back"), .href(scope.path(route))]
            ) { w in
                Icon.back.write(scope, into: &w)
            }
            if layout.hasDrawerButton {
                writeDrawerButton(&w)
            } else if !scope.edition.layout.hasFrontPageTab {
                writeButton(
                    .today, scope.path(Route.today), Strings.frontPage(of: scope.edition.title),
                    words: Strings.frontPageLink, &w)
            }
        }
    }

    private func writeNameplate(_ w: inout HTMLWriter) {
        if layout.hasDrawerButton { writeDrawerButton(&w) }
        w.element(
            .a, class: "title nameplate",
            [
                .data(.sheet, "newsstand"),
                .aria("label", "\(scope.edition.title), open the newsstand"), .href(scope.path(Route.newsstand)),
            ]
        ) { w in
            w.element(.span, text: scope.edition.title)
            Icon.down.write(scope, into: &w)
        }
    }

    private func writeDrawerButton(_ w: inout HTMLWriter) {
        w.element(
            .a, class: "icon-button",
            [
                .data(.panel, "left"), .aria("label", "Sections"),
                .href(SectionsPage.path(for: scope)),
            ]
        ) { w in
            Icon.menu.write(scope, into: &w)
        }
    }

    private func write(_ action: PageLayout.BarButton, into w: inout HTMLWriter) {
        switch action {
        case .search: writeSearchButton(&w)
        case .settings: writeButton(.gear, scope.path(Route.settings), Strings.settings, &w)
        case .add: writeButton(.plus, scope.path(Route.addFeed("")), Strings.addFeed, &w)
        case .topics: writeButton(.topics, scope.path(Route.topics), Strings.topics, &w)
        case .type: writeTextSettingsButton(&w)
        case .share(let path): writeButton(.share, path, Strings.shareMenu, sheet: "share", &w)
        }
    }

    private func writeTextSettingsButton(_ w: inout HTMLWriter) {
        w.element(
            .a, class: "icon-button",
            [
                .data(.sheet, "reading"), .aria("label", Strings.textSettings),
                .href(scope.path(Route.textSettings(returnPath: scope.currentURI))),
            ]
        ) { w in
            Icon.typography.write(scope, into: &w)
        }
    }

    /// Writes the account button. Its accessible name is its content, so that a screen reader reads the number of new
    /// replies too.
    private func writeAccountButton(_ w: inout HTMLWriter) {
        let path = scope.path(.account(source: nil), [("back", scope.currentURI)])
        w.element(
            .a, class: "icon-button",
            [
                .data(.panel, "right"), .data(.closeLabel, "Close"), .href(path),
                .title(Strings.ownAccount),
            ]
        ) { w in
            Icon.account.write(scope, into: &w)
            w.element(.span, class: "visually-hidden", text: Strings.ownAccount)
            if let count = layout.newReplies { NewReplyCountView.write(count, style: "count", into: &w) }
        }
    }

    /// Writes the search button, from which script takes the label of its search field.
    private func writeSearchButton(_ w: inout HTMLWriter) {
        w.element(
            .a, class: "icon-button",
            [
                .data(.searchLabel, Strings.searchLabel(in: scope.edition)),
                .href(scope.path(Route.search(""))), .title(Strings.search), .aria("label", Strings.search),
            ]
        ) { w in
            Icon.search.write(scope, into: &w)
        }
    }

    /// Writes a button.
    /// - Parameters:
    ///   - sheet: the name of the sheet in which script shows the link's target.
    ///   - words: the words beside the icon on wide screens.
    private func writeButton(
        _ icon: Icon, _ path: String, _ label: String, sheet: String? = nil, words: String? = nil,
        _ w: inout HTMLWriter
    ) {
        w.element(
            .a, class: "icon-button", [.data(.sheet, sheet), .href(path), .title(label), .aria("label", label)]
        ) { w in
            icon.write(scope, into: &w)
            if let words { w.element(.span, text: words) }
        }
    }
}
