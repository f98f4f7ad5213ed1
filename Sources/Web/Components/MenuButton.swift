import Markup

/// A button of three dots that opens a menu, also without script.
enum MenuButton {
    /// Writes the button and its menu.
    /// - Parameter lines: the closure that writes the menu's `li` elements.
    static func write(
        _ scope: RequestScope, label: String, into w: inout HTMLWriter, _ lines: (inout HTMLWriter) -> Void
    ) {
        w.element(.details, class: "list-menu") { w in
            w.element(.summary, class: "icon-button", [.aria("label", label), .title(label)]) { w in
                Icon.more.write(scope, into: &w)
            }
            w.element(.ul, class: "menu-lines", content: lines)
        }
    }

    /// Writes a line of the menu that is a link.
    /// - Parameter isOn: true if the link's target is shown already.
    static func writeLink(
        _ scope: RequestScope, _ path: String, _ label: String, isOn: Bool = false, into w: inout HTMLWriter
    ) {
        w.element(.li) { w in
            w.element(.a, [.href(path), .aria("current", isOn ? "true" : nil)]) { w in
                w.element(.span, text: label)
                if isOn { Icon.check.write(scope, into: &w) }
            }
        }
    }
}
