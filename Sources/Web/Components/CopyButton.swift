import Markup

/// A button that copies a value, where the browser lets script do so (`copy-buttons.js`).
struct CopyButton {
    let value: String
    /// The name of the value, for those who do not see what stands beside the button.
    let name: String

    func write(into w: inout HTMLWriter) {
        w.element(
            .button, class: "quiet",
            [.type("button"), .hidden(), .data(.copy, value), .aria("label", Strings.copyValue(name))],
            text: Strings.copy)
    }
}
