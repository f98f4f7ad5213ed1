extension Range {
    /// The range between two bounds that outsiders had a say in; nil where the upper one is below the lower, for which `..<`
    /// would stop the program.
    public init?(checked lower: Bound, _ upper: Bound) {
        guard lower <= upper else { return nil }
        self.init(uncheckedBounds: (lower, upper))
    }
}

extension ClosedRange {
    /// The range between two bounds that outsiders had a say in; nil where the upper one is below the lower, for which `...`
    /// would stop the program.
    public init?(checked lower: Bound, _ upper: Bound) {
        guard lower <= upper else { return nil }
        self.init(uncheckedBounds: (lower, upper))
    }
}

extension RandomAccessCollection {
    /// So many elements from an offset on; nil where they are not all there. Offsets count from the first element, in slices too.
    public func checkedSlice(from offset: Int, count wanted: Int) -> SubSequence? {
        let all = count
        guard offset >= 0, wanted >= 0, offset <= all, wanted <= all - offset else { return nil }
        let start = index(startIndex, offsetBy: offset)
        return self[start..<index(start, offsetBy: wanted)]  // bounded: counted above
    }

    /// The element at an offset; nil where there is none. Offsets count from the first element, in slices too.
    public func element(at offset: Int) -> Element? {
        guard offset >= 0, offset < count else { return nil }
        return self[index(startIndex, offsetBy: offset)]
    }
}

extension RandomAccessCollection where Element == UInt8 {
    /// A number of one to eight bytes at an offset, the least significant first; nil where it is not all there.
    public func littleEndian(at offset: Int, bytes: Int) -> UntrustedInteger? {
        guard bytes <= 8, let slice = checkedSlice(from: offset, count: bytes) else { return nil }
        return UntrustedInteger(slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// A number of one to eight bytes at an offset, the most significant first; nil where it is not all there.
    public func bigEndian(at offset: Int, bytes: Int) -> UntrustedInteger? {
        guard bytes <= 8, let slice = checkedSlice(from: offset, count: bytes) else { return nil }
        return UntrustedInteger(slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
