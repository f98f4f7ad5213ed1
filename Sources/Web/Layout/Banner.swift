import Library
import Markup
import News

/// One line of the house's own under the date, such as what the demonstration shows.
enum Banner {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let notice = scope.edition.options.isSample ? Strings.sampleStories : scope.dependencies.settings.banner
        else { return }
        w.raw("<p class=\"note\">")
        w.text(notice)
        w.raw("</p>")
    }
}

/// The offer to take a bulk act back. It is part of the page when the act was made without script or on the page before;
/// it leaves after eight seconds, unless somebody is about to use it.
enum UndoToast {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        guard let ticket = scope.undo else { return }
        w.raw("<div class=\"toast timed\" role=\"status\"")
        w.attribute("data-ticket", String(ticket.id))
        w.raw("><span>")
        w.text(Strings.marked(ticket))
        w.raw("</span>")
        ActionForm(scope, .undo, back: scope.currentURI, fields: [("ticket", String(ticket.id))]).write(into: &w) { w in
            w.raw("<button>Undo</button>")
        }
        w.raw("</div>")
    }
}
