import Markup
import News

struct TopBar {
    let layout: PageLayout
    private var scope: RequestScope { layout.scope }

    func write(into w: inout HTMLWriter) {
        w.raw("<header class=\"top\"><div class=\"slot left\">")
        switch layout.left {
        case .nameplate: writeNameplate(&w)
        case .back(let route):
            w.raw("<a class=\"action\" data-back aria-label=\"Back\"")
            w.attribute("href", scope.path(route))
            w.raw(">")
            Icon.back.write(scope, into: &w)
            w.raw("</a>")
        }
        w.raw("</div>")
        if let title = layout.barTitle {
            w.raw(layout.alwaysShowsBarTitle ? "<div class=\"title steady\">" : "<div class=\"title\">")
            w.text(title)
            w.raw("</div>")
        }
        w.raw("<div class=\"slot right\">")
        for action in layout.actions.prefix(2) { write(action, into: &w) }
        w.raw("</div></header>")
    }

    private func writeNameplate(_ w: inout HTMLWriter) {
        if scope.edition.layout.hasDrawer {
            w.raw("<a class=\"action\" data-panel=\"left\" aria-label=\"Sections\"")
            w.attribute("href", scope.path(Route.sections))
            w.raw(">")
            Icon.menu.write(scope, into: &w)
            w.raw("</a>")
        }
        w.raw("<a class=\"title nameplate\" data-sheet=\"newsstand\"")
        w.attribute("aria-label", "\(scope.edition.title), open the newsstand")
        w.attribute("href", scope.path(Route.newsstand))
        w.raw("><span>")
        w.text(scope.edition.title)
        w.raw("</span>")
        Icon.down.write(scope, into: &w)
        w.raw("</a>")
    }

    private func write(_ action: PageLayout.BarButton, into w: inout HTMLWriter) {
        switch action {
        case .search: writeButton(.search, scope.path(Route.search("")), Strings.search, " data-search", &w)
        case .add: writeButton(.plus, scope.path(Route.addFeed("")), Strings.addFeed, "", &w)
        case .type:
            w.raw("<a class=\"action\" data-sheet=\"reading\" aria-label=\"Text size, face and colours\"")
            w.attribute("href", scope.path(Route.settings))
            w.raw(">")
            Icon.typography.write(scope, into: &w)
            w.raw("</a>")
        case .share(let path): writeButton(.share, path, Strings.shareMenu, " data-sheet=\"share\"", &w)
        case .save(let story, let isOn): writeSaveButton(story, isOn, &w)
        }
    }

    private func writeSaveButton(_ story: Int64, _ isOn: Bool, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .setMark, returnPath: scope.currentURI,
            fields: [
                ("story", String(story)), ("kind", "saved"), ("value", isOn ? "0" : "1"),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"action\" data-save")
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.attribute("aria-label", "Save this story")
            w.raw(">")
            (isOn ? Icon.saveOn : Icon.save).write(scope, into: &w)
            w.raw("</button>")
        }
    }

    private func writeButton(
        _ icon: Icon, _ path: String, _ label: String, _ attribute: StaticString, _ w: inout HTMLWriter
    ) {
        w.raw("<a class=\"action\"")
        w.raw(attribute)
        w.attribute("href", path)
        w.attribute("aria-label", label)
        w.raw(">")
        icon.write(scope, into: &w)
        w.raw("</a>")
    }
}
