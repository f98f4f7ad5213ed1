import Library
import Markup
import News

/// A line under the date, such as the demonstration's.
enum Banner {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let text = scope.edition.options.isSample ? Strings.sampleStories : scope.dependencies.settings.banner
        else { return }
        w.raw("<p class=\"note\">")
        w.text(text)
        w.raw("</p>")
    }
}

/// Offers to undo an action made without script or on the page before; hides after eight seconds without focus or
/// pointer.
enum UndoToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let token = scope.undo else { return }
        w.raw("<div class=\"toast timed\" role=\"status\"")
        w.attribute("data-ticket", String(token.id))
        w.raw("><span>")
        w.text(Strings.marked(token))
        w.raw("</span>")
        ActionForm(scope, .undo, returnPath: scope.currentURI, fields: [("ticket", String(token.id))]).write(into: &w) {
            w in
            w.raw("<button>Undo</button>")
        }
        w.raw("</div>")
    }
}
