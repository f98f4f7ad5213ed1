import Library
import Markup
import News

/// A line below the date which says that the stories are samples.
enum SampleStoriesBanner {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard scope.edition.options.isSample else { return }
        w.element(.p, class: "note", text: Strings.sampleStories)
    }
}

/// A message that offers to undo an action on the page that the action led to (`ActionResultCache`); hides after eight
/// seconds without focus or pointer.
enum UndoToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let token = scope.undo else { return }
        let form = ActionForm(scope, .undo, returnPath: scope.currentURI, fields: [("ticket", String(token.id))])
        w.element(
            .div, class: "toast auto-dismiss", [.role("status"), .data(.undoId, String(token.id))]
        ) { w in
            w.element(.span, text: Strings.done(token, in: scope.edition))
            form.write(into: &w) { w in w.element(.button, text: Strings.undo) }
        }
    }
}
