import Library
import Markup
import News

/// Switches between one edition and all.
struct ScopeSwitch {
    let scope: RequestScope
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

    private func writeLink(_ label: String, _ path: String, isOn: Bool, _ w: inout HTMLWriter) {
        w.raw("<a class=\"chip\"")
        w.attribute("href", path)
        if isOn { w.raw(" aria-current=\"true\"") }
        w.raw(">")
        w.text(label)
        w.raw("</a>")
    }
}
