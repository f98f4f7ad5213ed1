import Crypto
import CryptoExtras
import Foundation

/// The public key of a passkey, for one of the algorithms that are asked for (RFC 9053 §2.1 and 2.2, RFC 8812 §2).
enum PasskeyPublicKey {
    case es256(P256.Signing.PublicKey)
    case eddsa(Curve25519.Signing.PublicKey)
    /// RSA, which some Windows computers have alone.
    case rs256(_RSA.Signing.PublicKey)

    /// The algorithms in the order of preference, as COSE numbers them (RFC 9053).
    static let algorithms: [Int64] = [-7, -8, -257]

    /// Reads a COSE key (RFC 9052 §7; WebAuthn §6.5.1.1).
    /// - Returns: nil for other algorithms, curves and points that are not on the curve.
    init?(_ key: CBORValue) {
        do {
            switch (key[1]?.integer, key[3]?.integer, key[-1], key[-2]?.bytes) {
            case (2, -7, .integer(1), let x?) where x.count == 32:
                guard let y = key[-3]?.bytes, y.count == 32 else { return nil }
                self = .es256(try P256.Signing.PublicKey(x963Representation: [4] + x + y))
            case (1, -8, .integer(6), let x?) where x.count == 32:
                self = .eddsa(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            case (3, -257, .bytes(let modulus), let exponent?) where (256...512).contains(modulus.count):
                self = .rs256(try _RSA.Signing.PublicKey(n: modulus, e: exponent))
            default: return nil
            }
        } catch { return nil }
    }

    /// The number of the algorithm.
    var algorithm: Int64 {
        switch self {
        case .es256: -7
        case .eddsa: -8
        case .rs256: -257
        }
    }

    /// Returns true if the passkey has signed the bytes.
    func isValid(signature: [UInt8], for bytes: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            // A signature that is no DER is no signature.
            guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(parsed, for: bytes)
        case .eddsa(let key): return key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            let parsed = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(parsed, for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        }
    }
}
