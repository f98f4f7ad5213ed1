/// Elements: every start tag that is written here is closed here, and text and values are always escaped.
///
/// A class that is fixed has a parameter of its own, which costs no more than its bytes. Other attributes stand in a
/// literal of fixed size, since an array for each element took longer than its bytes (measured).
extension HTMLWriter {
    /// Writes the document type, with which browsers follow the standard (HTML §13.1.1).
    public mutating func doctype() { raw("<!DOCTYPE html>") }

    /// Writes an element without attributes, with the content that `content` writes.
    @inlinable @inline(__always)
    public mutating func element(_ tag: HTMLTag, content: (inout HTMLWriter) -> Void) {
        raw(tag.start)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element of a class, with the content that `content` writes.
    @inlinable @inline(__always)
    public mutating func element(_ tag: HTMLTag, class name: StaticString, content: (inout HTMLWriter) -> Void) {
        begin(tag.start, class: name)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element with the content that `content` writes.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, _ attributes: InlineArray<N, HTMLAttribute>, content: (inout HTMLWriter) -> Void
    ) {
        raw(tag.start)
        self.attributes(attributes)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element of a class, with the content that `content` writes.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, class name: StaticString, _ attributes: InlineArray<N, HTMLAttribute>,
        content: (inout HTMLWriter) -> Void
    ) {
        begin(tag.start, class: name)
        self.attributes(attributes)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element without attributes that holds only text.
    @inlinable @inline(__always)
    public mutating func element(_ tag: HTMLTag, text content: String = "") {
        raw(tag.start)
        raw(">")
        text(content)
        raw(tag.end)
    }

    /// Writes an element of a class that holds only text.
    @inlinable @inline(__always)
    public mutating func element(_ tag: HTMLTag, class name: StaticString, text content: String = "") {
        begin(tag.start, class: name)
        raw(">")
        text(content)
        raw(tag.end)
    }

    /// Writes an element that holds only text.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, _ attributes: InlineArray<N, HTMLAttribute>, text content: String = ""
    ) {
        raw(tag.start)
        self.attributes(attributes)
        raw(">")
        text(content)
        raw(tag.end)
    }

    /// Writes an element of a class that holds only text.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, class name: StaticString, _ attributes: InlineArray<N, HTMLAttribute>,
        text content: String = ""
    ) {
        begin(tag.start, class: name)
        self.attributes(attributes)
        raw(">")
        text(content)
        raw(tag.end)
    }

    /// Writes an element, some of whose attributes are written in place, after those in the list: `more` calls `attribute`.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, _ attributes: InlineArray<N, HTMLAttribute>, more: (inout HTMLWriter) -> Void,
        content: (inout HTMLWriter) -> Void
    ) {
        raw(tag.start)
        self.attributes(attributes)
        more(&self)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element of a class, the rest of whose attributes are written in place: `more` calls `attribute`.
    @inlinable @inline(__always)
    public mutating func element(
        _ tag: HTMLTag, class name: StaticString, more: (inout HTMLWriter) -> Void,
        content: (inout HTMLWriter) -> Void
    ) {
        begin(tag.start, class: name)
        more(&self)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes an element of a class, some of whose other attributes are written in place, after those in the list.
    @inlinable @inline(__always)
    public mutating func element<let N: Int>(
        _ tag: HTMLTag, class name: StaticString, _ attributes: InlineArray<N, HTMLAttribute>,
        more: (inout HTMLWriter) -> Void, content: (inout HTMLWriter) -> Void
    ) {
        begin(tag.start, class: name)
        self.attributes(attributes)
        more(&self)
        raw(">")
        content(&self)
        raw(tag.end)
    }

    /// Writes a void element.
    @inlinable @inline(__always)
    public mutating func void<let N: Int>(_ tag: HTMLVoidTag, _ attributes: InlineArray<N, HTMLAttribute>) {
        raw(tag.start)
        self.attributes(attributes)
        raw(">")
    }

    /// Writes a void element of a class.
    @inlinable @inline(__always)
    public mutating func void<let N: Int>(
        _ tag: HTMLVoidTag, class name: StaticString, _ attributes: InlineArray<N, HTMLAttribute>
    ) {
        begin(tag.start, class: name)
        self.attributes(attributes)
        raw(">")
    }

    /// Writes a void element, some of whose attributes are written in place, after those in the list.
    @inlinable @inline(__always)
    public mutating func void<let N: Int>(
        _ tag: HTMLVoidTag, _ attributes: InlineArray<N, HTMLAttribute>, more: (inout HTMLWriter) -> Void
    ) {
        raw(tag.start)
        self.attributes(attributes)
        more(&self)
        raw(">")
    }

    /// Writes a void element of a class, the rest of whose attributes are written in place.
    @inlinable @inline(__always)
    public mutating func void(_ tag: HTMLVoidTag, class name: StaticString, more: (inout HTMLWriter) -> Void) {
        begin(tag.start, class: name)
        more(&self)
        raw(">")
    }

    /// Writes a void element of a class, some of whose other attributes are written in place, after those in the list.
    @inlinable @inline(__always)
    public mutating func void<let N: Int>(
        _ tag: HTMLVoidTag, class name: StaticString, _ attributes: InlineArray<N, HTMLAttribute>,
        more: (inout HTMLWriter) -> Void
    ) {
        begin(tag.start, class: name)
        self.attributes(attributes)
        more(&self)
        raw(">")
    }

    /// Writes attributes; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func attributes<let N: Int>(_ attributes: InlineArray<N, HTMLAttribute>) {
        for index in attributes.indices { attribute(attributes[unchecked: index]) }
    }

    /// Writes an attribute whose value `value` writes; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func attribute(_ name: StaticString, value: (inout HTMLWriter) -> Void) {
        raw(" ")
        raw(name)
        raw("=\"")
        value(&self)
        raw("\"")
    }

    /// Writes `name="value"`; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name) { w in w.text(value) }
    }

    /// Writes `name="number"`; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func attribute(_ name: StaticString, _ value: Int) {
        attribute(name) { w in w.number(value) }
    }

    /// Writes `name` without a value; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func flag(_ name: StaticString) {
        raw(" ")
        raw(name)
    }

    /// Writes an attribute; for `more` of an element.
    @inlinable @inline(__always)
    public mutating func attribute(_ attribute: HTMLAttribute) {
        switch attribute.value {
        case .absent: return
        case .empty: writeName(of: attribute)
        case .number(let value):
            beginValue(of: attribute)
            number(value)
            raw("\"")
        case .numbered(let word, let value):
            beginValue(of: attribute)
            raw(word)
            number(value)
            raw("\"")
        case .text(let value):
            beginValue(of: attribute)
            text(value)
            raw("\"")
        case .names(let first, let second, let third, let fourth):
            beginValue(of: attribute)
            raw(first)
            writeNext(second)
            writeNext(third)
            writeNext(fourth)
            raw("\"")
        }
    }

    @inlinable @inline(__always)
    mutating func begin(_ start: StaticString, class name: StaticString) {
        raw(start)
        raw(" class=\"")
        raw(name)
        raw("\"")
    }

    @inlinable @inline(__always)
    mutating func writeName(of attribute: HTMLAttribute) {
        raw(attribute.prefix)
        raw(attribute.name)
    }

    @inlinable @inline(__always)
    mutating func beginValue(of attribute: HTMLAttribute) {
        writeName(of: attribute)
        raw("=\"")
    }

    @inlinable @inline(__always)
    mutating func writeNext(_ name: StaticString?) {
        guard let name else { return }
        raw(" ")
        raw(name)
    }
}
