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

    init(
        _ scope: RequestScope, writing action: WritingAction, returnPath: String,
        fields: [(name: String, value: String)] = [], style: StaticString? = nil
    ) {
        name = action.rawValue
        edition = scope.edition.id
        self.returnPath = returnPath
        self.fields = fields
        self.style = style
    }

    init(
        _ scope: RequestScope, _ action: Route.Action, in edition: EditionID? = nil, returnPath: String,
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
        write(into: &w) { w in
            w.raw("<button class=\"")
            w.raw(style)
            w.raw("\">")
            w.text(label)
            w.raw("</button>")
        }
    }

    func write(into w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
        w.raw("<form method=\"post\"")
        w.attribute("action", "/\(edition.rawValue)/act/\(name)")
        w.attribute("data-action", name)
        w.attribute("id", id)
        if isMultipart { w.raw(" enctype=\"multipart/form-data\"") }
        if let style {
            w.raw(" class=\"")
            w.raw(style)
            w.raw("\"")
        }
        w.raw(">")
        w.hiddenField("back", returnPath)
        for field in fields { w.hiddenField(field.name, field.value) }
        content(&w)
        w.raw("</form>")
    }
}
