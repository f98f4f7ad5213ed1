/// Writes HTML straight into bytes (decision 15): static parts as they are, strings escaped on entry, only `SafeHTML`
/// unescaped.
public struct HTMLWriter: Sendable {
    /// What has been written, UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// A writer with room for `capacity` bytes.
    public init(reserving capacity: Int = 16_384) { bytes.reserveCapacity(capacity) }

    /// Writes markup that is part of the program.
    public mutating func raw(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Writes text, with `&`, `<`, `>` and `"` escaped: right between tags and inside a quoted attribute.
    public mutating func text(_ text: String) {
        var copy = text
        copy.withUTF8 { Escaping.append($0, to: &bytes, quotes: true) }
    }

    /// Writes cleaned markup as it is.
    public mutating func safe(_ html: SafeHTML) { bytes.append(contentsOf: html.text.utf8) }

    /// Writes ` name="value"` with the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(0x20)
        raw(name)
        raw("=\"")
        text(value)
        bytes.append(0x22)
    }

    /// Writes ` name="value"` when there is a value.
    public mutating func attribute(_ name: StaticString, _ value: String?) {
        if let value { attribute(name, value) }
    }

    /// Writes ` name="number"`.
    public mutating func attribute(_ name: StaticString, _ value: Int) {
        bytes.append(0x20)
        raw(name)
        raw("=\"")
        number(value)
        bytes.append(0x22)
    }

    /// Writes a number in decimal digits.
    public mutating func number(_ number: Int) { Escaping.append(number, to: &bytes) }
}
