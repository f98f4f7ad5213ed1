import CGumbo

/// What makes the source briefer for gumbo without changing its tree.
extension BoundedSource {
    /// Leaves out the attributes nobody asks about.
    mutating func sift(_ start: Int, _ end: Int) {
        var nameEnd = start + 1
        while nameEnd < end, !scanner.isBreak(scanner.source[nameEnd]) { nameEnd += 1 }
        guard end - nameEnd > 2 else { return }
        for useless in sieve.useless(from: nameEnd, to: end) {
            leaveOut(from: useless.lowerBound, to: useless.upperBound, isInsideTag: true)
        }
    }

    /// Lets stand-ins take the place of the long runs of words between `start` and `end`. A run begins with a letter, ends
    /// before a reference and holds no carriage return, which parsers change.
    mutating func shorten(_ start: Int, _ end: Int) {
        let stretch = UnsafeBufferPointer(rebasing: scanner.source[..<end])
        var index = start
        var reference = StandIns.position(of: 0x26, in: stretch, from: start) ?? end
        var carriageReturn = StandIns.position(of: 0x0D, in: stretch, from: start) ?? end
        while index < end {
            while index < end, Characters.isSpace(stretch[index]) { index += 1 }
            if reference < index { reference = StandIns.position(of: 0x26, in: stretch, from: index) ?? end }
            if carriageReturn < index { carriageReturn = StandIns.position(of: 0x0D, in: stretch, from: index) ?? end }
            let stop = min(reference, carriageReturn)
            if stop - index >= StandIns.shortest { standIn(from: index, to: stop) }
            guard stop < end else { return }
            index = stop == reference ? endOfReference(stop, end) : stop + 1
        }
    }

    /// Looks at the references only.
    mutating func vetReferences(_ start: Int, _ end: Int) {
        let stretch = UnsafeBufferPointer(rebasing: scanner.source[..<end])
        var index = start
        while let reference = StandIns.position(of: 0x26, in: stretch, from: index) {
            index = endOfReference(reference, end)
        }
    }

    /// Where what may belong to a reference ends: its letters decide how it is read, so none of them may be replaced.
    private mutating func endOfReference(_ start: Int, _ end: Int) -> Int {
        if StandIns.mayBeBroughtIn(by: scanner.source, at: start) { isForged = true }
        var index = start + 1
        while index < end, scanner.isReferenceLetter(scanner.source[index]) { index += 1 }
        return index
    }
}

extension TagScanner {
    @inline(__always)
    func isReferenceLetter(_ byte: UInt8) -> Bool {
        AddressReader.isLetter(byte) || AddressReader.isDigit(byte) || byte == 0x23 || byte == 0x3B
    }
}
