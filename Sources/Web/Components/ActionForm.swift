import Markup
import News

/// A form that POSTs an action with a return path, so that it works without script; script sends the same fields and
/// stays on the page.
struct ActionForm {
    let scope: RequestScope
    let action: Route.Action
    /// The edition of the action, by default that of the page.
    let edition: EditionID
    let back: String
    let fields: [(name: String, value: String)]
    var isMultipart = false
    /// A CSS class.
    var style: StaticString?

    init(
        _ scope: RequestScope, _ action: Route.Action, in edition: EditionID? = nil, back: String,
        fields: [(name: String, value: String)] = [],
        isMultipart: Bool = false,
        style: StaticString? = nil
    ) {
        self.scope = scope
        self.action = action
        self.edition = edition ?? scope.edition.id
        self.back = back
        self.fields = fields
        self.isMultipart = isMultipart
        self.style = style
    }

    func write(into w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
        w.raw("<form method=\"post\"")
        w.attribute("action", Route.action(action).path(in: edition))
        w.attribute("data-act", action.rawValue)
        if isMultipart { w.raw(" enctype=\"multipart/form-data\"") }
        if let style {
            w.raw(" class=\"")
            w.raw(style)
            w.raw("\"")
        }
        w.raw(">")
        writeHiddenField("back", back, &w)
        for field in fields { writeHiddenField(field.name, field.value, &w) }
        content(&w)
        w.raw("</form>")
    }

    private func writeHiddenField(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<input type=\"hidden\"")
        w.attribute("name", name)
        w.attribute("value", value)
        w.raw(">")
    }
}
