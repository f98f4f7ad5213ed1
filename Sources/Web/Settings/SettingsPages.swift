import Markup
import News

/// The pages of Settings, named at the head of each, with the open one marked.
struct SettingsPages {
    /// Each page with what it is called.
    static let all: [(words: String, route: Route)] = [
        (Words.reading, .settings), (Words.editions, .editions), (Words.muted, .mutes), (Words.keyboard, .keys),
        (Words.about, .about),
    ]

    let visit: Visit
    let open: Route

    func write(into w: inout HTMLWriter) {
        let here = visit.path(open)
        w.raw("<nav class=\"pages chips\"")
        w.attribute("aria-label", Words.settings)
        w.raw(">")
        for page in Self.all {
            let path = visit.path(page.route)
            w.raw("<a class=\"chip\"")
            w.attribute("href", path)
            if path == here { w.raw(" aria-current=\"page\"") }
            w.raw(">")
            w.text(page.words)
            w.raw("</a>")
        }
        w.raw("</nav>")
    }
}
