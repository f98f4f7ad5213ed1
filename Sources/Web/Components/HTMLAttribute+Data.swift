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
