import Crypto
import Foundation
import Untrusted

/// The secrets of one attempt to sign in, which the browser that began it keeps.
public struct OpenIDAttempt: Sendable, Codable, Equatable {
    /// The value that the provider returns with the code (RFC 6749 §10.12).
    public let state: String
    /// The value that the ID token repeats (OpenID Connect Core 1.0 §3.1.2.1).
    let nonce: String
    /// The secret behind the challenge of the authorization request (RFC 7636 §4.1).
    let verifier: String

    /// Creates an attempt with new secrets of 256 bits each.
    public init() {
        (state, nonce, verifier) = (Self.secret(), Self.secret(), Self.secret())
    }

    /// The challenge by SHA-256 (RFC 7636 §4.2).
    var challenge: String { Base64URL.encode(SHA256.hash(data: Data(verifier.utf8))) }

    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
}

/// The parameters with which the provider sends a browser back (RFC 6749 §4.1.2, RFC 9207 §2).
public struct AuthorizationResponse: Sendable {
    let code, issuer, error: String?

    /// - Parameters:
    ///   - issuer: the parameter `iss`.
    ///   - error: the parameter `error`.
    public init(code: String?, issuer: String?, error: String?) {
        (self.code, self.issuer, self.error) = (code, issuer, error)
    }
}

/// Somebody whom a provider has authenticated. Who they are is the pair of issuer and subject alone (OpenID Connect Core 1.0
/// §5.7).
public struct AuthenticatedIdentity: Sendable {
    /// The provider.
    public let issuer: String
    /// The provider's identifier of the person, which it gives to nobody else.
    public let subject: String
    /// The value of the name's claim in the ID token.
    let name: String?
    let accessToken: String?
}
