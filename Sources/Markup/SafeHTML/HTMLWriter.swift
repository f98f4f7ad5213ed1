/// A writer of HTML bytes that escapes everything except static parts and `SafeHTML`.
///
/// Elements are written by `element` and `void` (`HTMLWriter+Elements.swift`), which close what they open.
///
/// Invariant: the first `count` bytes of `storage` are written. Storage of its own, because small appends to an array
/// took half of the time to render a list (measured).
public struct HTMLWriter: ~Copyable {
    @usableFromInline var storage: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    /// The source expressions that a policy needs to allow the inline style sheets written so far (CSP 3 §2.3.1).
    public private(set) var styleSources: [String] = []
    /// The values of the response's `Link` header (RFC 8288): files that the browser should load before it reads the page.
    public private(set) var preloads: [String] = []

    /// Creates an empty writer with `capacity` reserved bytes.
    public init(reserving capacity: Int = 16_384) {
        self.capacity = max(64, capacity)
        storage = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit { storage.deallocate() }

    /// A copy of the UTF-8 bytes written so far.
    public var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: storage, count: count)) }

    /// Writes static markup.
    @inlinable @inline(__always)
    public mutating func raw(_ markup: StaticString) { append(markup.utf8Start, markup.utf8CodeUnitCount) }

    /// Writes an inline style sheet of the program, unescaped.
    /// - Parameter source: the source expression that allows the style sheet.
    public mutating func style<let N: Int>(
        _ css: [UInt8], source: String, _ attributes: InlineArray<N, HTMLAttribute>
    ) {
        raw("<style")
        self.attributes(attributes)
        raw(">")
        css.withUnsafeBytes { append($0) }
        raw("</style>")
        styleSources.append(source)
    }

    /// Writes JSON for a script to read, as a data block (HTML §4.12.1). No `<` is left in it that could end the element.
    /// - Parameter json: the JSON in UTF-8, where `<` stands only within strings.
    public mutating func dataBlock(id: StaticString, _ json: some Sequence<UInt8>) {
        raw("<script type=\"application/json\"")
        attribute(.id(id.description))
        raw(">")
        var bytes: [UInt8] = []
        for byte in json {
            if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
        }
        bytes.withUnsafeBytes { append($0) }
        raw("</script>")
    }

    /// Adds a file to `preloads`.
    /// - Parameter parameters: what follows `rel=preload`, such as `as=style`.
    public mutating func preload(_ path: String, _ parameters: String) {
        preloads.append("<\(path)>; rel=preload; \(parameters)")
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
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a number in decimal digits.
    public mutating func number(_ number: Int) {
        HTMLEscaping.withDigits(of: number) { append(UnsafeRawBufferPointer($0)) }
    }

    private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < text.count {
            let index = HTMLEscaping.nextSpecial(in: text, from: start, quotes: true)
            // bounded: a scan moves forward
            append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[start..<index]))
            guard index < text.count else { return }
            raw(HTMLEscaping.escape(of: text[index]))
            start = index + 1
        }
    }

    private mutating func append(_ piece: UnsafeRawBufferPointer) {
        if let start = piece.baseAddress { append(start, piece.count) }
    }

    @inlinable @inline(__always)
    mutating func append(_ start: UnsafeRawPointer, _ length: Int) {
        if count + length > capacity { grow(for: length) }
        (storage + count).copyMemory(from: start, byteCount: length)
        count += length
    }

    @usableFromInline @inline(never)
    mutating func grow(for length: Int) {
        let larger = capacity + max(capacity, length)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 1)
        moved.copyMemory(from: storage, byteCount: count)
        storage.deallocate()
        (storage, capacity) = (moved, larger)
    }
}
