import Untrusted

/// A start tag's attributes as slices, valid during the event only.
struct XMLAttributes {
    struct Span {
        var name: Range<Int>
        var value: Range<Int>
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let spans: UnsafeBufferPointer<Span>
    /// The resolver, unowned because attributes are created per tag; the scanner outlives them.
    unowned(unsafe) let entities: XMLEntityResolver

    var isEmpty: Bool { spans.isEmpty }

    /// Returns the trimmed value of the attribute with this name as written; nil if empty or missing.
    func trimmed(_ name: StaticString) -> String? {
        guard let value = value(name) else { return nil }
        guard value.first(0x26, from: 0) != nil else { return FieldText.trimmed(value).map(FieldText.string) }
        return entities.resolved(value).withUnsafeBufferPointer { FieldText.trimmed($0).map(FieldText.string) }
    }

    /// Returns true if the trimmed value equals `word`, which is lower-case ASCII; ignores the value's case.
    func equals(_ name: StaticString, _ word: StaticString) -> Bool {
        guard let value = value(name), let trimmed = FieldText.trimmed(value) else { return false }
        guard trimmed.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<trimmed.count where trimmed[index].lower != word.utf8Start[index] { return false }
        return true
    }

    /// Returns a whole number from 0 to 10¹⁵, with a fraction dropped; nil for other values.
    func number(_ name: StaticString) -> Int? {
        guard let text = trimmed(name) else { return nil }
        return (UntrustedInteger(text) ?? UntrustedDecimal(text)?.whole)?.int(in: 0...1_000_000_000_000_000)
    }

    /// Returns a whole number from 0 to 10¹⁵; nil for a fraction, because some feeds give seconds instead of bytes.
    func wholeNumber(_ name: StaticString) -> Int? {
        trimmed(name).flatMap { UntrustedInteger($0) }.flatMap { $0.int(in: 0...1_000_000_000_000_000) }
    }

    func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        for span in spans where span.name.count == name.utf8CodeUnitCount {
            var index = 0
            while index < span.name.count, bytes[span.name.lowerBound + index] == name.utf8Start[index] { index += 1 }
            if index == span.name.count { return UnsafeBufferPointer(rebasing: bytes[span.value]) }
        }
        return nil
    }

    /// Returns the value of the attribute with this local name (`rdf:about`).
    func text(local name: StaticString) -> String? {
        for span in spans {
            let written = bytes[span.name]
            let local = written.firstIndex(of: 0x3A).map { written[($0 + 1)...] } ?? written
            if local.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)) {
                return decoded(UnsafeBufferPointer(rebasing: bytes[span.value]))
            }
        }
        return nil
    }

    var all: [(name: String, value: String)] {
        spans.map { span in
            (
                String(decoding: bytes[span.name], as: UTF8.self),
                decoded(UnsafeBufferPointer(rebasing: bytes[span.value]))
            )
        }
    }

    /// Returns the value with references resolved.
    func decoded(_ value: UnsafeBufferPointer<UInt8>) -> String {
        guard value.first(0x26, from: 0) != nil else { return FieldText.string(value) }
        let resolved = entities.resolved(value)
        return resolved.withUnsafeBufferPointer { FieldText.string($0) }
    }
}
