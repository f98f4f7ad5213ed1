/// Writes HTML straight into bytes (decision 15): static parts as they are, strings escaped on entry, only `SafeHTML`
/// unescaped.
///
/// Invariant: the first `used` bytes of `room` are what has been written; the rest is there to be written over, since an
/// array that grows piece by piece costs more than the pieces (half of a list's time, measured).
public struct HTMLWriter: Sendable {
    private var storage: [UInt8]
    private var usedCount = 0

    /// A writer with room for `capacity` bytes.
    public init(reserving capacity: Int = 16_384) { storage = [UInt8](repeating: 0, count: max(64, capacity)) }

    /// What has been written, UTF-8.
    public var bytes: [UInt8] { Array(storage[..<usedCount]) }

    /// What has been written, handed over without a copy.
    public consuming func finished() -> [UInt8] {
        storage.removeLast(storage.count - usedCount)
        return storage
    }

    /// Writes markup that is part of the program.
    @inline(__always)
    public mutating func raw(_ markup: StaticString) {
        appendBytes(UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Writes a file that is part of the program, such as its style sheet, as it is.
    public mutating func asset(_ file: [UInt8]) { file.withUnsafeBufferPointer { appendBytes($0) } }

    /// Writes text, with `&`, `<`, `>` and `"` escaped: right between tags and inside a quoted attribute.
    public mutating func text(_ text: String) {
        // Without a copy of the string, whose counting of references would take longer than a short text.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { escaped($0) }
        guard isDone == nil else { return }
        var copy = text
        copy.withUTF8 { escaped($0) }
    }

    /// Writes short text that is made in place, without a string of its own, and escapes it like any other.
    /// - Parameters:
    ///   - most: the room for it, in bytes.
    ///   - make: fills the room with UTF-8 from its beginning and returns how many bytes it took, at most `most`.
    public mutating func text(upTo most: Int, _ make: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { room in
            escaped(UnsafeBufferPointer(rebasing: room[..<min(make(room), most)]))
        }
    }

    /// Writes cleaned markup as it is.
    public mutating func safe(_ html: SafeHTML) {
        var text = html.text
        text.withUTF8 { appendBytes($0) }
    }

    /// Writes what another writer has written, as it is.
    public mutating func append(_ other: HTMLWriter) {
        other.storage.withUnsafeBufferPointer { appendBytes(UnsafeBufferPointer(rebasing: $0[..<other.usedCount])) }
    }

    /// Writes ` name="value"` with the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        beginAttribute(name)
        text(value)
        raw("\"")
    }

    /// Writes ` name="value"` when there is a value.
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

    // MARK: Bytes

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
