import Library
import Markup

/// The buttons in place of a story's pictures if the reader turned pictures off. The query has the numbers of loaded
/// pictures.
struct ClickToLoadPictures {
    let scope: RequestScope
    private let shownNumbers: Set<String>

    static let form = "pictures"
    private static let field = "show"

    init(scope: RequestScope) {
        self.scope = scope
        shownNumbers = Set(scope.query.values(Self.field).prefix(200))
    }

    /// Returns the button in place of a picture; nil if the picture is shown.
    /// - Parameter number: the picture's number: 0 above the text, then counted in the text.
    func button(_ number: Int, alt: String) -> ClickToLoadButton? {
        guard !scope.preferences.showsPictures, !shownNumbers.contains("all"), !shownNumbers.contains(String(number))
        else {
            return nil
        }
        return ClickToLoadButton(
            form: Self.form, name: Self.field, value: String(number), label: Strings.showPicture(alt))
    }

    /// Writes the form that the buttons submit, with a button for all pictures if several are hidden.
    func writeForm(hiddenCount count: Int, into w: inout HTMLWriter) {
        guard count > 0 else { return }
        let path = String(scope.currentURI.prefix { $0 != "?" })
        w.element(.form, class: "click-to-load-all", [.method("get"), .id(Self.form), .action(path)]) { w in
            for name in ["in", "text", "at", "story", "row", "part"] {
                if let value = scope.query[name] { w.hiddenField(name, value) }
            }
            for number in shownNumbers.sorted() { w.hiddenField(Self.field, number) }
            if count > 1 {
                w.element(.button, class: "quiet", [.value("all"), .name(Self.field)]) { w in
                    Icon.gallery.write(scope, into: &w)
                    w.text(Strings.showPictures(count))
                }
            }
        }
    }
}
