struct UTF8Statistics {
    /// The number of valid non-ASCII sequences.
    private(set) var sequences = 0
    /// The number of valid sequences of three or four bytes.
    private(set) var longSequences = 0
    private(set) var errorCount = 0

    /// True if no sequence is invalid; a truncated end counts as valid.
    var isValid: Bool { errorCount == 0 }
    /// True if all bytes are ASCII, except for a truncated end.
    var isASCII: Bool { sequences == 0 && errorCount == 0 }
    /// True if few sequences are invalid: a paragraph in another encoding, or a cut character.
    var isMostlyUTF8: Bool { sequences > errorCount }

    init(of bytes: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
                continue
            }
            switch UTF8Sequence.validity(bytes, at: at) {
            case .valid(let length):
                sequences += 1
                if length > 2 { longSequences += 1 }
                at += length
            case .incomplete: at = bytes.count
            case .invalid(let length, _):
                errorCount += 1
                at += length
            }
        }
    }
}

/// A UTF-8 sequence (Unicode table 3-7).
enum UTF8Sequence {
    enum Validity: Equatable {
        case valid(Int)
        /// A sequence that is valid so far, but the bytes end.
        case incomplete
        /// Invalid bytes; `cut` is true if a character breaks off after its second byte or later.
        case invalid(Int, cut: Bool)
    }

    @inline(__always)
    static func validity(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) -> Validity {
        let first = bytes[at]
        let left = bytes.count - at
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        let length: Int
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF4: (length, high) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return .invalid(1, cut: false)
        }
        guard left > 1 else { return .incomplete }
        guard bytes[at + 1] >= low, bytes[at + 1] <= high else { return .invalid(1, cut: false) }
        var index = 2
        while index < length {
            guard index < left else { return .incomplete }
            guard bytes[at + index] & 0xC0 == 0x80 else { return .invalid(index, cut: true) }
            index += 1
        }
        return .valid(length)
    }
}
