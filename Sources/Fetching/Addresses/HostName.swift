import Foundation
import Untrusted

/// A host in the canonical spelling that is resolved, checked, pinned and sent: lower-case ASCII or a numeric address.
enum HostName: Sendable, Hashable {
    case name(String)
    case numeric(IPAddress)

    /// The host as it appears in a URL, IPv6 in brackets.
    var text: String {
        switch self {
        case .name(let name): name
        case .numeric(let address): address.isVersion6 ? "[\(address)]" : "\(address)"
        }
    }

    /// Parses every spelling that some resolver accepts (WHATWG URL §3.5): other scripts, full-width and circled
    /// digits, percent escapes, and IPv4 as one to four numbers, octal or hexadecimal.
    init?(_ text: some StringProtocol) {
        if text.first == "[" {
            guard text.last == "]", let six = IPAddress(text: String(text.dropFirst().dropLast())), six.isVersion6
            else { return nil }
            self = .numeric(six)
            return
        }
        guard let plain = String(text).removingPercentEncoding, let ascii = Self.ascii(plain) else { return nil }
        guard let last = ascii.split(separator: ".").last else { return nil }
        if Self.isNumber(last) {
            guard let four = Self.version4(ascii) else { return nil }
            self = .numeric(four)
        } else {
            self = .name(ascii)
        }
    }

    private static func ascii(_ text: String) -> String? {
        // Compatibility normalisation turns circled and full-width characters into plain ones before any comparison.
        var folded = text.precomposedStringWithCompatibilityMapping.lowercased()
        folded = folded.precomposedStringWithCompatibilityMapping
        folded.unicodeScalars.removeAll { $0 == "\u{AD}" || $0 == "\u{200B}" || $0 == "\u{2060}" || $0 == "\u{FEFF}" }
        folded = String(folded.map { "。．｡".contains($0) ? "." : $0 })
        if folded.hasSuffix(".") { folded.removeLast() }
        var labels: [String] = []
        for label in folded.split(separator: ".", omittingEmptySubsequences: false) {
            guard !label.isEmpty, let ascii = Punycode.label(label), ascii.utf8.count <= 63 else { return nil }
            labels.append(ascii)
        }
        let name = labels.joined(separator: ".")
        guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(isAllowed) else { return nil }
        return name
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isNumber(_ label: Substring) -> Bool {
        label.allSatisfy(\.isNumber) || (label.hasPrefix("0x") && label.dropFirst(2).allSatisfy(\.isHexDigit))
    }

    private static func version4(_ text: String) -> IPAddress? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        let last = numbers.removeLast()
        guard numbers.allSatisfy({ $0 < 256 }), last < UInt64(1) << UInt64(8 * (4 - numbers.count)) else { return nil }
        var bits = last
        for (place, number) in numbers.enumerated() { bits |= number << UInt64(24 - 8 * place) }
        return IPAddress(version4: UInt32(bits))
    }

    private static func number(_ part: Substring) -> UInt64? {
        if part.hasPrefix("0x") { return part.count == 2 ? 0 : parsed(part.dropFirst(2), radix: 16) }
        if part.count > 1, part.first == "0" { return parsed(part, radix: 8) }
        return parsed(part, radix: 10)
    }

    private static func parsed(_ digits: Substring, radix: Int) -> UInt64? {
        UntrustedInteger(digits: digits, radix: radix)?.within(0...0xFFFF_FFFF).map { UInt64($0) }
    }
}
