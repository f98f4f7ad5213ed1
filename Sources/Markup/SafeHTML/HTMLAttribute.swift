/// An attribute of an element: a static name, and a value that is escaped. One whose value is nil or false is not written.
public struct HTMLAttribute: Sendable {
    @usableFromInline
    enum Value: Sendable {
        case absent, empty
        case number(Int), numbered(StaticString, Int)
        case text(String)
        case names(StaticString, StaticString?, StaticString?, StaticString?)
    }

    @usableFromInline let prefix: StaticString
    @usableFromInline let name: StaticString
    @usableFromInline let value: Value

    @inlinable @inline(__always)
    init(prefix: StaticString = " ", _ name: StaticString, _ value: Value) {
        self.prefix = prefix
        self.name = name
        self.value = value
    }

    @inlinable @inline(__always)
    init(prefix: StaticString = " ", _ name: StaticString, text: String?) {
        self.init(prefix: prefix, name, text.map { .text($0) } ?? .absent)
    }

    // MARK: Any attribute

    /// Returns `name="value"`, or nothing for nil.
    @inlinable @inline(__always)
    public static func attribute(_ name: StaticString, _ value: String?) -> Self { Self(name, text: value) }

    /// Returns `name="number"`, or nothing for nil.
    @inlinable @inline(__always)
    public static func attribute(_ name: StaticString, _ number: Int?) -> Self {
        Self(name, number.map { .number($0) } ?? .absent)
    }

    /// Returns `name` if `isSet` (HTML §2.3.2, boolean attributes).
    @inlinable @inline(__always)
    public static func flag(_ name: StaticString, _ isSet: Bool = true) -> Self { Self(name, isSet ? .empty : .absent) }

    /// Returns `aria-name="value"`, or nothing for nil (WAI-ARIA 1.2 §6).
    @inlinable @inline(__always)
    public static func aria(_ name: StaticString, _ value: String?) -> Self {
        Self(prefix: " aria-", name, text: value)
    }

    /// Returns `data-name="value"`, or nothing for nil.
    @inlinable @inline(__always)
    public static func data(named name: StaticString, _ value: String?) -> Self {
        Self(prefix: " data-", name, text: value)
    }

    /// Returns `data-name="number"`, or nothing for nil.
    @inlinable @inline(__always)
    public static func data(named name: StaticString, _ number: Int?) -> Self {
        Self(prefix: " data-", name, number.map { .number($0) } ?? .absent)
    }

    /// Returns `data-name` without a value if `isSet`.
    @inlinable @inline(__always)
    public static func data(named name: StaticString, isSet: Bool) -> Self {
        Self(prefix: " data-", name, isSet ? .empty : .absent)
    }

    // MARK: Attributes with rules of their own

    /// Returns the class names; those that are nil are left out.
    @inlinable @inline(__always)
    public static func `class`(
        _ first: StaticString, _ second: StaticString? = nil, _ third: StaticString? = nil,
        _ fourth: StaticString? = nil
    ) -> Self { Self("class", .names(first, second, third, fourth)) }

    /// Returns an id that is a word and a number, such as `s12`.
    @inlinable @inline(__always)
    public static func id(_ word: StaticString, _ number: Int) -> Self { Self("id", .numbered(word, number)) }

    // MARK: Attributes by name: text, nothing for nil; those of every picture are static

    /// The attribute `action`.
    @inlinable @inline(__always)
    public static func action(_ value: String?) -> Self { Self("action", text: value) }

    /// The attribute `alt`.
    @inlinable @inline(__always)
    public static func alt(_ value: String?) -> Self { Self("alt", text: value) }

    /// The attribute `autocapitalize`.
    @inlinable @inline(__always)
    public static func autocapitalize(_ value: String?) -> Self { Self("autocapitalize", text: value) }

    /// The attribute `autocomplete`.
    @inlinable @inline(__always)
    public static func autocomplete(_ value: String?) -> Self { Self("autocomplete", text: value) }

    /// The attribute `content`.
    @inlinable @inline(__always)
    public static func content(_ value: String?) -> Self { Self("content", text: value) }

    /// The attribute `datetime`.
    @inlinable @inline(__always)
    public static func datetime(_ value: String?) -> Self { Self("datetime", text: value) }

    /// The attribute `decoding`.
    @inlinable @inline(__always)
    public static func decoding(_ value: StaticString?) -> Self {
        Self("decoding", value.map { .names($0, nil, nil, nil) } ?? .absent)
    }

    /// The attribute `dir`.
    @inlinable @inline(__always)
    public static func dir(_ value: String?) -> Self { Self("dir", text: value) }

    /// The attribute `for`.
    @inlinable @inline(__always)
    public static func `for`(_ value: String?) -> Self { Self("for", text: value) }

    /// The attribute `form`.
    @inlinable @inline(__always)
    public static func form(_ value: String?) -> Self { Self("form", text: value) }

    /// The attribute `formaction`.
    @inlinable @inline(__always)
    public static func formaction(_ value: String?) -> Self { Self("formaction", text: value) }

    /// The attribute `href`.
    @inlinable @inline(__always)
    public static func href(_ value: String?) -> Self { Self("href", text: value) }

    /// The attribute `id`.
    @inlinable @inline(__always)
    public static func id(_ value: String?) -> Self { Self("id", text: value) }

