import Untrusted

/// The parameters of a call: those of the query, and those of the body, which win (FeedMe signs in by the query of a POST
/// without a body). A body may have thousands of ids.
struct SyncParameters: Sendable {
    private var values: [String: [String]] = [:]

    /// The maximum number of pairs in a query or body; more are ignored.
    private static let maxPairs = 25_000

    /// Reads parameters in the form `application/x-www-form-urlencoded` (WHATWG URL §5.1), whatever the content type says.
    init(query: String, body: [UInt8]) {
        values = Self.read(Array(query.utf8))
        values.merge(Self.read(body)) { _, body in body }
    }

    subscript(_ name: String) -> String? { values[name]?.first }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the value unless it is empty.
    func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns a whole number of at least 0.
    func number(_ name: String) -> Int64? { self[name].flatMap { UntrustedInteger(digits: $0)?.within(0...Int64.max) } }

    private static func read(_ bytes: [UInt8]) -> [String: [String]] {
        var values: [String: [String]] = [:]
        let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: maxPairs)
        for pair in pairs.prefix(maxPairs) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            values[decoded(pair[..<end]), default: []].append(decoded(pair[end...].dropFirst()))
        }
        return values
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(ASCII.hexValue),
                let low = rest.dropFirst().first.flatMap(ASCII.hexValue)
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns a path's part with its percent-encoding decoded; a plus sign stays.
    static func decodedPath(_ text: String) -> String {
        decoded(Array(text.replacing("+", with: "%2B").utf8)[...])
    }
}
