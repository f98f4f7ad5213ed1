import Library
import Markup
import News

/// A form that sets or removes a mark of a story. Its button has the faces of both states, of which the style sheet shows one,
/// so that script only turns the state.
struct MarkForm {
    /// The icon and label of a state.
    struct Face {
        let icon: Icon
        /// The text beside the icon; nil for an icon alone.
        let label: String?
        /// The tooltip, where the style sheet may hide the label.
        var title: String?
    }

    let scope: RequestScope
    let story: StoryID
    let mark: MarkKind
    let isOn: Bool
    let off, on: Face
    var returnPath: String?
    /// The page's name, by which a device without a network knows it; nil for stories.
    var slug: String?
    var style: StaticString?

    /// Writes the form, with the attributes of its button.
    func write<let N: Int>(_ attributes: InlineArray<N, HTMLAttribute>, into w: inout HTMLWriter) {
        var fields = [("story", String(story.rawValue)), ("kind", mark.rawValue), ("value", isOn ? "0" : "1")]
        if let slug { fields.append(("slug", slug)) }
        var form = ActionForm(
            scope, .setMark, returnPath: returnPath ?? scope.currentURI, fields: fields, style: style)
        form.isOn = isOn
        form.write(into: &w) { w in
            w.element(.button, attributes) { w in
                write(off, "when-off", &w)
                write(on, "when-on", &w)
            }
        }
    }

    private func write(_ face: Face, _ style: StaticString, _ w: inout HTMLWriter) {
        w.element(.span, class: style, [.title(face.title)]) { w in
            face.icon.write(scope, into: &w)
            if let label = face.label { w.element(.span, text: label) }
        }
    }
}
