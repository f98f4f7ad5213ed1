import Markup
import News

/// A form that POSTs an action with a return path; script sends the same fields and stays on the page.
struct ActionForm {
    /// The last path component of the URL that the form is sent to.
    let name: String
    let edition: EditionID
    let returnPath: String
    let fields: [(name: String, value: String)]
    var isMultipart = false
    var style: StaticString?
    var id: String?
    /// True if the form would take back what it once set.
    var isOn = false

    init(
        _ scope: RequestScope, _ action: ActionName, in edition: EditionID? = nil, returnPath: String,
        fields: [(name: String, value: String)] = [],
        isMultipart: Bool = false,
        style: StaticString? = nil
    ) {
        self.name = action.rawValue
        self.edition = edition ?? scope.edition.id
        self.returnPath = returnPath
        self.fields = fields
        self.isMultipart = isMultipart
        self.style = style
    }

    /// Writes the form with one button.
    func writeButton(_ label: String, style: StaticString = "button", into w: inout HTMLWriter) {
        write(into: &w) { w in w.element(.button, [.class(style)], text: label) }
    }

    func write(into w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
        w.element(
            .form,
            [
                .method("post"), .action("/\(edition.rawValue)/act/\(name)"), .data(.action, name), .id(id),
                .data(.on, isSet: isOn),
                .attribute("enctype", isMultipart ? "multipart/form-data" : nil),
            ],
            more: { w in if let style { w.attribute(.class(style)) } }
        ) { w in
            w.hiddenField("back", returnPath)
            for field in fields { w.hiddenField(field.name, field.value) }
            content(&w)
        }
    }
}
