import JSON

/// The JSON that pages carry in scripts and attributes, with surrounding comments or CDATA, raw line ends in strings,
/// extra commas.
enum EmbeddedJSON {
    /// The limit of nested values.
    private static let maxDepth = 48

    /// Parses as much as is valid.
    static func value(in source: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard var start = firstBracket(in: source[...]) else { return nil }
        // The start `<![CDATA[` contains brackets.
        if start >= 2, source[start] == 0x5B, source[start - 1] == 0x21 {
            guard let inner = source[(start + 1)...].firstIndex(of: 0x5B),
                let first = firstBracket(in: source[(inner + 1)...])
            else { return nil }
            start = first
        }
        return JSONReader.prefix(of: Array(source), from: start, maxDepth: maxDepth, isLenient: true).value
    }

    private static func firstBracket(in part: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        part.firstIndex { $0 == 0x7B || $0 == 0x5B }
    }
}

extension JSONValue {
    /// The elements of an array; any other value except null counts as an array of one.
    var listed: [JSONValue] { elements ?? (self == .null ? [] : [self]) }
}
