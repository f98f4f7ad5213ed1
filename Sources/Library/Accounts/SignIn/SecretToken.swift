import Crypto
import Foundation

/// 256 random bits that open a door: a session's, in a cookie, or a one-time link's, in its address. It is shown once to
/// whom it belongs; the Library keeps only its hash.
public struct SecretToken: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5), without padding.
    public let text: String

    /// A new one.
    init() {
        // The system's generator is a cryptographic one (getrandom).
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        let standard = Data(bytes).base64EncodedString()
        text = standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// One that somebody shows us.
    /// - Returns: nil for what no token of ours can be, so that nothing is asked of the database for it.
    public init?(_ shown: some StringProtocol) {
        let isLikely =
            shown.utf8.count == 43
            && shown.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x5F
            }
        guard isLikely else { return nil }
        text = String(shown)
    }

    /// What is kept: SHA-256, in hexadecimal. As the token is random itself, it needs no salt and no slowness.
    var hash: String { HexEncoding.encode(SHA256.hash(data: Data(text.utf8))) }
}
