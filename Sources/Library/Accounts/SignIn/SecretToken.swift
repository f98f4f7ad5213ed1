import Crypto
import Foundation

/// A random secret of 256 bits: a session's or a device's, in a cookie, or a one-time link's, in its URL. It is shown
/// to its owner once; the Library stores only its hash.
public struct SecretToken: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5), without padding.
    public let text: String

    /// Generates a token.
    init() {
        // The system's generator is cryptographically secure (getrandom).
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        let standard = Data(bytes).base64EncodedString()
        text = standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Parses a token from a client.
    /// - Returns: nil if it does not have a token's form, so that no query is run for it.
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

    /// SHA-256 in hexadecimal. As the token is random, it needs neither a salt nor a slow hash.
    var hash: String { HexEncoding.encode(SHA256.hash(data: Data(text.utf8))) }
}
