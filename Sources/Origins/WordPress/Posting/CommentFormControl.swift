import Markup

/// A control of the comment form that a browser would send.
struct CommentFormControl {
    enum Role {
        case author, email, url, text, consent, post, parent
        /// A field that Akismet's script sets to the time.
        case scriptTime
        /// A text area that people do not see: a trap for robots, unless it is the only one.
        case concealedText
        case button
        case other
    }

    let name: String
    /// The value on the page.
    let value: String
    private(set) var role: Role

    var takesText: Bool { role == .text || role == .concealedText && name == "comment" }

    /// Creates a control; nil for an element that a browser does not send.
    init?(_ element: HTMLElement, in form: HTMLElement) {
        guard let name = element["name"], !name.isEmpty, element["disabled"] == nil,
            // Browsers with scripts ignore these elements; the values that scripts set are filled in here.
            !Self.isInside(["noscript", "template"], element)
        else { return nil }
        self.name = name
        switch element[FormControlMarkup.kindAttribute] ?? element.name {
        case FormControlMarkup.textKind:
            // A text area of Akismet is a trap, and so are those that a style hides.
            role = Self.isConcealed(element, in: form) ? .concealedText : name.hasPrefix("ak_") ? .other : .text
            value = role == .text ? element["value"] ?? "" : ""
        case FormControlMarkup.choiceKind:
            guard element[FormControlMarkup.optionsAttribute]?.isEmpty == false else { return nil }
            (role, value) = (.other, element["value"] ?? "")
        case "button":
            guard (element["type"] ?? "submit").lowercased() == "submit" else { return nil }
            (role, value) = (.button, element["value"] ?? "")
        default:
            guard let role = Self.role(ofInput: element, name) else { return nil }
            self.role = role
            let isChecked = role == .consent || ["checkbox", "radio"].contains(element["type"]?.lowercased())
            value = element["value"] ?? (isChecked ? "on" : "")
        }
    }

    private static func role(ofInput element: HTMLElement, _ name: String) -> Role? {
        switch element["type"]?.lowercased() ?? "text" {
        case "hidden":
            switch name {
            case WordPressCommentForm.postField: return .post
            case WordPressCommentForm.parentField: return .parent
            case "ak_js": return .scriptTime
            default: return .other
            }
        case "checkbox", "radio":
            if name == "wp-comment-cookies-consent" { return .consent }
            return element["checked"] == nil ? nil : .other
        case "submit": return .button
        case "reset", "button", "image", "file": return nil
        default:
            switch name {
            case "author": return .author
            case "email": return .email
            case "url": return .url
            default: return .other
            }
        }
    }

    // MARK: Concealed

    /// The maximum length in characters of a class or style that is examined.
    private static let maxLength = 500

    private static func isInside(_ names: Set<String>, _ element: HTMLElement) -> Bool {
        var outer = element.parent
        while let here = outer {
            if names.contains(here.name) { return true }
            outer = here.parent
        }
        return false
    }

    private static func isConcealed(_ element: HTMLElement, in form: HTMLElement) -> Bool {
        var next: HTMLElement? = element
        while let here = next, here != form {
            if conceals(here) { return true }
            next = here.parent
        }
        return false
    }

    private static func conceals(_ element: HTMLElement) -> Bool {
        if element["hidden"] != nil || element["aria-hidden"]?.lowercased() == "true" { return true }
        let classNames = (element["class"] ?? "").prefix(maxLength).lowercased().split(whereSeparator: \.isWhitespace)
        if classNames.contains(where: { concealingClasses.contains(String($0)) || $0.contains("honeypot") }) {
            return true
        }
        let declarations = (element["style"] ?? "").prefix(maxLength).lowercased().filter { !$0.isWhitespace }.split(
            separator: ";")
        return declarations.contains { conceals($0) }
    }

    /// Returns true if a declaration of a style, without white space, hides an element.
    private static func conceals(_ declaration: Substring) -> Bool {
        let parts = declaration.replacing("!important", with: "").split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return false }
        switch parts[0] {
        case "display": return parts[1] == "none"
        case "visibility": return parts[1] == "hidden"
        case "clip", "clip-path": return parts[1] != "auto" && parts[1] != "none"
        case "left", "top", "right", "text-indent": return parts[1].hasPrefix("-") && parts[1].count > 4
        case "opacity": return parts[1] == "0"
        case "height", "width", "max-height", "max-width": return ["0", "0px", "1px"].contains(parts[1])
        default: return false
        }
    }

    private static let concealingClasses: Set<String> = [
        "akismet-fields-container", "hidden", "hide", "hp", "visually-hidden", "screen-reader-text",
    ]

    // MARK: One of each

    /// Returns the controls with one button, since a browser sends only the button that was pressed.
    static func withOneButton(_ controls: [CommentFormControl]) -> [CommentFormControl] {
        let buttons = controls.indices.filter { controls[$0].role == .button }
        let pressed = buttons.first { controls[$0].name == "submit" } ?? buttons.first
        return controls.indices.filter { controls[$0].role != .button || $0 == pressed }.map { controls[$0] }
    }

    /// Returns the controls with one text area, the one that people see and write into: plugins rename it and leave a
    /// trap with the old name. If all text areas of a form are hidden, its script shows the form.
    static func withOneText(_ controls: [CommentFormControl]) -> [CommentFormControl] {
        let boxes = controls.indices.filter { controls[$0].role == .text }
        let chosen =
            boxes.first { controls[$0].name == "comment" } ?? boxes.first
            ?? controls.firstIndex { $0.role == .concealedText && $0.name == "comment" }
        var controls = controls
        for index in controls.indices {
            if index == chosen {
                controls[index].role = .text
            } else if controls[index].role == .text {
                controls[index].role = .other
            }
        }
        return controls
    }
}
