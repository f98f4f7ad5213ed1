import Library
import Markup
import News

/// One place for all editions, narrowed at first to the one it was opened from: both ways are named, and the one that is
/// shown is marked. In a house with one newspaper there is nothing to say.
struct NarrowView {
    let visit: Visit
    /// The narrowed page's address.
    let path: String

    func write(into w: inout HTMLWriter) {
        guard visit.house.editions.count > 1 else { return }
        w.raw("<nav class=\"narrow chips\" aria-label=\"Which papers\">")
        link(visit.edition.title, path, isOn: !visit.isEverywhere, &w)
        link(Words.allPapers, path + (path.contains("?") ? "&" : "?") + "everywhere=1", isOn: visit.isEverywhere, &w)
        w.raw("</nav>")
    }

    private func link(_ words: String, _ path: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<a class=\"chip\"")
        w.attribute("href", path)
        if isOn { w.raw(" aria-current=\"true\"") }
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}
