import Library
import Markup

/// A story's pictures for a reader who wants none loaded: each has a button that shows it, and one shows them all. The
/// numbers of those that are shown stand in the address, so that it works without script.
struct HeldPictures {
    let visit: Visit
    private let asked: Set<String>

    /// The form of the page that all buttons send.
    static let form = "pictures"
    private static let field = "show"

    init(visit: Visit) {
        self.visit = visit
        asked = Set(visit.query.all(Self.field).prefix(200))
    }

    /// The button in the place of a picture; nil where it is shown.
    /// - Parameter number: 0 for the picture above the text, then as they stand in it.
    func button(_ number: Int, alt: String) -> HeldPicture? {
        guard !visit.preferences.showsPictures, !asked.contains("all"), !asked.contains(String(number)) else {
            return nil
        }
        return HeldPicture(form: Self.form, name: Self.field, value: String(number), words: Words.showPicture(alt))
    }

    /// The form, with a button for all pictures where several are held.
    func writeForm(holding count: Int, into w: inout HTMLWriter) {
        guard count > 0 else { return }
        w.raw("<form class=\"held-all\" method=\"get\"")
        w.attribute("id", Self.form)
        w.attribute("action", String(visit.here.prefix { $0 != "?" }))
        w.raw(">")
        for name in ["in", "text", "at", "story", "row", "part"] {
            if let value = visit.query[name] { hidden(name, value, &w) }
        }
        for number in asked.sorted() { hidden(Self.field, number, &w) }
        if count > 1 {
            w.raw("<button class=\"quiet\" value=\"all\"")
            w.attribute("name", Self.field)
            w.raw(">")
            Icon.gallery.write(visit, into: &w)
            w.text(Words.showPictures(count))
            w.raw("</button>")
        }
        w.raw("</form>")
    }

    private func hidden(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<input type=\"hidden\"")
        w.attribute("name", name)
        w.attribute("value", value)
        w.raw(">")
    }
}
