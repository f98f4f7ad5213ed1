import Library
import Markup
import News

/// One place for all editions, narrowed at first to the one it was opened from: both ways are named, and the one that is
/// shown is marked. In a house with one newspaper there is nothing to say.
struct ScopeSwitch {
    let scope: RequestScope
    /// The narrowed page's address.
    let path: String

    func write(into w: inout HTMLWriter) {
        guard scope.dependencies.editions.count > 1 else { return }
        w.raw("<nav class=\"narrow chips\" aria-label=\"Which papers\">")
        writeLink(scope.edition.title, path, isOn: !scope.showsAllEditions, &w)
        writeLink(
            Strings.allEditions, path + (path.contains("?") ? "&" : "?") + "everywhere=1", isOn: scope.showsAllEditions,
            &w)
        w.raw("</nav>")
    }

    private func writeLink(_ words: String, _ path: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<a class=\"chip\"")
        w.attribute("href", path)
        if isOn { w.raw(" aria-current=\"true\"") }
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}
