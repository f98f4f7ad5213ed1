import Crypto
import Foundation

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
    var challenge: String { Data(SHA256.hash(data: Data(verifier.utf8))).base64URL }

    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }).base64URL
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

extension Data {
    /// The bytes in base64url without padding (RFC 4648 §5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes base64url without padding; nil for any other character (RFC 7515 §2).
    init?(base64URL text: some StringProtocol) {
        let isPlain = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                || $0 == 0x5F
        }
        guard isPlain, text.utf8.count % 4 != 1 else { return nil }
        let digits = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        self.init(base64Encoded: digits + padding)
    }
}
