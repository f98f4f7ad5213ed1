import Untrusted

/// The parameters of a query or form (`application/x-www-form-urlencoded`, WHATWG URL §5.1).
///
/// Hummingbird 2.28 has no parser for the syntax that browsers send: `URI.queryParameters` does not decode `+` and
/// escaped names, and `URLEncodedFormDecoder` rejects repeated names and malformed escapes. Neither has a limit.
struct QueryParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Parses the first thousand pairs. Malformed escapes are kept; invalid UTF-8 becomes U+FFFD.
    init(_ text: String) {
        pairs = text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: 1000).prefix(1000).map { pair in
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(halves[0]), halves.count > 1 ? Self.decoded(halves[1]) : "")
        }
    }

    init(pairs: [(name: String, value: String)]) { self.pairs = pairs }

    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Returns the fields whose names begin with a prefix, without the prefix.
    func fields(withPrefix prefix: String) -> [(name: String, value: String)] {
        pairs.filter { $0.name.hasPrefix(prefix) }.map { (String($0.name.dropFirst(prefix.count)), $0.value) }
    }

    func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    func number(_ name: String) -> UntrustedInteger? { self[name].flatMap { UntrustedInteger($0) } }

    func id(_ name: String) -> Int64? { number(name)?.id }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        let bytes = Array(text)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = ASCII.hexValue(bytes[at + 1]),
                let low = ASCII.hexValue(bytes[at + 2])
            {
                decoded.append(high << 4 | low)
                at += 3
            } else {
                decoded.append(bytes[at] == UInt8(ascii: "+") ? 0x20 : bytes[at])
                at += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the text with all but unreserved characters percent-encoded (RFC 3986 §2.3).
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
