import Markup

/// Makes the addresses of a feed absolute.
enum AddressText {
    /// The absolute form, or nil when it is none of the web's. An address that is already in its normal form costs nothing.
    static func absolute(_ text: String, base: WebAddress?) -> String? {
        isNormal(text) ? text : WebAddress(text, base: base)?.text
    }

    /// `http(s)://host/path` with nothing in it that resolving would change.
    private static func isNormal(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.starts(with: "http".utf8) else { return false }
        var rest = bytes.dropFirst(4)
        if rest.first == 0x73 { rest = rest.dropFirst() }
        guard rest.starts(with: "://".utf8) else { return false }
        rest = rest.dropFirst(3)
        guard let slash = rest.firstIndex(of: 0x2F), slash != rest.startIndex else { return false }
        for byte in rest[..<slash] {
            guard byte.isDigit || byte &- 0x61 < 26 || byte == 0x2E || byte == 0x2D else { return false }
        }
        guard let last = rest[..<slash].split(separator: 0x2E).last, last.contains(where: \.isLetter) else {
            return false
        }
        var previous: UInt8 = 0
        for byte in rest[slash...] {
            guard byte > 0x20, byte < 0x7F, !strange(byte), !(byte == 0x2E && previous == 0x2F) else { return false }
            previous = byte
        }
        return true
    }

    /// Bytes that resolving escapes: `" ' < > [ \ ] ^ \` { | }`.
    private static func strange(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D: true
        default: false
        }
    }
}
