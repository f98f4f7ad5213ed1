import Foundation
import Untrusted

/// A parser of hosts (WHATWG URL §3.5): converts international names to ASCII, every form of IPv4 to dotted decimal and
/// IPv6 to brackets. `Fetching` checks IP literals in this form.
public enum HostParser {
    /// Returns the canonical form; nil if the host is invalid.
    public static func normalized(_ host: String) -> String? {
        var copy = host
        let canonical = copy.withUTF8 { read($0[...]) }
        return canonical.map { String(decoding: $0, as: UTF8.self) }
    }

    static func read(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard let first = text.first else { return nil }
        if first == 0x5B { return ipv6Address(text) }
        guard let ascii = ascii(text), !ascii.isEmpty, ascii.count <= 253, !ascii.contains(where: isForbidden) else {
            return nil
        }
        guard endsInNumber(ascii) else { return ascii }
        return ipv4Address(ascii)
    }

    // MARK: Names

    private static func ascii(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let decoded = text.contains(0x25) ? percentDecoded(text).map(lowercased) : text.map(lowercased)
        // Most names are plain ASCII without a double hyphen, and this code runs for every link.
        guard decoded.contains(where: { $0 >= 0x80 }) || hasTwoHyphens(decoded) else { return decoded }
        guard decoded.count <= maximumLength, let name = String(validating: decoded, as: UTF8.self) else { return nil }
        var labels: [[UInt8]] = []
        for scalars in name.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot) {
            let label = String(String.UnicodeScalarView(scalars))
            // Other labels stay unchanged: libidn2 would refuse hyphens at either end, and in the third and fourth
            // place.
            let isPlain = !isInternational(label.utf8)
            guard let ascii = isPlain ? Array(label.utf8) : IDNALabelConverter.ascii(label) else { return nil }
            labels.append(ascii)
        }
        return Array(labels.joined(separator: [0x2E]))
    }

    /// The maximum length in bytes before encoding: four for each of the 253 characters that a host may have.
    private static let maximumLength = 1_012

    /// Returns true if UTS #46 has something to map or to check in a label (WHATWG URL §3.3).
    private static func isInternational(_ label: some Collection<UInt8>) -> Bool {
        label.contains { $0 >= 0x80 } || label.starts(with: "xn--".utf8)
    }

    private static func hasTwoHyphens(_ name: [UInt8]) -> Bool {
        zip(name, name.dropFirst()).contains { $0 == 0x2D && $1 == 0x2D }
    }

    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
    }

    private static func percentDecoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0x25, index + 2 < text.endIndex, let high = ASCII.hexValue(text[index + 1]),
                let low = ASCII.hexValue(text[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(text[index])
                index += 1
            }
        }
        return decoded
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x23, 0x25, 0x27, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B...0x5E, 0x60, 0x7B...0xFF: true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    // MARK: Numbers

    private static func endsInNumber(_ host: [UInt8]) -> Bool {
        var labels = host.split(separator: 0x2E, omittingEmptySubsequences: false)
        if labels.count > 1, labels[labels.count - 1].isEmpty { labels.removeLast() }
        guard let last = labels.last, !last.isEmpty else { return false }
        return last.allSatisfy(ASCII.isDigit) || number(last) != nil
    }

    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        guard !label.isEmpty else { return nil }
        var digits = label
        var radix: UInt64 = 10
        if digits.count >= 2, digits.first == 0x30 {
            radix = digits[digits.startIndex + 1] == 0x78 ? 16 : 8
            digits = digits.dropFirst(radix == 16 ? 2 : 1)
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = ASCII.hexValue(byte), UInt64(digit) < radix else { return nil }
            value = value * radix + UInt64(digit)
            if value > 0xFFFF_FFFF { return 0x1_0000_0000 }
        }
        return value
    }

    /// Parses every form of IPv4: `0x7f.1`, `2130706433` and `127.1` are 127.0.0.1.
    private static func ipv4Address(_ host: [UInt8]) -> [UInt8]? {
        var labels = host.split(separator: 0x2E, omittingEmptySubsequences: false)
        if labels.count > 1, labels[labels.count - 1].isEmpty { labels.removeLast() }
        guard labels.count <= 4 else { return nil }
        var value: UInt64 = 0
        for (index, label) in labels.enumerated() {
            guard let number = number(label) else { return nil }
            if index == labels.count - 1 {
                guard number < UInt64(1) << UInt64(8 * (5 - labels.count)) else { return nil }
                value += number
            } else {
                guard number < 256 else { return nil }
                value += number << UInt64(8 * (3 - index))
            }
        }
        let quad = [value >> 24, value >> 16, value >> 8, value].map { String($0 & 255) }
        return Array(quad.joined(separator: ".").utf8)
    }

    private static func ipv6Address(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard text.count > 3, text.last == 0x5D else { return nil }
        let inner = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        var address = in6_addr()
        guard inet_pton(AF_INET6, inner, &address) == 1 else { return nil }
        var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &written, socklen_t(INET6_ADDRSTRLEN)) != nil else { return nil }
        let bytes = written.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return [0x5B] + bytes + [0x5D]
    }
}
