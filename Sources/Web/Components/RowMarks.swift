import Library
import Markup
import News

/// A view of a story's marks in its row. Script takes it from the page's template when a mark changes.
struct RowMarks {
    let scope: RequestScope

    static func writeUnreadLabel(into w: inout HTMLWriter) {
        w.element(.span, class: "visually-hidden unread-label", text: "\(Strings.unread): ")
    }

    /// Writes the icon and title of the mark's list.
    func write(_ mark: MarkKind, into w: inout HTMLWriter) {
        guard let tab = mark.tab else { return }
        let title = tab.title(in: scope.edition)
        w.element(
            .span, class: mark == .saved ? "badge saved" : "badge ticked",
            more: { w in w.attribute(.title(title)) }
        ) { w in
            tab.icon(isOn: true, in: scope.edition).write(scope, into: &w)
            w.element(.span, class: "visually-hidden", text: title)
        }
    }

    /// Writes all of it once for script.
    func writeTemplate(into w: inout HTMLWriter) {
        w.element(.template, [.data(.rowMarks)]) { w in
            Self.writeUnreadLabel(into: &w)
            write(.ticked, into: &w)
            write(.saved, into: &w)
        }
    }
}
