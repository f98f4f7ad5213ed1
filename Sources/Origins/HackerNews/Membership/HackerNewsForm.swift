import Foundation
import Markup

/// A form of the site, with everything that a browser would send.
struct HackerNewsForm: Sendable {
    struct Control: Sendable {
        var name: String
        var value: String
        /// The type in lower case: `hidden`, `text`, `number`, ….
        var type: String
        /// True if the control accepts several lines.
        var isText = false
        var options: [String] = []
        /// The text of the cell before the control.
        var label = ""
        /// The button's own action, which overrides the form's; nil if it has none.
        var action: String?

        var isHidden: Bool { type == "hidden" }
    }

    private(set) var controls: [Control] = []
    private(set) var buttons: [Control] = []
    /// The form's action as written; empty for the page's own address.
    let action: String
    /// The action of the submit button, which overrides the form's; nil if it has none.
    private let submitAction: String?

    private static let maxControls = 100
    private static let buttonTypes: Set = ["submit", "button", "image", "reset"]
    private static let input = ElementSelector("input")
    private static let inputOrButton = ElementSelector("input, button")

    init(_ form: HTMLElement) {
        action = form["action"] ?? ""
        submitAction =
            (Self.inputOrButton.map(form.all) ?? []).first(where: FormDestination.isSubmitButton)?["formaction"]
        guard let input = Self.input else { return }
        for element in form.all(input).prefix(Self.maxControls) {
            guard let name = element["name"], !name.isEmpty else { continue }
            let type = element["type"]?.lowercased() ?? "text"
            let kind = element[FormControlMarkup.kindAttribute]
            var control = Control(name: name, value: element["value"] ?? "", type: kind == nil ? type : "")
            control.isText = kind == FormControlMarkup.textKind
            let options = element[FormControlMarkup.optionsAttribute] ?? ""
            control.options = options.split(separator: "\n").map(String.init)
            control.label = Self.label(of: element)
            if Self.buttonTypes.contains(control.type) {
                control.action = element["formaction"]
                buttons.append(control)
            } else if control.type != "checkbox" && control.type != "radio" || element["checked"] != nil {
                controls.append(control)
            }
        }
    }

    func hasFields(_ names: some Collection<String>) -> Bool {
        names.allSatisfy { name in controls.contains { $0.name == name } }
    }

    /// Returns the form's fields with some values replaced.
    func fields(_ replacing: [String: String]) -> [(name: String, value: String)] {
        controls.map { ($0.name, replacing[$0.name] ?? $0.value) }
    }

    /// Resolves the form's target.
    /// - Parameter button: the pressed button; nil for the submit button.
    func target(on page: FormDestination, pressing button: Control?) -> FormDestination.Target {
        page.target((button.map(\.action) ?? submitAction) ?? action)
    }

    /// Returns the label in the row's first cell, such as `about:`, without the colon.
    private static func label(of element: HTMLElement) -> String {
        var at = element
        while let parent = at.parent, parent.name != "form" {
            if parent.name == "tr" {
                guard let first = parent.children.first, first != at else { return "" }
                let text = first.text
                return text.hasSuffix(":") ? String(text.dropLast()) : text
            }
            at = parent
        }
        return ""
    }
}
