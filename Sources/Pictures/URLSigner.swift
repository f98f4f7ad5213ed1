import Crypto

/// Signs URLs, so that nobody can make the server fetch what no page offers.
///
/// HMAC-SHA256, cut to 16 bytes (RFC 2104 §5), in URL-safe base64.
public struct URLSigner: Sendable {
    /// Saves half of the work.
    private let keyedHMAC: HMAC<SHA256>
    private let prefix: String

    /// - Parameter purpose: signatures are valid for one kind of URL only.
    public init(key: [UInt8], purpose: String) {
        self.init(key: key, prefix: "\(purpose)|")
    }

    init(key: [UInt8], prefix: String) {
        keyedHMAC = HMAC(key: SymmetricKey(data: key))
        self.prefix = prefix
    }

    /// 22 characters of base64url: the first 128 bits of an HMAC-SHA256 (RFC 2104).
    public func signature(of text: String) -> String {
        var mac = keyedHMAC
        mac.update(data: Array("\(prefix)\(text)".utf8))
        return Self.base64URL(mac.finalize().withUnsafeBytes { Array($0.prefix(16)) })
    }

    /// Compares in constant time.
    public func isValid(_ text: String, signature: String) -> Bool {
        let (expected, given) = (self.signature(of: text).utf8, signature.utf8)
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// RFC 4648 §5, without padding.
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
