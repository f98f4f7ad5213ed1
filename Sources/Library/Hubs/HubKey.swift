import Crypto
import Foundation
import Untrusted

/// The secrets of a subscription: the one in the callback address, and the one with which the hub signs.
struct HubKey: Sendable {
    let token: SecretToken
    let secret: String

    init() { (token, secret) = (SecretToken(), SecretToken().text) }

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let token = SecretToken(parts[0]) else { return nil }
        (self.token, secret) = (token, String(parts[1]))
    }

    /// The secrets as one text, which is stored sealed.
    var text: String { "\(token.text) \(secret)" }

    /// The name under which the key is sealed: it opens as no other channel's.
    static func secretName(_ channel: Int64) -> String { "hub \(channel)" }

    /// Returns true if a value of `X-Hub-Signature` is the HMAC of the bytes (WebSub §7.1). The comparison takes the same
    /// time wherever the values differ.
    func isValid(signature: String, of bytes: [UInt8]) -> Bool {
        let parts = signature.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let code = Hex.decode(parts[1].trimmingCharacters(in: .whitespaces)) else {
            return false
        }
        let key = SymmetricKey(data: Array(secret.utf8))
        return switch parts[0].trimmingCharacters(in: .whitespaces).lowercased() {
        case "sha1": HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
        case "sha256": HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
        case "sha384": HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
        case "sha512": HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
        default: false
        }
    }
}
