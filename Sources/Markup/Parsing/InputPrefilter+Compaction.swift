import CGumbo
import Untrusted

/// The shortening of gumbo's input without changes of its tree.
extension InputPrefilter {
    mutating func filterAttributes(_ start: Int, _ end: Int) {
        var nameEnd = start + 1
        while nameEnd < end, !scanner.isDelimiter(scanner.source[nameEnd]) { nameEnd += 1 }
        guard end - nameEnd > 2 else { return }
        for useless in attributeFilter.unneeded(from: nameEnd, to: end) {
            omit(from: useless.lowerBound, to: useless.upperBound, isInsideTag: true)
        }
    }

    /// Replaces runs of text by placeholders. A run begins with a letter, ends before a character reference and has no
    /// carriage return, which parsers change.
    mutating func replaceTextRuns(_ start: Int, _ end: Int) {
        let stretch = UnsafeBufferPointer(rebasing: scanner.source[..<end])
        var index = start
        var reference = TextPlaceholders.position(of: 0x26, in: stretch, from: start) ?? end
        var carriageReturn = TextPlaceholders.position(of: 0x0D, in: stretch, from: start) ?? end
        while index < end {
            while index < end, HTMLCharacters.isSpace(stretch[index]) { index += 1 }
            if reference < index { reference = TextPlaceholders.position(of: 0x26, in: stretch, from: index) ?? end }
            if carriageReturn < index {
                carriageReturn = TextPlaceholders.position(of: 0x0D, in: stretch, from: index) ?? end
            }
            let stop = min(reference, carriageReturn)
            if stop - index >= TextPlaceholders.minimumRunLength { writePlaceholder(from: index, to: stop) }
            guard stop < end else { return }
            index = stop == reference ? endOfReference(stop, end) : stop + 1
        }
    }

    mutating func checkReferences(_ start: Int, _ end: Int) {
        let stretch = UnsafeBufferPointer(rebasing: scanner.source[..<end])
        var index = start
        while let reference = TextPlaceholders.position(of: 0x26, in: stretch, from: index) {
            index = endOfReference(reference, end)
        }
    }

    /// Returns the end of a possible character reference, whose letters must stay.
    private mutating func endOfReference(_ start: Int, _ end: Int) -> Int {
        if TextPlaceholders.mayBeReferenced(in: scanner.source, at: start) { hasForgedPlaceholder = true }
        var index = start + 1
        while index < end, scanner.isReferenceLetter(scanner.source[index]) { index += 1 }
        return index
    }
}

extension TagScanner {
    @inline(__always)
    func isReferenceLetter(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x23 || byte == 0x3B
    }
}
