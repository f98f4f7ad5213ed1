import Library
import Markup
import News

/// Chooses between rows and a grid on wide screens, in editions that offer it; the choice is kept with the reader.
enum LayoutSwitch {
    static func write(_ visit: Visit, into w: inout HTMLWriter) {
        guard visit.edition.options.grid != .none else { return }
        ActForm(visit, .preferences, back: visit.here, fields: [("part", "layout")], style: "switch")
            .write(into: &w) { w in
                button(visit, .list, .list, Words.asList, &w)
                button(visit, .grid, .grid, Words.asGrid, &w)
            }
    }

    private static func button(
        _ visit: Visit, _ layout: Preferences.Layout, _ icon: Icon, _ words: String, _ w: inout HTMLWriter
    ) {
        w.raw("<button name=\"layout\"")
        w.attribute("value", layout.rawValue)
        w.attribute("aria-pressed", visit.layout == layout ? "true" : "false")
        w.attribute("aria-label", words)
        w.attribute("title", words)
        w.raw(">")
        icon.write(visit, into: &w)
        w.raw("</button>")
    }
}
