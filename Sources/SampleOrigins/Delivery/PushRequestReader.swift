internal import Crypto
internal import Foundation
internal import Untrusted

/// A reader of requests to a push service, written from the standards as a device's half: RFC 8030, 8188, 8291 and 8292.
struct PushRequestReader {
    struct Rejection: Error {
        let status: Int
        let why: String
    }

    private struct Claims: Decodable {
        let aud: String
        let exp: Int
        let sub: String?
    }

    private struct Header: Decodable {
        let alg: String
    }

    let request: RequestRecord
    let now: Date

    private func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

    /// Returns the message; throws for a request that a push service would reject.
    func message(
        path: String, privateKey: P256.KeyAgreement.PrivateKey, secret: [UInt8]
    ) throws -> SamplePushService.Message {
        guard request.method == "POST" else { throw Rejection(status: 405, why: "The method is not POST.") }
        guard let text = header("ttl"), let timeToLive = Int(text), timeToLive >= 0 else {
            throw Rejection(status: 400, why: "There is no TTL.")
        }
        if let urgency = header("urgency"), !["very-low", "low", "normal", "high"].contains(urgency) {
            throw Rejection(status: 400, why: "The urgency is unknown.")
        }
        let topic = header("topic")
        if let topic,
            topic.isEmpty || topic.utf8.count > 32 || Base64URL.decode(topic) == nil && topic.count % 4 != 1
        {
            throw Rejection(status: 400, why: "The topic is not valid.")
        }
        guard header("content-encoding") == "aes128gcm" else {
            throw Rejection(status: 415, why: "The content is not encrypted.")
        }
        guard request.body.count <= 4_096 else { throw Rejection(status: 413, why: "The message is too long.") }
        let (claims, key) = try token()
        let payload = try decrypted(privateKey, secret)
        return SamplePushService.Message(
            path: path, payload: payload, topic: topic, urgency: header("urgency"), timeToLive: timeToLive,
            contact: claims.sub ?? "", serverKey: key)
    }

    /// Checks the token of the server (RFC 8292 §2 and §3).
    private func token() throws -> (Claims, key: String) {
        let rejection = { Rejection(status: 403, why: $0) }
        guard let authorization = header("authorization"), authorization.hasPrefix("vapid ") else {
            throw Rejection(status: 401, why: "There is no token.")
        }
        var fields: [String: String] = [:]
        for field in authorization.dropFirst(6).split(separator: ",") {
            let parts = field.split(separator: "=", maxSplits: 1)
            fields[parts[0].trimmingCharacters(in: .whitespaces)] = String(parts.last ?? "")
        }
        let parts = (fields["t"] ?? "").split(separator: ".")
        guard parts.count == 3, let head = Base64URL.decode(parts[0]),
            let body = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let keyText = fields["k"],
            let keyBytes = Base64URL.decode(keyText)
        else { throw rejection("The token is malformed.") }
        guard try JSONDecoder().decode(Header.self, from: Data(head)).alg == "ES256" else {
            throw rejection("The token's algorithm is not ES256.")
        }
        let key = try P256.Signing.PublicKey(x963Representation: keyBytes)
        guard
            key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8)
            )
        else { throw rejection("The token's signature is not valid.") }
        let claims = try JSONDecoder().decode(Claims.self, from: Data(body))
        guard let host = header("host"), claims.aud == "http://\(host)" else {
            throw rejection("The token is for another service.")
        }
        let expiry = TimeInterval(claims.exp)
        guard expiry > now.timeIntervalSince1970, expiry <= now.timeIntervalSince1970 + 86_400 else {
            throw rejection("The token has expired, or lasts for more than a day.")
        }
        guard claims.sub?.hasPrefix("https:") == true || claims.sub?.hasPrefix("mailto:") == true else {
            throw rejection("The token has no contact.")
        }
        return (claims, keyText)
    }

    /// Decrypts the one record of the body (RFC 8188 §2, RFC 8291 §3.4).
    private func decrypted(_ privateKey: P256.KeyAgreement.PrivateKey, _ secret: [UInt8]) throws -> String {
        let body = request.body
        guard body.count > 21 + 65 + 17, body[20] == 65 else {
            throw Rejection(status: 400, why: "The header is short.")
        }
        let salt = Array(body[..<16])
        let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let serverKey = Array(body[21..<86])
        let record = Array(body[86...])
        guard record.count <= size else { throw Rejection(status: 400, why: "The record is longer than it says.") }
        let agreed = try privateKey.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: serverKey))
        let info = Array("WebPush: info\0".utf8) + Array(privateKey.publicKey.x963Representation) + serverKey
        let material = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        func derived(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(name)\0".utf8),
                outputByteCount: count)
        }
        let nonce = try AES.GCM.Nonce(data: derived("nonce", 12).withUnsafeBytes { Array($0) })
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: record.dropLast(16), tag: record.suffix(16))
        let plain = try AES.GCM.open(box, using: derived("aes128gcm", 16))
        // Padding is zeros after the delimiter of the last record.
        guard let end = plain.lastIndex(where: { $0 != 0 }), plain[end] == 2 else {
            throw Rejection(status: 400, why: "The record has no delimiter.")
        }
        return String(decoding: plain[..<end], as: UTF8.self)
    }
}
