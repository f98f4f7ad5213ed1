internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import Untrusted

/// The keys of a provider, one for each algorithm.
struct SampleSigningKeys: Sendable {
    let number: Int
    /// The key for RS256; nil if none is used, as making one takes long.
    private let rsa: _RSA.Signing.PrivateKey?
    private let p256 = P256.Signing.PrivateKey()
    private let ed25519 = Curve25519.Signing.PrivateKey()

    init(number: Int, for algorithm: SampleIdentityProvider.Algorithm) throws {
        self.number = number
        rsa = algorithm == .rs256 ? try _RSA.Signing.PrivateKey(keySize: .bits2048) : nil
    }

    func has(_ algorithm: SampleIdentityProvider.Algorithm) -> Bool { algorithm != .rs256 || rsa != nil }

    func id(_ algorithm: SampleIdentityProvider.Algorithm) -> String { "\(algorithm.rawValue)-\(number)" }

    /// The public keys (RFC 7517), with some that nobody can use.
    var jwks: [OrderedJSON] {
        func key(_ algorithm: SampleIdentityProvider.Algorithm, _ members: [(String, [UInt8])]) -> OrderedJSON {
            let kind: [(String, OrderedJSON)] =
                switch algorithm {
                case .rs256: [("kty", .string("RSA"))]
                case .es256: [("kty", .string("EC")), ("crv", .string("P-256"))]
                case .edDSA: [("kty", .string("OKP")), ("crv", .string("Ed25519"))]
                }
            return .object(
                kind + [("kid", .string(id(algorithm))), ("use", .string("sig"))]
                    + members.map { ($0.0, .string(Base64URL.encode($0.1))) })
        }
        let point = Array(p256.publicKey.rawRepresentation)
        var keys: [OrderedJSON] = [
            .object([("kty", .string("oct")), ("kid", .string("mac")), ("k", .string("AAAA"))]),
            key(.es256, [("x", Array(point[..<32])), ("y", Array(point[32...]))]),
            key(.edDSA, [("x", Array(ed25519.publicKey.rawRepresentation))]),
        ]
        // A key that was just made has its numbers.
        if let numbers = try? rsa?.publicKey.getKeyPrimitives() {
            keys.append(key(.rs256, [("n", Array(numbers.modulus)), ("e", Array(numbers.publicExponent))]))
        }
        return keys
    }

    /// The public key as programs write it, which some take for the key of a MAC.
    var publicKeyText: String { rsa?.publicKey.pemRepresentation ?? p256.publicKey.pemRepresentation }

    func signature(of text: String, _ algorithm: SampleIdentityProvider.Algorithm) throws -> [UInt8] {
        let bytes = Data(text.utf8)
        return switch algorithm {
        case .rs256:
            try rsa.map { Array(try $0.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation) } ?? []
        case .es256: Array(try p256.signature(for: bytes).rawRepresentation)
        case .edDSA: Array(try ed25519.signature(for: bytes))
        }
    }
}

/// A writer of ID tokens (OpenID Connect Core 1.0 §2), valid or not.
struct SampleIDTokenWriter {
    let issuer, client: String
    let behaviour: SampleIdentityProvider.Behaviour
    let now: Date

    private var fault: SampleIdentityProvider.Fault? { behaviour.fault }

    func token(_ grant: SampleIdentityState.Grant, _ accessToken: String, _ keys: SampleSigningKeys) throws -> String {
        let algorithm = behaviour.algorithm
        let body = Base64URL.encode(OrderedJSON.object(claims(grant, accessToken)).serialized.utf8)
        var head: [(String, OrderedJSON)] = [("typ", .string("JWT"))]
        switch fault {
        case .algorithmNone: head.append(("alg", .string("none")))
        case .macWithPublicKey: head.append(("alg", .string("HS256")))
        default: head.append(("alg", .string(algorithm.rawValue)))
        }
        head.append(("kid", .string(fault == .unknownKey ? "unknown" : keys.id(algorithm))))
        if fault == .criticalExtension { head += [("crit", .array([.string("exp")])), ("exp", .number(1))] }
        let signed = "\(Base64URL.encode(OrderedJSON.object(head).serialized.utf8)).\(body)"
        switch fault {
        case .algorithmNone: return signed + "."
        case .twoParts: return signed
        case .macWithPublicKey:
            let key = SymmetricKey(data: Data(keys.publicKeyText.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)
            return "\(signed).\(Base64URL.encode(code))"
        default: break
        }
        let signer = fault == .otherKey ? try SampleSigningKeys(number: 99, for: algorithm) : keys
        var signature = try signer.signature(of: signed, algorithm)
        if fault == .damagedSignature { signature[signature.count / 2] ^= 1 }
        return "\(signed).\(Base64URL.encode(signature))"
    }

    private func claims(_ grant: SampleIdentityState.Grant, _ accessToken: String) -> [(String, OrderedJSON)] {
        var seconds = Int(saturating: now.timeIntervalSince1970)
        if fault == .notYetValid { seconds += 600 }
        if fault == .old { seconds -= 7_200 }
        var claims: [(String, OrderedJSON)] = [
            ("iss", .string(fault == .issuer ? "https://other.example" : issuer)), ("iat", .number(seconds)),
        ]
        if fault != .noSubject { claims.append(("sub", .string(grant.user.subject))) }
        if fault != .noExpiry {
            claims.append(("exp", .number(fault == .expired ? seconds - 300 : seconds + 36_000)))
        }
        switch fault {
        case .audience: claims.append(("aud", .string("other-client")))
        case .severalAudiences: claims.append(("aud", .array([.string(client), .string("other-client")])))
        case .authorizedParty: claims += [("aud", .string(client)), ("azp", .string("other-client"))]
        default: claims += [("aud", .array([.string(client)])), ("azp", .string(client))]
        }
        if fault != .noNonce { claims.append(("nonce", .string(fault == .nonce ? "other" : grant.nonce))) }
        let hashed = fault == .accessTokenHash ? "other" : accessToken
        claims.append(("at_hash", .string(Base64URL.encode(leftHalfHash(of: hashed)))))
        if !behaviour.hasNameInUserInfoOnly, let name = grant.user.name {
            claims.append(("preferred_username", .string(name)))
        }
        return claims
    }

    private func leftHalfHash(of token: String) -> [UInt8] {
        let bytes = Data(token.utf8)
        return switch behaviour.algorithm {
        case .rs256, .es256: Array(SHA256.hash(data: bytes).prefix(16))
        case .edDSA: Array(SHA512.hash(data: bytes).prefix(32))
        }
    }
}
