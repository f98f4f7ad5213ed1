import Crypto
import Untrusted

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
        return mac.finalize().withUnsafeBytes { Base64URL.encode($0.prefix(16)) }
    }

    /// Returns true for a valid signature; compares in constant time.
    public func isValid(_ text: String, signature: String) -> Bool {
        let (expected, given) = (self.signature(of: text).utf8, signature.utf8)
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
