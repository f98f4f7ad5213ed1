import URLs

/// A resolver of a feed's addresses to absolute URLs.
enum FeedURLNormalizer {
    static func absolute(_ text: String, base: WebAddress?) -> String? {
        isNormalized(text) ? text : WebAddress(text, base: base)?.text
    }

    /// Returns true if the text is a URL `http(s)://host/path` that resolving would not change.
    static func isNormalized(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8(isNormalized)
    }

    private static func isNormalized(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 4
        guard bytes.hasBytes("http", at: 0), bytes.count > 12 else { return false }
        if bytes[at] == 0x73 { at += 1 }
        guard bytes.hasBytes("://", at: at) else { return false }
        at += 3
        let host = at
        var lastLabel = at
        while at < bytes.count, bytes[at] != 0x2F {
            let byte = bytes[at]
            guard byte.isDigit || byte &- 0x61 < 26 || byte == 0x2E || byte == 0x2D else { return false }
            if byte == 0x2E { lastLabel = at + 1 }
            at += 1
        }
        // A host ending in a number may be an IP address; international hosts need parsing.
        guard at < bytes.count, at > host, lastLabel < at, bytes[lastLabel] &- 0x61 < 26 else { return false }
        // bounded: a scan moves forward
        guard bytes.first(0x78, from: host, to: at) == nil || !hasPunycode(bytes, host..<at) else { return false }
        var previous: UInt8 = 0
        while at < bytes.count {
            let byte = bytes[at]
            guard byte > 0x20, byte < 0x7F, !needsEscaping(byte), !(byte == 0x2E && previous == 0x2F) else {
                return false
            }
            previous = byte
            at += 1
        }
        return true
    }

    private static func hasPunycode(_ bytes: UnsafeBufferPointer<UInt8>, _ host: Range<Int>) -> Bool {
        bytes.first("xn--", from: host.lowerBound).map { $0 < host.upperBound } ?? false
    }

    /// Returns true for bytes that resolving escapes: `" ' < > [ \ ] ^ \` { | }`.
    private static func needsEscaping(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D: true
        default: false
        }
    }
}

/// A resolver of the relative addresses in one document. The length that a long base adds to all addresses is bounded;
/// beyond the bound, addresses are resolved without a base.
struct FeedAddressResolver {
    private var addedLength = 0

    /// The number of bytes that resolving may add to a document, the size of a large document.
    private static let maxAddedLength = 16 << 20

    var isExhausted: Bool { addedLength > Self.maxAddedLength }

    mutating func absolute(_ text: String, base: WebAddress?) -> String? {
        if FeedURLNormalizer.isNormalized(text) { return text }
        guard let address = WebAddress(text, base: isExhausted ? nil : base) else { return nil }
        addLength(address.text.utf8.count - text.utf8.count)
        return address.text
    }

    mutating func addLength(_ bytes: Int) { addedLength += max(0, bytes) }
}
