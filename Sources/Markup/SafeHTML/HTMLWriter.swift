/// A writer of HTML bytes that escapes everything except static parts and `SafeHTML`.
///
/// Invariant: the first `usedCount` bytes of `storage` are written. Small appends to an array took half of the time to
/// render a list (measured).
public struct HTMLWriter: Sendable {
    private var storage: [UInt8]
    private var usedCount = 0
    /// The source expressions that a policy needs to allow the inline style sheets written so far (CSP 3 §2.3.1).
    public private(set) var styleSources: [String] = []

    /// Creates an empty writer with `capacity` reserved bytes.
    public init(reserving capacity: Int = 16_384) { storage = [UInt8](repeating: 0, count: max(64, capacity)) }

    /// A copy of the UTF-8 bytes written so far.
    public var bytes: [UInt8] { Array(storage[..<usedCount]) }

    /// Returns the bytes without a copy.
    public consuming func finished() -> [UInt8] {
        storage.removeLast(storage.count - usedCount)
        return storage
    }

    /// Writes static markup.
    @inline(__always)
    public mutating func raw(_ markup: StaticString) {
        appendBytes(UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Writes an inline style sheet of the program, unescaped.
    /// - Parameters:
    ///   - source: the source expression that allows the style sheet.
    ///   - attribute: static markup inside the start tag.
    public mutating func style(_ css: [UInt8], source: String, attribute: StaticString = "") {
        raw("<style")
        raw(attribute)
        raw(">")
        css.withUnsafeBufferPointer { appendBytes($0) }
        raw("</style>")
        styleSources.append(source)
    }

    /// Writes text or a quoted attribute's value, with `&`, `<`, `>` and `"` escaped.
    public mutating func text(_ text: String) {
        // A copy's reference counting costs more than a short text.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { escaped($0) }
        guard isDone == nil else { return }
        var copy = text
        copy.withUTF8 { escaped($0) }
    }

    /// Writes short text that is made in place, without a string, and escapes it.
    /// - Parameters:
    ///   - capacity: the maximum length in bytes.
    ///   - make: fills the buffer with UTF-8 and returns its length.
    public mutating func text(upTo capacity: Int, _ make: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            escaped(UnsafeBufferPointer(rebasing: buffer[..<min(make(buffer), capacity)]))
        }
    }

    /// Writes sanitised markup, without pictures that a browser would load from another server.
    public mutating func safe(_ html: SafeHTML) {
        var text = html.linkingForeignPictures.text
        text.withUTF8 { appendBytes($0) }
    }

    /// Writes ` name="value"`, escaped.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        beginAttribute(name)
        text(value)
        raw("\"")
    }

    /// Writes ` name="value"`, or nothing for nil.
    public mutating func attribute(_ name: StaticString, _ value: String?) {
        if let value { attribute(name, value) }
    }

    /// Writes ` name="number"`.
    public mutating func attribute(_ name: StaticString, _ value: Int) {
        beginAttribute(name)
        number(value)
        raw("\"")
    }

    private mutating func beginAttribute(_ name: StaticString) {
        raw(" ")
        raw(name)
        raw("=\"")
    }

    /// Writes a number in decimal digits.
    public mutating func number(_ number: Int) {
        HTMLEscaping.withDigits(of: number) { appendBytes($0) }
    }

    private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            let index = HTMLEscaping.nextSpecial(in: text, from: start, quotes: true)
            appendBytes(UnsafeBufferPointer(rebasing: text[start..<index]))  // bounded: a scan moves forward
            guard index < text.count else { return }
            raw(HTMLEscaping.escape(of: text[index]))
            start = index + 1
        }
    }

    private mutating func appendBytes(_ piece: UnsafeBufferPointer<UInt8>) {
        guard let from = piece.baseAddress else { return }
        if usedCount + piece.count > storage.count { grow(for: piece.count) }
        storage.withUnsafeMutableBytes { to in
            to.baseAddress?.advanced(by: usedCount).copyMemory(from: from, byteCount: piece.count)
        }
        usedCount += piece.count
    }

    private mutating func grow(for count: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(storage.count, count)))
    }
}
