import Crypto
import Foundation

/// The encryption of push messages: a key agreed with the device by RFC 8291, and one record of the content coding
/// `aes128gcm` (RFC 8188).
struct PushEncryption {
    /// The length of the one record that a message has.
    private static let recordLength: UInt32 = 4_096
    private static let tagLength = 16
    static let saltLength = 16

    /// The key of the server for one message (RFC 8291 §3.1).
    let serverKey: P256.KeyAgreement.PrivateKey
    /// The salt of the message, 16 random bytes.
    let salt: [UInt8]

    /// Creates an encryption with a new key and a new salt, which one message only may have.
    init() {
        self.init(
            serverKey: P256.KeyAgreement.PrivateKey(),
            salt: (0..<Self.saltLength).map { _ in UInt8.random(in: 0...255) })
    }

    init(serverKey: P256.KeyAgreement.PrivateKey, salt: [UInt8]) {
        (self.serverKey, self.salt) = (serverKey, salt)
    }

    /// Returns the body of the request: the header of the coding (salt, record length, the server's public key) and the record.
    func body(of payload: [UInt8], for subscription: PushSubscription) throws -> [UInt8] {
        let publicKey = try P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey)
        let ownKey = Array(serverKey.publicKey.x963Representation)
        let (key, nonce) = try keys(for: publicKey, subscription, ownKey)
        // The delimiter says that the record is the last one (RFC 8188 §2).
        let sealed = try AES.GCM.seal(payload + [2], using: key, nonce: AES.GCM.Nonce(data: nonce))
        let length = withUnsafeBytes(of: Self.recordLength.bigEndian) { Array($0) }
        return salt + length + [UInt8(ownKey.count)] + ownKey + sealed.ciphertext + sealed.tag
    }

    /// Derives the key and the nonce of the record (RFC 8291 §3.4).
    private func keys(
        for publicKey: P256.KeyAgreement.PublicKey, _ subscription: PushSubscription, _ ownKey: [UInt8]
    ) throws -> (key: SymmetricKey, nonce: [UInt8]) {
        let agreed = try serverKey.sharedSecretFromKeyAgreement(with: publicKey)
        let material = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: subscription.secret,
            sharedInfo: Array("WebPush: info\0".utf8) + subscription.publicKey + ownKey, outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        return (derived("aes128gcm", 16), derived("nonce", 12).withUnsafeBytes { Array($0) })
    }
}
