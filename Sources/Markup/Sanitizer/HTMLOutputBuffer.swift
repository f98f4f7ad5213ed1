// bounded throughout: scan positions only grow.

/// A buffer that escapes text and collapses white space, except in preformatted text.
struct HTMLOutputBuffer {
    private(set) var bytes: [UInt8] = []
    /// True where white space would start a line or follow a space.
    var isAtSpace = true
    var isSpacePending = false

    init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

    var count: Int { bytes.count }

    // MARK: Text

    /// Appends text; returns true if any of it is visible.
    mutating func appendText(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        var isVisible = false
        var index = 0
        let count = source.count
        while index < count {
            let start = index
            index = endOfRun(source, from: index)
            if index > start {
                isVisible = appendRun(UnsafeBufferPointer(rebasing: source[start..<index]), isVisible) || isVisible
            }
            guard index < count else { break }
            if HTMLCharacters.isSpace(source[index]) {
                if !isAtSpace { isSpacePending = true }
                index += 1
            } else {
                let (length, isSeen) = appendSpecial(source, at: index, isVisible)
                isVisible = isVisible || isSeen
                index += length
            }
        }
        return isVisible
    }

    /// Returns the end of a run of plain characters with single spaces between words.
    @inline(__always)
    private func endOfRun(_ source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < source.count {
            if HTMLCharacters.isPlain(source[index]) {
                index += 1
            } else if source[index] == 0x20, index > start, index + 1 < source.count,
                HTMLCharacters.isPlain(source[index + 1])
            {
                index += 2
            } else {
                break
            }
        }
        return index
    }

    private mutating func appendRun(_ run: UnsafeBufferPointer<UInt8>, _ isKnownVisible: Bool) -> Bool {
        if isSpacePending {
            bytes.append(0x20)
            isSpacePending = false
        }
        bytes.append(contentsOf: run)
        isAtSpace = false
        return isKnownVisible || !HTMLCharacters.isBlank(run)
    }

    /// Appends or drops a special character; returns its length in bytes.
    private mutating func appendSpecial(
        _ source: UnsafeBufferPointer<UInt8>, at index: Int, _ isKnownVisible: Bool
    ) -> (length: Int, isVisible: Bool) {
        switch source[index] {
        case 0x26, 0x3C, 0x3E:
            if isSpacePending {
                bytes.append(0x20)
                isSpacePending = false
            }
            HTMLEscaping.append(UnsafeBufferPointer(rebasing: source[index...index]), to: &bytes, quotes: false)
            isAtSpace = false
            return (1, true)
        default:
            let length = HTMLCharacters.forbiddenLength(source, at: index)
            if length > 0 { return (length, false) }
            let end = min(
                source.count,
                index + (source[index] == 0xC2 ? 2 : source[index] == 0xEF ? 3 : source[index] > 0xEF ? 4 : 1))
            return (end - index, appendRun(UnsafeBufferPointer(rebasing: source[index..<end]), isKnownVisible))
        }
    }

    /// Appends preformatted text; `start` is the offset of the element's content. Returns true if any of the text is
    /// visible.
    mutating func appendPreformatted(_ source: UnsafeBufferPointer<UInt8>, after start: Int) -> Bool {
        let before = bytes.count
        var index = 0
        while index < source.count {
            let forbidden = HTMLCharacters.forbiddenLength(source, at: index)
            if forbidden == 0 { appendPreformatted(source[index], after: start) }
            index += max(1, forbidden)
        }
        isAtSpace = false
        isSpacePending = false
        return !bytes[before...].withUnsafeBufferPointer(HTMLCharacters.isBlank)
    }

    private mutating func appendPreformatted(_ byte: UInt8, after start: Int) {
        switch byte {
        case 0x0A, 0x0D:
            // Parsers drop the first line feed inside `<pre>`.
            if bytes.count != start { bytes.append(0x0A) }
        case 0x0C: bytes.append(0x20)
        case 0x26: HTMLEscaping.append("&amp;", to: &bytes)
        case 0x3C: HTMLEscaping.append("&lt;", to: &bytes)
        case 0x3E: HTMLEscaping.append("&gt;", to: &bytes)
        default: bytes.append(byte)
        }
    }

    mutating func flushSpace() {
        guard isSpacePending else { return }
        bytes.append(0x20)
        isSpacePending = false
        isAtSpace = true
    }

    mutating func beginLine() {
        isSpacePending = false
        isAtSpace = true
    }

    /// Removes and returns white space and line breaks at the end.
    @discardableResult
    mutating func trimLine() -> [UInt8] {
        var end = bytes.count
        while end > 0 {
            if bytes[end - 1] == 0x20 {
                end -= 1
            } else if end >= 4, bytes[end - 1] == 0x3E, bytes[(end - 4)..<end].elementsEqual("<br>".utf8) {
                end -= 4
            } else {
                break
            }
        }
        guard end < bytes.count else { return [] }
        defer { bytes.removeLast(bytes.count - end) }
        return Array(bytes[end...])
    }

    // MARK: Markup

    mutating func raw(_ markup: StaticString) { HTMLEscaping.append(markup, to: &bytes) }

    mutating func raw(_ byte: UInt8) { bytes.append(byte) }

    mutating func raw(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

    mutating func truncate(to offset: Int) { bytes.removeLast(bytes.count - offset) }

    mutating func attribute(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
        bytes.append(0x20)
        HTMLEscaping.append(name, to: &bytes)
        HTMLEscaping.append("=\"", to: &bytes)
        HTMLEscaping.append(value, to: &bytes, quotes: true)
        bytes.append(0x22)
    }

    /// True if the output ends with a block or `<hr>`.
    var endsWithBlock: Bool {
        guard bytes.last == 0x3E, let start = bytes.lastIndex(of: 0x3C) else { return false }
        let name = bytes[(start + 1)...].dropLast()
        if name.first != 0x2F { return name.elementsEqual("hr".utf8) }
        return Self.blockNames.contains(name.dropFirst().reduce(NameHash.seed, NameHash.combined))
    }

    private static let blockNames = NameHash.Table(
        (SafeHTMLElement.p.rawValue...SafeHTMLElement.th.rawValue).compactMap {
            SafeHTMLElement(rawValue: $0)?.name.description
        })
}
