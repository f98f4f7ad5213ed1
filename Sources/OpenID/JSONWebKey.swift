import Crypto
import CryptoExtras
import Foundation
import JSON
import Untrusted

/// A signature algorithm of ID tokens (RFC 7518 §3, RFC 8037). Only these are accepted, so neither `none` nor a MAC whose key
/// would be the provider's public one.
enum SignatureAlgorithm: String, Sendable {
    case rs256 = "RS256", es256 = "ES256", edDSA = "EdDSA"

    /// Returns the left half of the hash of a token (OpenID Connect Core 1.0 §3.1.3.6).
    func leftHalfHash(of token: String) -> Data {
        let bytes = Data(token.utf8)
        return switch self {
        case .rs256, .es256: Data(SHA256.hash(data: bytes)).prefix(16)
        // Ed25519 hashes by SHA-512 (RFC 8032 §5.1).
        case .edDSA: Data(SHA512.hash(data: bytes)).prefix(32)
        }
    }
}

/// A public key of a provider's (RFC 7517), with which it signs.
struct JSONWebKey: Sendable {
    private enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    let id: String?
    private let key: Key
    /// The kind of key decides on the algorithm, whatever a token says.
    let algorithm: SignatureAlgorithm

    /// The size of the largest RSA modulus in bytes; larger ones would make checks slow.
    private static let maxModulus = 1_024

    /// Reads a key; nil for keys of other kinds, for other uses, and for damaged ones.
    init?(_ value: JSONValue) {
        guard (value["use"]?.string ?? "sig") == "sig",
            value["key_ops"]?.elements.map({ $0.contains(.string("verify")) }) ?? true,
            let (key, algorithm) = Self.key(value), (value["alg"]?.string ?? algorithm.rawValue) == algorithm.rawValue
        else { return nil }
        id = value["kid"]?.string
        (self.key, self.algorithm) = (key, algorithm)
    }

    private static func key(_ value: JSONValue) -> (Key, SignatureAlgorithm)? {
        func bytes(_ name: String) -> [UInt8]? { value[name]?.string.flatMap { Base64URL.decode($0) } }
        switch (value["kty"]?.string, value["crv"]?.string) {
        case ("RSA", _):
            guard let modulus = bytes("n"), modulus.count <= maxModulus, let exponent = bytes("e"),
                // A key that the library does not take, such as one of 1,024 bits, is none.
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
            else { return nil }
            return (.rsa(key), .rs256)
        case ("EC", "P-256"?):
            guard let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32,
                // A point that is not on the curve is no key.
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            return (.p256(key), .es256)
        case ("OKP", "Ed25519"?):
            // Bytes of another length are no key.
            guard let x = bytes("x"), let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x) else {
                return nil
            }
            return (.ed25519(key), .edDSA)
        default: return nil
        }
    }

    func isValid(_ signature: Data, for message: Data) -> Bool {
        switch key {
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: message, padding: .insecurePKCS1v1_5)
        case .p256(let key):
            // A signature of another length is not valid (RFC 7518 §3.4).
            guard let read = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(read, for: message)
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        }
    }
}

/// The public keys of a provider (RFC 7517 §5).
struct JSONWebKeySet: Sendable {
    private let keys: [JSONWebKey]

    /// The number of keys that are read.
    private static let maxCount = 64

    /// Reads a set of keys; those that cannot be used are left out.
    init(_ body: [UInt8]) throws(OpenIDError) {
        let found: JSONValue
        do { found = try JSONReader.value(of: body) } catch { throw .unreadable }
        guard let elements = found["keys"]?.elements else { throw .unreadable }
        keys = elements.prefix(Self.maxCount).compactMap { JSONWebKey($0) }
    }

    /// Returns the keys that may have signed a token. A token without the identifier of a key counts only if there is one
    /// key for its algorithm (OpenID Connect Core 1.0 §10.1).
    func keys(id: String?, _ algorithm: SignatureAlgorithm) -> [JSONWebKey] {
        let fitting = keys.filter { $0.algorithm == algorithm }
        guard let id else { return fitting.count == 1 ? fitting : [] }
        return fitting.filter { $0.id == id }
    }
}
