import Markup
import News

struct TopBar {
    let layout: PageLayout
    private var scope: RequestScope { layout.scope }

    func write(into w: inout HTMLWriter) {
        w.raw("<header class=\"top-bar\"><div class=\"bar-buttons left\">")
        switch layout.left {
        case .nameplate: writeNameplate(&w)
        case .back(let route):
            w.raw("<a class=\"icon-button\" data-back aria-label=\"Back\"")
            w.attribute("href", scope.path(route))
            w.raw(">")
            Icon.back.write(scope, into: &w)
            w.raw("</a>")
            if layout.hasDrawerButton {
                writeDrawerButton(&w)
            } else if !scope.edition.layout.hasFrontPageTab {
                writeButton(
                    .today, scope.path(Route.today), Strings.frontPage(of: scope.edition.title), "",
                    words: Strings.frontPageLink, &w)
            }
        }
        w.raw("</div>")
        if let title = layout.barTitle {
            w.raw(layout.alwaysShowsBarTitle ? "<div class=\"title always-shown\">" : "<div class=\"title\">")
            w.text(title)
            w.raw("</div>")
        }
        w.raw("<div class=\"bar-buttons right\">")
        layout.favourite?.write(in: .bar, into: &w)
        for action in layout.actions.prefix(2) { write(action, into: &w) }
        if layout.offersAccount { writeAccountButton(&w) }
        if !layout.hasActionBar { layout.storyActions?.write(into: &w) }
        w.raw("</div></header>")
    }

    private func writeNameplate(_ w: inout HTMLWriter) {
        if layout.hasDrawerButton { writeDrawerButton(&w) }
        w.raw("<a class=\"title nameplate\" data-sheet=\"newsstand\"")
        w.attribute("aria-label", "\(scope.edition.title), open the newsstand")
        w.attribute("href", scope.path(Route.newsstand))
        w.raw("><span>")
        w.text(scope.edition.title)
        w.raw("</span>")
        Icon.down.write(scope, into: &w)
        w.raw("</a>")
    }

    private func writeDrawerButton(_ w: inout HTMLWriter) {
        w.raw("<a class=\"icon-button\" data-panel=\"left\" aria-label=\"Sections\"")
        w.attribute("href", SectionsPage.path(for: scope))
        w.raw(">")
        Icon.menu.write(scope, into: &w)
        w.raw("</a>")
    }

    private func write(_ action: PageLayout.BarButton, into w: inout HTMLWriter) {
        switch action {
        case .search: writeSearchButton(&w)
        case .settings: writeButton(.gear, scope.path(Route.settings), Strings.settings, "", &w)
        case .add: writeButton(.plus, scope.path(Route.addFeed("")), Strings.addFeed, "", &w)
        case .topics: writeButton(.topics, scope.path(Route.topics), Strings.topics, "", &w)
        case .type:
            w.raw("<a class=\"icon-button\" data-sheet=\"reading\"")
            w.attribute("aria-label", Strings.textSettings)
            w.attribute("href", scope.path(Route.textSettings(returnPath: scope.currentURI)))
            w.raw(">")
            Icon.typography.write(scope, into: &w)
            w.raw("</a>")
        case .share(let path): writeButton(.share, path, Strings.shareMenu, " data-sheet=\"share\"", &w)
        }
    }

    /// Writes the account button. Its accessible name is its content, so that a screen reader reads the number of new
    /// replies too.
    private func writeAccountButton(_ w: inout HTMLWriter) {
        w.raw("<a class=\"icon-button\" data-panel=\"right\" data-close-label=\"Close\"")
        w.attribute("href", scope.path(.account(source: nil), [("back", scope.currentURI)]))
        w.attribute("title", Strings.ownAccount)
        w.raw(">")
        Icon.account.write(scope, into: &w)
        w.raw("<span class=\"visually-hidden\">")
        w.text(Strings.ownAccount)
        w.raw("</span>")
        if let count = layout.newReplies { NewReplyCountView.write(count, style: "count", into: &w) }
        w.raw("</a>")
    }

    /// Writes the search button, from which script takes the label of its search field.
    private func writeSearchButton(_ w: inout HTMLWriter) {
        w.raw("<a class=\"icon-button\"")
        w.attribute("data-search-label", Strings.searchLabel(in: scope.edition))
        w.attribute("href", scope.path(Route.search("")))
        w.attribute("title", Strings.search)
        w.attribute("aria-label", Strings.search)
        w.raw(">")
        Icon.search.write(scope, into: &w)
        w.raw("</a>")
    }

    /// Writes a button.
    /// - Parameter words: the words beside the icon on wide screens.
    private func writeButton(
        _ icon: Icon, _ path: String, _ label: String, _ attribute: StaticString, words: String? = nil,
        _ w: inout HTMLWriter
    ) {
        w.raw("<a class=\"icon-button\"")
        w.raw(attribute)
        w.attribute("href", path)
        w.attribute("title", label)
        w.attribute("aria-label", label)
        w.raw(">")
        icon.write(scope, into: &w)
        if let words {
            w.raw("<span>")
            w.text(words)
            w.raw("</span>")
        }
        w.raw("</a>")
    }
}
