import Crypto
import Foundation
import Untrusted

/// The key by which push services know this server (RFC 8292). Browsers bind a subscription to its public half, so it stays
/// the same.
public struct VAPIDKey: Sendable {
    /// The time for which a token is valid; the standard allows a day (§2).
    static let tokenLifetime: TimeInterval = 12 * 3_600

    private let key: P256.Signing.PrivateKey

    /// Creates a new key.
    public init() { key = P256.Signing.PrivateKey() }

    /// Reads a stored key; throws for bytes that are none.
    /// - Parameter bytes: the 32 bytes of `bytes`.
    public init(bytes: [UInt8]) throws { key = try P256.Signing.PrivateKey(rawRepresentation: bytes) }

    /// The private key, 32 bytes, to be sealed.
    public var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// The public key in base64url, as `pushManager.subscribe` takes it.
    public var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// Returns the value of the header `Authorization` (§3): a signed token for the push service, and the public key.
    /// - Parameters:
    ///   - audience: the origin of the push service.
    ///   - contact: a `mailto:` or https address of who runs this server, whom the service tells of trouble.
    func authorization(audience: String, contact: String, now: Date) throws -> String {
        let claims = Claims(
            aud: audience, exp: Int(saturating: now.addingTimeInterval(Self.tokenLifetime).timeIntervalSince1970),
            sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed =
            "\(Base64URL.encode(Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8))).\(Base64URL.encode(try encoder.encode(claims)))"
        let signature = try key.signature(for: Data(signed.utf8))
        return "vapid t=\(signed).\(Base64URL.encode(signature.rawRepresentation)), k=\(publicKey)"
    }

    /// The claims of a token (RFC 7519 §4.1).
    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String
    }
}
