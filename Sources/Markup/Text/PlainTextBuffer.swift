// bounded throughout: offsets are counts of what was appended before, and a later one is no smaller.

/// Plain text as it is gathered: white space runs become one space, none at either end; controls go. Where lines are kept,
/// a break of the line becomes a newline and one between paragraphs a blank line.
struct PlainTextBuffer {
    private(set) var bytes: [UInt8] = []
    /// Newlines to be written before the next word; nil when it follows without a space.
    private var pending: Int?
    private let keepsLines: Bool

    init(reserving capacity: Int, keepsLines: Bool = false) {
        self.keepsLines = keepsLines
        bytes.reserveCapacity(capacity)
    }

    /// Ends a word: whatever comes next stands apart.
    @inline(__always)
    mutating func breakWord() { pending = pending ?? 0 }

    /// Ends a line, where lines are kept; else a word.
    mutating func breakLine() { pending = max(pending ?? 0, keepsLines ? 1 : 0) }

    /// Ends a paragraph, where lines are kept; else a word.
    mutating func breakParagraph() { pending = max(pending ?? 0, keepsLines ? 2 : 0) }

    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var index = 0
        while index < source.count {
            if isWord(source, index) {
                index += 1
                continue
            }
            // One space between two words goes with them.
            if source[index] == 0x20, index > start, index + 1 < source.count, isWord(source, index + 1) {
                index += 2
                continue
            }
            flush(source, start, index)
            if HTMLCharacters.isSpace(source[index]) { breakWord() }
            index += max(1, HTMLCharacters.forbiddenLength(source, at: index))
            start = index
        }
        flush(source, start, index)
    }

    /// Neither white space nor a character that has no place in a text.
    @inline(__always)
    private func isWord(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let byte = source[index]
        guard byte > 0x20, byte != 0x7F else { return false }
        return byte < 0xEF && byte != 0xC2 || HTMLCharacters.forbiddenLength(source, at: index) == 0
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

    /// Takes back what was appended since there were `count` bytes.
    mutating func truncate(to count: Int) { if bytes.count > count { bytes.removeLast(bytes.count - count) } }

    var finished: String { String(decoding: bytes, as: UTF8.self) }

    /// The text from `offset` on in one line, without a space in front.
    func text(from offset: Int, to end: Int? = nil) -> String {
        let part = bytes[min(offset, bytes.count)..<min(end ?? bytes.count, bytes.count)]
        let words = part.drop { $0 == 0x20 || $0 == 0x0A }
        guard keepsLines, words.contains(0x0A) else { return String(decoding: words, as: UTF8.self) }
        return words.withUnsafeBufferPointer { PlainText.collapsed($0) }
    }
}
