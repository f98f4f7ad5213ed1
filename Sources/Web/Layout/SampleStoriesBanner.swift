import Library
import Markup
import News

/// A line below the date which says that the stories are samples.
enum SampleStoriesBanner {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard scope.edition.options.isSample else { return }
        w.raw("<p class=\"note\">")
        w.text(Strings.sampleStories)
        w.raw("</p>")
    }
}

/// A message that offers to undo an action on the page that the action led to (`ActionResultCache`); hides after eight
/// seconds without focus or pointer.
enum UndoToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let token = scope.undo else { return }
        w.raw("<div class=\"toast auto-dismiss\" role=\"status\"")
        w.attribute("data-undo-id", String(token.id))
        w.raw("><span>")
        w.text(Strings.done(token, in: scope.edition))
        w.raw("</span>")
        ActionForm(scope, .undo, returnPath: scope.currentURI, fields: [("ticket", String(token.id))]).write(into: &w) {
            w in
            w.raw("<button>")
            w.text(Strings.undo)
            w.raw("</button>")
        }
        w.raw("</div>")
    }
}
