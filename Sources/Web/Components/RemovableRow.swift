import Foundation
import Library
import Markup

/// A row of something that lets somebody in, such as an app's password or a passkey: it opens to what there is to know, and to
/// the button that removes it.
struct RemovableRow {
    let icon: Icon
    let title: String
    /// The place or kind, before the last use; nil if the title says enough.
    var detail: String?
    let lastUsedAt: Date?
    /// The words for something that was not used yet.
    let neverUsed: String
    /// The paragraphs above the button.
    var notes: [String] = []
    let removal: String
    /// The action that removes it, with the field that names it, on the page that it returns to.
    let action: (name: ActionName, field: String, id: Int64, page: PathPattern)

    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.element(.details, class: "device") { w in
            w.element(.summary, class: "settings-row") { w in
                icon.write(scope, into: &w)
                w.element(.span) { w in
                    w.element(.b, text: title)
                    w.element(.small) { w in writeFacts(scope, &w) }
                }
                Icon.down.write(scope, into: &w)
            }
            w.element(.div, class: "device-forms") { w in
                for note in notes { w.element(.p, class: "note", text: note) }
                ActionForm(
                    scope, action.name, returnPath: scope.path(Route.page(action.page)),
                    fields: [(action.field, String(action.id))], style: "native-submit"
                ).write(into: &w) { w in
                    w.element(.button, class: "button", [.aria("label", "\(removal): \(title)")], text: removal)
                }
            }
        }
    }

    private func writeFacts(_ scope: RequestScope, _ w: inout HTMLWriter) {
        if let detail { w.text("\(detail) · ") }
        guard let lastUsedAt else { return w.text(neverUsed) }
        w.text("\(Strings.lastUse) ")
        TimeView.write(scope, lastUsedAt, into: &w)
    }
}
