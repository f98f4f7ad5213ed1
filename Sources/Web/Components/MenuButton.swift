import Markup

/// A button of three dots that opens a menu, also without script.
enum MenuButton {
    /// Writes the button and its menu.
    /// - Parameter lines: the closure that writes the menu's `li` elements.
    static func write(
        _ scope: RequestScope, label: String, into w: inout HTMLWriter, _ lines: (inout HTMLWriter) -> Void
    ) {
        w.raw("<details class=\"list-menu\"><summary class=\"icon-button\"")
        w.attribute("aria-label", label)
        w.attribute("title", label)
        w.raw(">")
        Icon.more.write(scope, into: &w)
        w.raw("</summary><ul class=\"menu-lines\">")
        lines(&w)
        w.raw("</ul></details>")
    }

    /// Writes a line of the menu that is a link.
    /// - Parameter isOn: true if the link's target is shown already.
    static func writeLink(
        _ scope: RequestScope, _ path: String, _ label: String, isOn: Bool = false, into w: inout HTMLWriter
    ) {
        w.raw("<li><a")
        w.attribute("href", path)
        if isOn { w.raw(" aria-current=\"true\"") }
        w.raw("><span>")
        w.text(label)
        w.raw("</span>")
        if isOn { Icon.check.write(scope, into: &w) }
        w.raw("</a></li>")
    }
}
