import Library
import Markup
import News

enum LayoutSwitch {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard scope.edition.options.grid != .none else { return }
        ActionForm(
            scope, .preferences, returnPath: scope.currentURI, fields: [("part", "layout")],
            style: "layout-switch native-submit"
        )
        .write(into: &w) { w in
            writeButton(scope, .list, .list, Strings.asList, &w)
            writeButton(scope, .grid, .grid, Strings.asGrid, &w)
        }
    }

    private static func writeButton(
        _ scope: RequestScope, _ layout: Preferences.Layout, _ icon: Icon, _ label: String, _ w: inout HTMLWriter
    ) {
        let isOn = scope.listLayout == layout
        w.element(
            .button,
            [
                .name("layout"), .value(layout.rawValue), .aria("pressed", isOn ? "true" : "false"),
                .aria("label", label), .title(label),
            ]
        ) { w in icon.write(scope, into: &w) }
    }
}