    /// The attribute `inputmode`.
    @inlinable @inline(__always)
    public static func inputmode(_ value: String?) -> Self { Self("inputmode", text: value) }

    /// The attribute `lang`.
    @inlinable @inline(__always)
    public static func lang(_ value: String?) -> Self { Self("lang", text: value) }

    /// The attribute `list`.
    @inlinable @inline(__always)
    public static func list(_ value: String?) -> Self { Self("list", text: value) }

    /// The attribute `loading`.
    @inlinable @inline(__always)
    public static func loading(_ value: StaticString?) -> Self {
        Self("loading", value.map { .names($0, nil, nil, nil) } ?? .absent)
    }

    /// The attribute `media`.
    @inlinable @inline(__always)
    public static func media(_ value: String?) -> Self { Self("media", text: value) }

    /// The attribute `method`.
    @inlinable @inline(__always)
    public static func method(_ value: String?) -> Self { Self("method", text: value) }

    /// The attribute `name`.
    @inlinable @inline(__always)
    public static func name(_ value: String?) -> Self { Self("name", text: value) }

    /// The attribute `placeholder`.
    @inlinable @inline(__always)
    public static func placeholder(_ value: String?) -> Self { Self("placeholder", text: value) }

    /// The attribute `rel`.
    @inlinable @inline(__always)
    public static func rel(_ value: String?) -> Self { Self("rel", text: value) }

    /// The attribute `role`.
    @inlinable @inline(__always)
    public static func role(_ value: String?) -> Self { Self("role", text: value) }

    /// The attribute `sizes`.
    @inlinable @inline(__always)
    public static func sizes(_ value: String?) -> Self { Self("sizes", text: value) }

    /// The attribute `spellcheck`.
    @inlinable @inline(__always)
    public static func spellcheck(_ value: String?) -> Self { Self("spellcheck", text: value) }

    /// The attribute `src`.
    @inlinable @inline(__always)
    public static func src(_ value: String?) -> Self { Self("src", text: value) }

    /// The attribute `srcset`.
    @inlinable @inline(__always)
    public static func srcset(_ value: String?) -> Self { Self("srcset", text: value) }

    /// The attribute `target`.
    @inlinable @inline(__always)
    public static func target(_ value: String?) -> Self { Self("target", text: value) }

    /// The attribute `title`.
    @inlinable @inline(__always)
    public static func title(_ value: String?) -> Self { Self("title", text: value) }

    /// The attribute `type`.
    @inlinable @inline(__always)
    public static func type(_ value: String?) -> Self { Self("type", text: value) }

    /// The attribute `value`.
    @inlinable @inline(__always)
    public static func value(_ value: String?) -> Self { Self("value", text: value) }

    // MARK: Numbers, nothing for nil

    /// The attribute `width`.
    @inlinable @inline(__always)
    public static func width(_ number: Int?) -> Self { .attribute("width", number) }

    /// The attribute `height`.
    @inlinable @inline(__always)
    public static func height(_ number: Int?) -> Self { .attribute("height", number) }

    /// The attribute `tabindex`.
    @inlinable @inline(__always)
    public static func tabindex(_ number: Int?) -> Self { .attribute("tabindex", number) }

    /// The attribute `maxlength`.
    @inlinable @inline(__always)
    public static func maxlength(_ number: Int?) -> Self { .attribute("maxlength", number) }

    /// The attribute `rows`.
    @inlinable @inline(__always)
    public static func rows(_ number: Int?) -> Self { .attribute("rows", number) }

    /// The attribute `max`.
    @inlinable @inline(__always)
    public static func max(_ number: Int?) -> Self { .attribute("max", number) }

    /// The attribute `min`.
    @inlinable @inline(__always)
    public static func min(_ number: Int?) -> Self { .attribute("min", number) }

    // MARK: Boolean attributes

    /// The attribute `autofocus` if `isSet`.
    @inlinable @inline(__always)
    public static func autofocus(_ isSet: Bool = true) -> Self { .flag("autofocus", isSet) }

    /// The attribute `checked` if `isSet`.
    @inlinable @inline(__always)
    public static func checked(_ isSet: Bool = true) -> Self { .flag("checked", isSet) }

    /// The attribute `disabled` if `isSet`.
    @inlinable @inline(__always)
    public static func disabled(_ isSet: Bool = true) -> Self { .flag("disabled", isSet) }

    /// The attribute `hidden` if `isSet`.
    @inlinable @inline(__always)
    public static func hidden(_ isSet: Bool = true) -> Self { .flag("hidden", isSet) }

    /// The attribute `open` if `isSet`.
    @inlinable @inline(__always)
    public static func open(_ isSet: Bool = true) -> Self { .flag("open", isSet) }

    /// The attribute `readonly` if `isSet`.
    @inlinable @inline(__always)
    public static func readonly(_ isSet: Bool = true) -> Self { .flag("readonly", isSet) }

    /// The attribute `required` if `isSet`.
    @inlinable @inline(__always)
    public static func required(_ isSet: Bool = true) -> Self { .flag("required", isSet) }

    /// The attribute `selected` if `isSet`.
    @inlinable @inline(__always)
    public static func selected(_ isSet: Bool = true) -> Self { .flag("selected", isSet) }
}
