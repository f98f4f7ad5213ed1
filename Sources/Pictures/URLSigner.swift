import Crypto
import Foundation

/// Signs URLs of this server that make it fetch external pages, so that nobody can request what no page offers.
///
/// The signature is HMAC-SHA256 over a purpose and a text, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct URLSigner: Sendable {
    private let key: SymmetricKey
    private let purpose: String

    /// - Parameters:
    ///   - key: secret and stable over restarts.
    ///   - purpose: keeps signatures of one kind of URL from being valid for another.
    public init(key: [UInt8], purpose: String) {
        self.key = SymmetricKey(data: key)
        self.purpose = purpose
    }

    public func signature(of text: String) -> String {
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(purpose)|\(text)".utf8), using: key)
        return Data(mac.prefix(16)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Returns whether the signature is ours, in constant time.
    public func isValid(_ text: String, mark: String) -> Bool {
        let (expected, given) = (signature(of: text).utf8, mark.utf8)
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
