import Library
import Markup
import News

/// A line of the server's own under the date, such as the demonstration's.
enum Banner {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let text = scope.edition.options.isSample ? Strings.sampleStories : scope.dependencies.settings.banner
        else { return }
        w.raw("<p class=\"note\">")
        w.text(text)
        w.raw("</p>")
    }
}

/// The offer to undo a bulk action: written by the server when the action was made without script or on the page
/// before; it hides after eight seconds, unless it has focus or the pointer.
enum UndoToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let token = scope.undo else { return }
        w.raw("<div class=\"toast timed\" role=\"status\"")
        w.attribute("data-ticket", String(token.id))
        w.raw("><span>")
        w.text(Strings.marked(token))
        w.raw("</span>")
        ActionForm(scope, .undo, back: scope.currentURI, fields: [("ticket", String(token.id))]).write(into: &w) { w in
            w.raw("<button>Undo</button>")
        }
        w.raw("</div>")
    }
}
