import Foundation
import Library
import Markup
import News
import Untrusted

/// The frame of every page: five slots, filled as the edition says (design language, *The shell has five slots*).
struct Shell {
    /// What stands left in the top bar: on a root screen the drawer's button, where the edition has one, and the nameplate;
    /// elsewhere a way back.
    enum Left { case nameplate, back(Route) }
    /// The kind of screen, by which the edition chooses what the bottom slot holds.
    enum Kind { case front, list, story, page }
    /// A link or button at the right of the top bar; at most two.
    enum Action {
        case search
        case add
        case type
        case save(story: Int64, isOn: Bool)
        /// The menu of a page outside, at this address.
        case share(String)
    }
    /// What only some pages need in their head.
    enum Extra {
        case sheet(StaticString)
        case module(StaticString)
        /// Where a browser without script is led.
        case withoutScript(String)
    }

    /// The modules that `app.js` imports at once.
    private static let modules: [StaticString] = [
        "place.js", "time.js", "marks.js", "lists.js", "sheets.js", "keys.js", "going.js", "story.js",
    ]

    let visit: Visit
    /// The document's title.
    let title: String
    var kind = Kind.page
    var left: Left = .nameplate
    /// What stands in the bar; inner pages name themselves there.
    var barTitle: String?
    /// Whether the title of the bar stands there from the beginning, not only when the page's own is out of sight.
    var isBarSteady = false
    /// The tab that is lit.
    var tab: EditionTab?
    var actions: [Action] = [.search]
    var unread: BoundedCount?
    /// For the status line, where the edition wants it in the bottom slot.
    var status: RefreshStatus?
    /// Facts for script: the newest story known when the page was made.
    var newest: Int64?
    var extras: [Extra] = []
    /// Whether wide screens show a story beside this list.
    var hasReader = false

    /// What the bottom slot holds here.
    var bottom: EditionShell.Bottom {
        let shell = visit.edition.shell
        return switch kind {
        case .front: shell.front
        case .list: shell.list
        case .story: shell.story
        // Tabs never hide; a status line belongs to the screens that list stories.
        case .page: shell.front == .tabs ? .tabs : .nothing
        }
    }

    /// Writes the whole document around `content`.
    func page(_ content: (inout HTMLWriter) -> Void) -> HTMLWriter {
        var w = HTMLWriter(reserving: 65_536)
        head(&w)
        TopBar(shell: self).write(into: &w)
        w.raw("<main id=\"main\" tabindex=\"-1\">")
        content(&w)
        w.raw("</main>")
        if hasReader { Self.reader(&w) }
        BottomSlot(shell: self).write(into: &w)
        // Behind the text it holds nothing up, and is there for the next page.
        if visit.isFirstLook { styleSheet(&w) }
        Toast.write(visit, into: &w)
        w.raw("<div id=\"live\" class=\"spoken\" role=\"status\" aria-live=\"polite\"></div></body></html>")
        return w
    }

    /// The pane for a story beside its list: shown on wide screens, and filled by script.
    private static func reader(_ w: inout HTMLWriter) {
        w.raw("<section class=\"reader\" id=\"reader\" aria-label=\"Story\" tabindex=\"-1\"><p class=\"unchosen\">")
        w.text(Words.chooseStory)
        w.raw("</p></section>")
    }

    private func head(_ w: inout HTMLWriter) {
        let p = visit.preferences
        w.raw("<!DOCTYPE html><html")
        w.attribute("lang", visit.edition.language)
        w.attribute("data-edition", visit.edition.id.rawValue)
        w.attribute("data-headlines", visit.edition.look.headlines.rawValue)
        w.attribute("data-rows", visit.edition.look.rows.rawValue)
        if visit.layout == .grid { w.raw(" data-layout=\"grid\"") }
        w.attribute("data-theme", p.theme.rawValue)
        w.attribute("data-size", String(p.textSize))
        w.attribute("data-face", p.face.rawValue)
        w.attribute("data-measure", p.measure.rawValue)
        w.attribute("data-density", p.density.rawValue)
        if p.scalesInterface { w.raw(" data-scale=\"all\"") }
        if !p.showsPictures { w.raw(" data-pictures=\"off\"") }
        w.raw(
            "><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\"><title>"
        )
        w.text(title == visit.edition.title ? title : "\(title) · \(visit.edition.title)")
        w.raw("</title>")
        if visit.isFirstLook {
            w.raw("<style>")
            w.asset(visit.house.assets.style(of: visit.edition).bytes)
            w.raw("</style>")
        } else {
            styleSheet(&w)
        }
        AppHead(house: visit.house, face: AppFace(visit.edition), theme: p.theme).write(into: &w)
        w.raw("<script type=\"module\"")
        w.attribute("src", visit.house.assets.path("app.js"))
        w.raw("></script>")
        // Named here so that they do not queue behind pictures: a browser opens six connections at most.
        for module in Self.modules {
            w.raw("<link rel=\"modulepreload\"")
            w.attribute("href", visit.house.assets.path(module))
            w.raw(">")
        }
        if p.columns {
            write(.sheet("columns.css"), &w)
            write(.module("columns.js"), &w)
        }
        for extra in extras { write(extra, &w) }
        w.raw("</head><body")
        w.attribute("class", style)
        w.attribute("data-now", String(Int(saturating: visit.now.timeIntervalSince1970 * 1000)))
        w.attribute("data-scroll-marks", p.markOnScroll ? "on" : p.markOnScrollOffered ? "off" : "ask")
        if !p.marksOpened { w.raw(" data-keeps-unread") }
        if left.isRoot, visit.edition.shell.drawer { w.raw(" data-drawer") }
        if visit.edition.shell.drawer || !visit.edition.options.saving { w.raw(" data-rows-stay") }
        if visit.edition.shell.bars == .retreat { w.raw(" data-retreat") }
        if let newest { w.attribute("data-newest", String(newest)) }
        if status != nil, let list = visit.appearing { w.attribute("data-appears", list.code) }
        if let minutes = visit.edition.options.reload { w.attribute("data-reload", String(minutes)) }
        w.raw("><a class=\"skip\" href=\"#main\">Skip to the stories</a>")
    }

    private func write(_ extra: Extra, _ w: inout HTMLWriter) {
        switch extra {
        case .sheet(let name):
            w.raw("<link rel=\"stylesheet\"")
            w.attribute("href", visit.house.assets.path(name))
        case .module(let name):
            w.raw("<script type=\"module\"")
            w.attribute("src", visit.house.assets.path(name))
            w.raw("></script")
        case .withoutScript(let path):
            w.raw("<noscript><meta http-equiv=\"refresh\"")
            w.attribute("content", "0; url=\(path)")
            w.raw("></noscript")
        }
        w.raw(">")
    }

    private func styleSheet(_ w: inout HTMLWriter) {
        w.raw("<link rel=\"stylesheet\"")
        w.attribute("href", visit.house.assets.sheet(of: visit.edition))
        w.raw(">")
    }

    /// Classes for layout.
    private var style: String {
        let parts = [
            left.isRoot ? "page-root" : "page-inner", bottom == .nothing ? "plain-bottom" : "with-\(bottom.rawValue)",
            hasReader ? "two-panes" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Shell.Left {
    var isRoot: Bool { if case .nameplate = self { true } else { false } }
}
