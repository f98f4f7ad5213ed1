import Markup
import News

/// The slots left, title and right.
struct TopBar {
    let shell: Shell
    private var visit: Visit { shell.visit }

    func write(into w: inout HTMLWriter) {
        w.raw("<header class=\"top\"><div class=\"slot left\">")
        switch shell.left {
        case .nameplate: root(&w)
        case .back(let route):
            w.raw("<a class=\"action\" data-back aria-label=\"Back\"")
            w.attribute("href", visit.path(route))
            w.raw(">")
            Icon.back.write(visit, into: &w)
            w.raw("</a>")
        }
        w.raw("</div>")
        if let title = shell.barTitle {
            w.raw(shell.isBarSteady ? "<div class=\"title steady\">" : "<div class=\"title\">")
            w.text(title)
            w.raw("</div>")
        }
        w.raw("<div class=\"slot right\">")
        for action in shell.actions.prefix(2) { write(action, into: &w) }
        w.raw("</div></header>")
    }

    /// The button of the drawer, where the edition has one, and the nameplate, which opens the Newsstand.
    private func root(_ w: inout HTMLWriter) {
        if visit.edition.shell.drawer {
            w.raw("<a class=\"action\" data-panel=\"left\" aria-label=\"Sections\"")
            w.attribute("href", visit.path(Route.sections))
            w.raw(">")
            Icon.menu.write(visit, into: &w)
            w.raw("</a>")
        }
        w.raw("<a class=\"title nameplate\" data-sheet=\"newsstand\"")
        w.attribute("aria-label", "\(visit.edition.title), open the newsstand")
        w.attribute("href", visit.path(Route.newsstand))
        w.raw("><span>")
        w.text(visit.edition.title)
        w.raw("</span>")
        Icon.down.write(visit, into: &w)
        w.raw("</a>")
    }

    private func write(_ action: Shell.Action, into w: inout HTMLWriter) {
        switch action {
        case .search: link(.search, visit.path(Route.search("")), Words.search, "data-search", &w)
        case .add: link(.plus, visit.path(Route.add("")), Words.addFeed, "data-add", &w)
        case .type:
            w.raw("<a class=\"action\" data-sheet=\"reading\" aria-label=\"Text size, face and colours\"")
            w.attribute("href", visit.path(Route.settings))
            w.raw(">")
            Icon.type.write(visit, into: &w)
            w.raw("</a>")
        case .share(let path): link(.share, path, Words.shareMenu, "data-sheet=\"share\"", &w)
        case .save(let story, let isOn): save(story, isOn, &w)
        }
    }

    private func save(_ story: Int64, _ isOn: Bool, _ w: inout HTMLWriter) {
        ActForm(
            visit, .marks, back: visit.here,
            fields: [
                ("story", String(story)), ("kind", "saved"), ("value", isOn ? "0" : "1"),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"action\" data-save")
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.attribute("aria-label", "Save this story")
            w.raw(">")
            (isOn ? Icon.saveOn : Icon.save).write(visit, into: &w)
            w.raw("</button>")
        }
    }

    private func link(
        _ icon: Icon, _ path: String, _ label: String, _ mark: StaticString, _ w: inout HTMLWriter
    ) {
        w.raw("<a class=\"action\" ")
        w.raw(mark)
        w.attribute("href", path)
        w.attribute("aria-label", label)
        w.raw(">")
        icon.write(visit, into: &w)
        w.raw("</a>")
    }
}
