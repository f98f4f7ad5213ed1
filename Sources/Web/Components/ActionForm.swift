import Markup
import News

/// POSTs an action with a return path; script sends the same fields and stays on the page.
struct ActionForm {
    let action: Route.Action
    let edition: EditionID
    let returnPath: String
    let fields: [(name: String, value: String)]
    var isMultipart = false
    var style: StaticString?

    init(
        _ scope: RequestScope, _ action: Route.Action, in edition: EditionID? = nil, returnPath: String,
        fields: [(name: String, value: String)] = [],
        isMultipart: Bool = false,
        style: StaticString? = nil
    ) {
        self.action = action
        self.edition = edition ?? scope.edition.id
        self.returnPath = returnPath
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
        w.hiddenField("back", returnPath)
        for field in fields { w.hiddenField(field.name, field.value) }
        content(&w)
        w.raw("</form>")
    }
}
