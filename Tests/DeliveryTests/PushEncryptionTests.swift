import Crypto
import Foundation
import Testing
import Untrusted

@testable import Delivery

@Suite struct PushEncryptionTests {
    /// The values of RFC 8291, appendix A.
    private enum Example {
        static let text = "When I grow up, I want to be a watermelon"
        static let devicePrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let devicePublic =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let serverPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private func subscription(
        endpoint: String = "https://push.example/a", publicKey: String = Example.devicePublic,
        secret: String = Example.secret
    ) throws -> PushSubscription {
        try PushSubscription(endpoint: endpoint, publicKey: publicKey, secret: secret)
    }

    @Test func `the standard's example is encrypted byte for byte`() throws {
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: try #require(Base64URL.decode(Example.serverPrivate)))
        let encryption = PushEncryption(serverKey: key, salt: try #require(Base64URL.decode(Example.salt)))
        let body = try encryption.body(of: Array(Example.text.utf8), for: subscription())
        #expect(Base64URL.encode(body) == Example.body)
    }

    @Test func `each message has a key and a salt of its own, and the longest fits a service's limit`() throws {
        let payload = [UInt8](repeating: 1, count: PushMessage.maxPayloadLength)
        let bodies = try (0..<2).map { _ in try PushEncryption().body(of: payload, for: subscription()) }
        #expect(bodies[0].prefix(16) != bodies[1].prefix(16) && bodies[0][21..<86] != bodies[1][21..<86])
        #expect(bodies[0].count == 4_096)
    }

    @Test(arguments: [
        "http://push.example/a", "javascript:alert(1)", "", "https://",
        "https://push.example/\(String(repeating: "a", count: 2_048))",
    ]) func `an endpoint that is no https address of a sane length is rejected`(endpoint: String) {
        #expect(throws: PushSubscription.Rejection.endpoint) { try subscription(endpoint: endpoint) }
    }

    @Test func `keys of another form are rejected, padding is not`() throws {
        let short = String(Example.devicePublic.dropLast(4))
        // A point that is not on the curve.
        let off = Base64URL.encode([4] + [UInt8](repeating: 7, count: 64))
        for key in ["", "!", short, off, Example.secret, Example.devicePublic + Example.devicePublic] {
            #expect(throws: PushSubscription.Rejection.keys) { try subscription(publicKey: key) }
        }
        for secret in ["", "AAAA", Example.devicePublic, Example.secret + "AAAA"] {
            #expect(throws: PushSubscription.Rejection.keys) { try subscription(secret: secret) }
        }
        #expect(
            try subscription(publicKey: Example.devicePublic + "=", secret: Example.secret + "==") == subscription())
    }
}

@Suite struct VAPIDKeyTests {
    private func decoded(_ part: some StringProtocol) throws -> Data {
        Data(try #require(Base64URL.decode(String(part))))
    }

    @Test func `a token names the service, the contact and its end, and its signature holds`() throws {
        let key = try VAPIDKey(bytes: VAPIDKey().bytes)
        let value = try key.authorization(
            audience: "https://push.example", contact: "mailto:house@example.org",
            now: Date(timeIntervalSince1970: 1_000))
        let parts = try #require(value.wholeMatch(of: /vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)/)?.output)
        #expect(String(decoding: try decoded(parts.1), as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
        #expect(
            String(decoding: try decoded(parts.2), as: UTF8.self)
                == #"{"aud":"https://push.example","exp":44200,"sub":"mailto:house@example.org"}"#)
        #expect(String(parts.4) == key.publicKey)
        let publicKey = try P256.Signing.PublicKey(x963Representation: try decoded(parts.4))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try decoded(parts.3))
        #expect(publicKey.isValidSignature(signature, for: Data("\(parts.1).\(parts.2)".utf8)))
    }
}
