import Foundation
import Untrusted

/// An address or CIDR range: `10.0.0.0/8`, `fd00::/8`, `127.0.0.1`.
public struct CIDRBlock: Sendable, Hashable {
    private let bytes: [UInt8]
    private let prefixLength: Int

    /// Parses an address or range.
    /// - Returns: nil if malformed.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let bytes = Self.bytes(of: String(first)) else { return nil }
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard let given = UntrustedInteger(digits: parts[1])?.int(in: 0...128), given <= bits else { return nil }
            bits = given
        }
        self.bytes = bytes
        self.prefixLength = bits
    }

    /// Returns true if the address is in the block; IPv4-mapped IPv6 addresses count as IPv4.
    public func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        let whole = prefixLength / 8
        guard bytes.prefix(whole) == other.prefix(whole) else { return false }
        guard prefixLength % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (prefixLength % 8))
        return bytes[whole] & mask == other[whole] & mask
    }

    /// Returns the 4 bytes of an IPv4 address or the 16 of an IPv6 address, without its zone; nil for other text.
    static func bytes(of address: String) -> [UInt8]? {
        let bare = address.prefix { $0 != "%" }
        var four = in_addr()
        if inet_pton(AF_INET, String(bare), &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        var sixteen = in6_addr()
        guard inet_pton(AF_INET6, String(bare), &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &sixteen) { Array($0) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Returns the canonical address (RFC 5952) without a zone; nil for other text, so that only addresses are logged.
    static func canonical(_ address: String) -> String? {
        guard let bytes = bytes(of: address) else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func isLoopback(_ address: String) -> Bool {
        guard let bytes = bytes(of: address) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The prefix of IPv4 addresses translated to IPv6 (RFC 6052 §2.1).
    private static let nat64Prefix: [UInt8] = [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]

    /// Returns the key of rate limits: an IPv4 address, or the /64 of an IPv6 address (one customer). Translated
    /// addresses (64:ff9b::/96), which share a /64, count as IPv4. The key of other text is empty.
    static func rateLimitKey(of address: String) -> String {
        guard let found = bytes(of: address) else { return "" }
        let bytes = found.starts(with: nat64Prefix) ? Array(found.suffix(4)) : found
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":") + "::/64"
    }
}
