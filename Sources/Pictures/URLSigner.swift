import Crypto

/// A signer of URLs, so that nobody can make the server fetch an address that no page offers.
///
/// A signature is an HMAC-SHA256, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct URLSigner: Sendable {
    /// The HMAC initialised with the key, which saves half of the work of each signature.
    private let keyedHMAC: HMAC<SHA256>
    private let prefix: String

    /// Creates a signer.
    /// - Parameter purpose: the kind of URL; signatures are valid for this kind only.
    public init(key: [UInt8], purpose: String) {
        self.init(key: key, prefix: "\(purpose)|")
    }

    init(key: [UInt8], prefix: String) {
        keyedHMAC = HMAC(key: SymmetricKey(data: key))
        self.prefix = prefix
    }

    /// Returns a signature of 22 base64url characters: the first 128 bits of an HMAC-SHA256 (RFC 2104).
    public func signature(of text: String) -> String {
        var mac = keyedHMAC
        mac.update(data: Array("\(prefix)\(text)".utf8))
        return Self.base64URL(mac.finalize().withUnsafeBytes { Array($0.prefix(16)) })
    }

    /// Returns true for a valid signature; compares in constant time.
    public func isValid(_ text: String, signature: String) -> Bool {
        let (expected, given) = (self.signature(of: text).utf8, signature.utf8)
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Encodes bytes as base64url (RFC 4648 §5) without padding.
    private static func base64URL(_ bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(22)
        var (rest, bits) = (0, 0)
        for byte in bytes {
            (rest, bits) = (rest << 8 | Int(byte), bits + 8)
            while bits >= 6 {
                bits -= 6
                letters.append(alphabet[rest >> bits & 63])
            }
        }
        if bits > 0 { letters.append(alphabet[rest << (6 - bits) & 63]) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
