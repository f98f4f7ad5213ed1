/// Plain text as it is gathered: white space runs become one space, none at either end; controls go.
struct TextBuffer {
    private(set) var bytes: [UInt8] = []
    private var isSpacePending = false

    init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Ends a word: whatever comes next stands apart.
    @inline(__always)
    mutating func breakWord() { isSpacePending = true }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var index = 0
        while index < source.count {
            if source[index] > 0x20, source[index] != 0x7F {
                index += 1
                continue
            }
            flush(source, start, index)
            if Characters.isSpace(source[index]) { isSpacePending = true }
            index += 1
            start = index
        }
        flush(source, start, index)
    }

    @inline(__always)
    private mutating func flush(_ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        guard end > start else { return }
        if isSpacePending {
            if !bytes.isEmpty { bytes.append(0x20) }
            isSpacePending = false
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<end]))
    }

    /// Takes back what was appended since there were `count` bytes.
    mutating func truncate(to count: Int) { if bytes.count > count { bytes.removeLast(bytes.count - count) } }

    var finished: String { String(decoding: bytes, as: UTF8.self) }

    /// The text from `offset` on, without a space in front.
    func text(from offset: Int, to end: Int? = nil) -> String {
        let part = bytes[min(offset, bytes.count)..<min(end ?? bytes.count, bytes.count)]
        return String(decoding: part.drop { $0 == 0x20 }, as: UTF8.self)
    }
}
