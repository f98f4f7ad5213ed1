import Markup

extension HTMLAttribute {
    /// Returns `data-name="value"`, or nothing for nil.
    @inline(__always)
    static func data(_ name: DataAttribute, _ value: String?) -> Self { .data(named: name.rawValue.text, value) }

    /// Returns `data-name="number"`, or nothing for nil.
    @inline(__always)
    static func data(_ name: DataAttribute, _ number: Int?) -> Self { .data(named: name.rawValue.text, number) }

    /// Returns `data-name` without a value if `isSet`.
    @inline(__always)
    static func data(_ name: DataAttribute, isSet: Bool = true) -> Self {
        .data(named: name.rawValue.text, isSet: isSet)
    }
}

extension HTMLWriter {
    /// Writes `data-name="value"`; for `more` of an element that each row has.
    mutating func data(_ name: DataAttribute, _ value: String) {
        beginData(name)
        raw("=\"")
        text(value)
        raw("\"")
    }

    /// Writes `data-name="number"`; for `more` of an element that each row has.
    mutating func data(_ name: DataAttribute, _ value: Int) {
        beginData(name)
        raw("=\"")
        number(value)
        raw("\"")
    }

    /// Writes `data-name`; for `more` of an element that each row has.
    mutating func data(_ name: DataAttribute) { beginData(name) }

    private mutating func beginData(_ name: DataAttribute) {
        raw(" data-")
        raw(name.rawValue.text)
    }
}
