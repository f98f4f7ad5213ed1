import Crypto
import Foundation
import Untrusted

/// A random 256-bit secret for a cookie or link; only its hash is stored.
public struct SecretToken: Sendable, Hashable {
    /// The token as 43 characters of unpadded base64url (RFC 4648 §5).
    public let text: String

    init() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        text = Base64URL.encode(bytes)
    }

    /// Parses a client's token; nil if malformed.
    public init?(_ shown: some StringProtocol) {
        let isWellFormed =
            shown.utf8.count == 43
            && shown.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
        guard isWellFormed else { return nil }
        text = String(shown)
    }

    /// The SHA-256 hash in hexadecimal; random tokens need no salt or slow hash.
    var hash: String { Hex.encode(SHA256.hash(data: Data(text.utf8))) }
}
