import Crypto
import Foundation

/// Signs addresses of this house that lead outside, so that nobody can make the server fetch what no page offers.
///
/// The mark is HMAC-SHA256 over a purpose and a text, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct URLSigner: Sendable {
    private let key: SymmetricKey
    private let purpose: String

    /// - Parameters:
    ///   - key: secret, the same over restarts.
    ///   - purpose: keeps marks of one sort of address from being good for another.
    public init(key: [UInt8], purpose: String) {
        self.key = SymmetricKey(data: key)
        self.purpose = purpose
    }

    public func signature(of text: String) -> String {
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(purpose)|\(text)".utf8), using: key)
        return Data(mac.prefix(16)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// True when the mark is ours. Takes the same time wherever it differs.
    public func isValid(_ text: String, mark: String) -> Bool {
        let (wanted, given) = (self.signature(of: text).utf8, mark.utf8)
        guard wanted.count == given.count else { return false }
        return zip(wanted, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
