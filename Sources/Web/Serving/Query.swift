/// Names and values of a query or of a form (`application/x-www-form-urlencoded`, WHATWG URL §5).
struct Query: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads `a=1&b=two+words`; what is malformed is read as far as it goes.
    init(_ text: some StringProtocol) {
        pairs = text.split(separator: "&", omittingEmptySubsequences: true).prefix(1000).map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(halves[0]), halves.count > 1 ? Self.decoded(halves[1]) : "")
        }
    }

    init(pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// The first value of that name, or nil.
    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// All values of that name, in order.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// A whole number of that name, or nil.
    func number(_ name: String) -> Int64? { self[name].flatMap { Int64($0) } }

    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        var pending: [UInt8] = []
        func hex(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46: byte - 0x37
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }
        while let byte = pending.isEmpty ? rest.next() : pending.removeFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                let first = rest.next()
                let second = first == nil ? nil : rest.next()
                if let first, let second, let high = hex(first), let low = hex(second) {
                    bytes.append(high << 4 | low)
                } else {
                    bytes.append(byte)
                    pending.append(contentsOf: [first, second].compactMap { $0 })
                }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Percent-encodes a value for a query: everything but unreserved characters (RFC 3986 §2.3).
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
