import Library
import Markup

/// Replaces a story's pictures by buttons that load them, for readers who turned pictures off. The query has the
/// numbers of the pictures shown, so that it works without script.
struct ClickToLoadImages {
    let scope: RequestScope
    private let shownNumbers: Set<String>

    /// The id of the form that all buttons submit.
    static let form = "pictures"
    private static let field = "show"

    init(scope: RequestScope) {
        self.scope = scope
        shownNumbers = Set(scope.query.values(Self.field).prefix(200))
    }

    /// The button in place of a picture; nil where the picture is shown.
    /// - Parameter number: 0 for the picture above the text, then counted in the text.
    func button(_ number: Int, alt: String) -> ImagePlaceholder? {
        guard !scope.preferences.showsPictures, !shownNumbers.contains("all"), !shownNumbers.contains(String(number))
        else {
            return nil
        }
        return ImagePlaceholder(
            form: Self.form, name: Self.field, value: String(number), words: Strings.showPicture(alt))
    }

    /// The form, with a button for all pictures where several are hidden.
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
