import Library
import Markup

/// A story's pictures for a reader who wants none loaded: each has a button that shows it, and one shows them all. The
/// numbers of those that are shown stand in the address, so that it works without script.
struct ClickToLoadImages {
    let scope: RequestScope
    private let shownNumbers: Set<String>

    /// The form of the page that all buttons send.
    static let form = "pictures"
    private static let field = "show"

    init(scope: RequestScope) {
        self.scope = scope
        shownNumbers = Set(scope.query.values(Self.field).prefix(200))
    }

    /// The button in the place of a picture; nil where it is shown.
    /// - Parameter number: 0 for the picture above the text, then as they stand in it.
    func button(_ number: Int, alt: String) -> ImagePlaceholder? {
        guard !scope.preferences.showsPictures, !shownNumbers.contains("all"), !shownNumbers.contains(String(number))
        else {
            return nil
        }
        return ImagePlaceholder(
            form: Self.form, name: Self.field, value: String(number), words: Strings.showPicture(alt))
    }

    /// The form, with a button for all pictures where several are held.
    func writeForm(holding count: Int, into w: inout HTMLWriter) {
        guard count > 0 else { return }
        w.raw("<form class=\"held-all\" method=\"get\"")
        w.attribute("id", Self.form)
        w.attribute("action", String(scope.currentURI.prefix { $0 != "?" }))
        w.raw(">")
        for name in ["in", "text", "at", "story", "row", "part"] {
            if let value = scope.query[name] { writeHiddenField(name, value, &w) }
        }
        for number in shownNumbers.sorted() { writeHiddenField(Self.field, number, &w) }
        if count > 1 {
            w.raw("<button class=\"quiet\" value=\"all\"")
            w.attribute("name", Self.field)
            w.raw(">")
            Icon.gallery.write(scope, into: &w)
            w.text(Strings.showPictures(count))
            w.raw("</button>")
        }
        w.raw("</form>")
    }

    private func writeHiddenField(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<input type=\"hidden\"")
        w.attribute("name", name)
        w.attribute("value", value)
        w.raw(">")
    }
}
