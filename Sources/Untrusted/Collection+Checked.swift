extension Range {
    /// Creates a range; nil if the bounds are reversed, where `..<` would trap.
    public init?(checked lower: Bound, _ upper: Bound) {
        guard lower <= upper else { return nil }
        self.init(uncheckedBounds: (lower, upper))
    }
}

extension RandomAccessCollection {
    /// Returns a slice of `wanted` elements; nil unless all exist. Offsets count from the first element, in slices too.
    public func checkedSlice(from offset: Int, count wanted: Int) -> SubSequence? {
        let all = count
        guard offset >= 0, wanted >= 0, offset <= all, wanted <= all - offset else { return nil }
        let start = index(startIndex, offsetBy: offset)
        return self[start..<index(start, offsetBy: wanted)]  // bounded: checked above
    }

    /// Returns an element; nil if the offset is out of bounds. Offsets count from the first element, in slices too.
    public func element(at offset: Int) -> Element? {
        guard offset >= 0, offset < count else { return nil }
        return self[index(startIndex, offsetBy: offset)]
    }
}

extension RandomAccessCollection where Element == UInt8 {
    /// Reads a little-endian integer of one to eight bytes; nil if it is out of bounds.
    public func littleEndian(at offset: Int, bytes: Int) -> UntrustedInteger? {
        guard bytes <= 8, let slice = checkedSlice(from: offset, count: bytes) else { return nil }
        return UntrustedInteger(slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Reads a big-endian integer of one to eight bytes; nil if it is out of bounds.
    public func bigEndian(at offset: Int, bytes: Int) -> UntrustedInteger? {
        guard bytes <= 8, let slice = checkedSlice(from: offset, count: bytes) else { return nil }
        return UntrustedInteger(slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
