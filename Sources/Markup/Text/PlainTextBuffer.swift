// bounded throughout: offsets are earlier counts.

/// A buffer of plain text without control characters and invisible break opportunities, with white space collapsed.
struct PlainTextBuffer {
    private(set) var bytes: [UInt8] = []
    /// The number of newlines before the next word, 0 for a space, nil for neither.
    private var pending: Int?
    private let keepsLines: Bool
    private var mutedDepth = 0

    init(reserving capacity: Int, keepsLines: Bool = false) {
        self.keepsLines = keepsLines
        bytes.reserveCapacity(capacity)
    }

    /// Ignores everything until the matching `unmute()`.
    mutating func mute() { mutedDepth += 1 }

    mutating func unmute() { mutedDepth -= 1 }

    @inline(__always)
    mutating func breakWord() { if mutedDepth == 0 { pending = pending ?? 0 } }

    /// Ends a line, or only a word if lines are not kept.
    mutating func breakLine() { if mutedDepth == 0 { pending = max(pending ?? 0, keepsLines ? 1 : 0) } }

    /// Ends a paragraph, or only a word if lines are not kept.
    mutating func breakParagraph() { if mutedDepth == 0 { pending = max(pending ?? 0, keepsLines ? 2 : 0) } }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        guard mutedDepth == 0 else { return }
        var start = 0
        var index = 0
        while index < source.count {
            if isWord(source, index) {
                index += 1
                continue
            }
            // Single spaces are part of the run.
            if source[index] == 0x20, index > start, index + 1 < source.count, isWord(source, index + 1) {
                index += 2
                continue
            }
            flush(source, start, index)
            if HTMLCharacters.isSpace(source[index]) { breakWord() }
            index += max(1, Self.omittedLength(source, index))
            start = index
        }
        flush(source, start, index)
    }

    /// Returns true for a byte that is neither white space nor the start of an omitted character.
    @inline(__always)
    private func isWord(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let byte = source[index]
        guard byte > 0x20, byte != 0x7F else { return false }
        return byte < 0xEF && byte != 0xC2 && byte != 0xE2 || Self.omittedLength(source, index) == 0
    }

    private static func omittedLength(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let length = HTMLCharacters.forbiddenLength(source, at: index)
        return length > 0 ? length : HTMLCharacters.breakOpportunityLength(source, at: index)
    }

    @inline(__always)
    private mutating func flush(_ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        guard end > start else { return }
        if let newlines = pending {
            if !bytes.isEmpty {
                if newlines == 0 { bytes.append(0x20) } else { for _ in 0..<newlines { bytes.append(0x0A) } }
            }
            pending = nil
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<end]))
    }

    /// Removes a part, and the space that would then be at the beginning.
    mutating func remove(from start: Int, to end: Int) {
        let start = min(start, bytes.count)
        bytes.removeSubrange(start..<max(start, min(end, bytes.count)))
        if bytes.first == 0x20 { bytes.removeFirst() }
    }

    mutating func truncate(to count: Int) { if bytes.count > count { bytes.removeLast(bytes.count - count) } }

    var finished: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a part of the text in one line, without a leading space.
    func text(from offset: Int, to end: Int? = nil) -> String {
        let part = bytes[min(offset, bytes.count)..<min(end ?? bytes.count, bytes.count)]
        let words = part.drop { $0 == 0x20 || $0 == 0x0A }
        guard keepsLines, words.contains(0x0A) else { return String(decoding: words, as: UTF8.self) }
        return words.withUnsafeBufferPointer { PlainText.collapsed($0) }
    }
}
