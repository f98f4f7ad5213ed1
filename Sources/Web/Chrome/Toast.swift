import Library
import Markup

/// The offer to take a bulk act back. It is part of the page when the act was made without script or on the page before;
/// it leaves after eight seconds, unless somebody is about to use it.
enum Toast {
    static func write(_ visit: Visit, into w: inout HTMLWriter) {
        guard let ticket = visit.undo else { return }
        w.raw("<div class=\"toast timed\" role=\"status\"")
        w.attribute("data-ticket", String(ticket.id))
        w.raw("><span>")
        w.text(Words.marked(ticket))
        w.raw("</span>")
        ActForm(visit, .undo, back: visit.here, fields: [("ticket", String(ticket.id))]).write(into: &w) { w in
            w.raw("<button>Undo</button>")
        }
        w.raw("</div>")
    }
}
