import Foundation
import Markup
import Untrusted

/// A printer of JSON with sorted keys. Invisible characters become `\uXXXX` (RFC 8259 §7), harmless in a terminal.
enum JSONOutput {
    static func write(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        encoder.dateEncodingStrategy = .iso8601
        write(json: Array(try encoder.encode(value)))
    }

    /// Prints existing JSON.
    static func write(json bytes: [UInt8]) { Terminal.write(document: escaped(bytes) + [0x0A]) }

    /// Escapes unprintable characters beyond ASCII, which occur only in strings.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        let text = String(decoding: json, as: UTF8.self)
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && PrintableText.isUnprintable(scalar) }
        guard text.unicodeScalars.contains(where: isEscaped) else { return json }
        var out: [UInt8] = []
        out.reserveCapacity(json.count + 64)
        for scalar in text.unicodeScalars {
            guard isEscaped(scalar) else {
                out.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                continue
            }
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                out.append(contentsOf: ("\\u" + Hex.encode(unit)).utf8)
            }
        }
        return out
    }
}
