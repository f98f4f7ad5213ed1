import Crypto
public import URLs
import Untrusted

/// A device that accepts push messages: the endpoint of its push service, and the keys to encrypt for it (Push API §8).
public struct PushSubscription: Sendable, Hashable {
    /// The reason why a browser's subscription is not accepted.
    public enum Rejection: Error, Equatable {
        /// The endpoint is no web address, not https, or too long.
        case endpoint
        /// The public key is no point of P-256, or the secret has another length than 16 bytes.
        case keys
    }

    /// The longest accepted endpoint, in bytes. Those of the known services have some 200.
    public static let maxEndpointLength = 2_048
    static let secretLength = 16

    /// The address of the push service to which messages are sent. It is a secret: who has it may send.
    public let endpoint: String
    /// The public key of the device in its uncompressed form, 65 bytes.
    public let publicKey: [UInt8]
    /// The secret that authenticates messages to the device, 16 bytes.
    public let secret: [UInt8]

    /// Reads a subscription as `PushSubscription.toJSON()` writes it.
    /// - Parameters:
    ///   - publicKey: the key `p256dh` in base64url.
    ///   - secret: the key `auth` in base64url.
    ///   - allowsHTTP: returns true for an address that may be reached without TLS.
    public init(
        endpoint: String, publicKey: String, secret: String, allowsHTTP: (WebAddress) -> Bool = { _ in false }
    ) throws(Rejection) {
        guard endpoint.utf8.count <= Self.maxEndpointLength, let address = WebAddress(endpoint),
            !address.hasCredentials,
            address.isSecure || allowsHTTP(address)
        else { throw .endpoint }
        // The lengths of the keys in base64url, with room for padding.
        guard publicKey.utf8.count <= 90, secret.utf8.count <= 24, let key = Base64URL.decode(publicKey),
            let auth = Base64URL.decode(secret), auth.count == Self.secretLength,
            (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil  // Another key is told by nil.
        else { throw .keys }
        (self.endpoint, self.publicKey, self.secret) = (address.text, key, auth)
    }

    /// The scheme, host and port of the push service, the audience of its tokens (RFC 8292 §2).
    var origin: String { WebAddress(endpoint)?.origin ?? endpoint }
}
