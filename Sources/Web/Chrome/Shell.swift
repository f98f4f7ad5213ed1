import Foundation
import Library
import Markup

/// The frame of every page: five slots, of which the panels are sheets that script opens.
struct Shell {
    /// What stands left in the top bar.
    enum Left { case nameplate, back(Route) }
    /// One of the four tabs.
    enum Tab: CaseIterable { case today, unread, feeds, saved }
    /// A link or button at the right of the top bar; at most two.
    enum Action {
        case search
        case add
        case type
        case save(story: Int64, isOn: Bool)
    }

    /// The modules that `app.js` imports.
    private static let modules: [StaticString] = [
        "time.js", "marks.js", "lists.js", "sheets.js", "keys.js", "gestures.js",
    ]

    let visit: Visit
    /// The document's title.
    let title: String
    var left: Left = .nameplate
    /// What stands in the bar; inner pages name themselves there.
    var barTitle: String?
    /// The tab that is lit; nil for pages without a bottom slot.
    var tab: Tab?
    var hasTabs = true
    var actions: [Action] = [.search]
    var unread: BoundedCount?
    /// Facts for script: the newest story known when the page was made.
    var newest: Int64?

    /// Writes the whole document around `content`.
    func page(_ content: (inout HTMLWriter) -> Void) -> HTMLWriter {
        var w = HTMLWriter(reserving: 32_768)
        head(&w)
        topBar(&w)
        w.raw("<main id=\"main\" tabindex=\"-1\">")
        content(&w)
        w.raw("</main>")
        if hasTabs { tabBar(&w) }
        Toast.write(visit, into: &w)
        w.raw("<div id=\"live\" class=\"spoken\" role=\"status\" aria-live=\"polite\"></div></body></html>")
        return w
    }

    private func head(_ w: inout HTMLWriter) {
        let p = visit.preferences
        w.raw("<!DOCTYPE html><html lang=\"en\" data-edition=\"mine\"")
        w.attribute("data-theme", p.theme.rawValue)
        w.attribute("data-size", String(p.textSize))
        w.attribute("data-face", p.face.rawValue)
        w.attribute("data-measure", p.measure.rawValue)
        w.raw(
            "><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\"><title>"
        )
        w.text(title == Words.paper ? title : "\(title) · \(Words.paper)")
        w.raw("</title><link rel=\"stylesheet\"")
        w.attribute("href", visit.house.assets.path("app.css"))
        w.raw("><link rel=\"icon\" type=\"image/svg+xml\"")
        w.attribute("href", visit.house.assets.path("tidings.svg"))
        w.raw(
            "><meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"#FFFFFF\"><meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#121214\"><script type=\"module\""
        )
        w.attribute("src", visit.house.assets.path("app.js"))
        w.raw("></script>")
        // Named here so that they do not queue behind pictures: a browser opens six connections at most.
        for module in Self.modules {
            w.raw("<link rel=\"modulepreload\"")
            w.attribute("href", visit.house.assets.path(module))
            w.raw(">")
        }
        w.raw("</head><body")
        w.attribute("class", (left.isBack ? "page-inner" : "page-root") + (hasTabs ? "" : " plain-bottom"))
        w.attribute("data-now", String(Int(visit.now.timeIntervalSince1970 * 1000)))
        w.attribute("data-scroll-marks", p.markOnScroll ? "on" : p.markOnScrollOffered ? "off" : "ask")
        if let newest { w.attribute("data-newest", String(newest)) }
        w.raw("><a class=\"skip\" href=\"#main\">Skip to the stories</a>")
    }

    private func topBar(_ w: inout HTMLWriter) {
        w.raw("<header class=\"top\"><div class=\"slot left\">")
        switch left {
        case .nameplate:
            w.raw("<a class=\"title nameplate\" data-sheet=\"newsstand\" aria-label=\"Tidings, open the newsstand\"")
            w.attribute("href", Route.newsstand.path)
            w.raw(">Tidings")
            Icon.down.write(visit, into: &w)
            w.raw("</a>")
        case .back(let route):
            w.raw("<a class=\"action\" data-back aria-label=\"Back\"")
            w.attribute("href", route.path)
            w.raw(">")
            Icon.back.write(visit, into: &w)
            w.raw("</a>")
        }
        w.raw("</div>")
        if let barTitle {
            w.raw("<div class=\"title\">")
            w.text(barTitle)
            w.raw("</div>")
        }
        w.raw("<div class=\"slot right\">")
        for action in actions { write(action, into: &w) }
        w.raw("</div></header>")
    }

    private func write(_ action: Action, into w: inout HTMLWriter) {
        switch action {
        case .search: link(.search, Route.search("").path, "Search", &w)
        case .add: link(.plus, Route.add("").path, Words.addFeed, &w)
        case .type:
            w.raw("<a class=\"action\" data-sheet=\"reading\" aria-label=\"Text size, face and colours\"")
            w.attribute("href", Route.settings.path)
            w.raw(">")
            Icon.type.write(visit, into: &w)
            w.raw("</a>")
        case .save(let story, let isOn):
            ActForm(
                .marks, back: visit.here,
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
    }

    private func link(_ icon: Icon, _ path: String, _ label: String, _ w: inout HTMLWriter) {
        w.raw("<a class=\"action\"")
        w.attribute("href", path)
        w.attribute("aria-label", label)
        w.raw(">")
        icon.write(visit, into: &w)
        w.raw("</a>")
    }

    private func tabBar(_ w: inout HTMLWriter) {
        w.raw("<nav class=\"tabs\" aria-label=\"Sections of the paper\">")
        for item in Tab.allCases {
            let isOn = item == tab
            w.raw("<a")
            w.attribute("href", item.route.path)
            if isOn { w.raw(" aria-current=\"page\"") }
            w.raw(">")
            item.icon(isOn: isOn).write(visit, into: &w)
            w.text(item.word)
            if item == .unread, let unread, unread.value > 0 {
                w.raw("<span class=\"count\" data-unread>")
                w.text(Words.tally(unread))
                w.raw("</span>")
            }
            w.raw("</a>")
        }
        w.raw("</nav>")
    }
}

extension Shell.Left {
    var isBack: Bool { if case .back = self { true } else { false } }
}

extension Shell.Tab {
    var route: Route {
        switch self {
        case .today: .today
        case .unread: .unread
        case .feeds: .feeds
        case .saved: .saved
        }
    }

    var word: String {
        switch self {
        case .today: Words.today
        case .unread: Words.unread
        case .feeds: Words.feeds
        case .saved: Words.saved
        }
    }

    func icon(isOn: Bool) -> Icon {
        switch self {
        case .today: isOn ? .todayOn : .today
        case .unread: isOn ? .ringOn : .ring
        case .feeds: isOn ? .feedsOn : .feeds
        case .saved: isOn ? .saveOn : .save
        }
    }
}
