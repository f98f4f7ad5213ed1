import Markup

extension HTMLWriter {
    /// Writes a hidden form field.
    mutating func hiddenField(_ name: String, _ value: String) {
        void(.input, [.type("hidden"), .name(name), .value(value)])
    }
}
