import Library
import Markup

/// A view of a text with its matches marked.
enum SnippetView {
    static func write(_ parts: [SnippetPart], into w: inout HTMLWriter) {
        for part in parts {
            if part.isMatch { w.element(.mark, text: part.text) } else { w.text(part.text) }
        }
    }
}
