import Markup

extension HTMLWriter {
    /// Writes a hidden form field.
    mutating func hiddenField(_ name: String, _ value: String) {
        raw("<input type=\"hidden\"")
        attribute("name", name)
        attribute("value", value)
        raw(">")
    }
}
