import Library
import Markup
import News

/// A menu section that switches between one edition and all editions.
struct ScopeSwitch {
    let scope: RequestScope
    let path: String

    var isOffered: Bool { scope.dependencies.editions.count > 1 }

    func write(into w: inout HTMLWriter) {
        guard isOffered else { return }
        let widerPath = path + (path.contains("?") ? "&" : "?") + "everywhere=1"
        MenuButton.writeLink(scope, path, scope.edition.title, isOn: !scope.showsAllEditions, into: &w)
        MenuButton.writeLink(scope, widerPath, Strings.allEditions, isOn: scope.showsAllEditions, into: &w)
    }
}
