import Untrusted

@testable import Library

extension FuzzTarget {
    /// Any bytes are a new passkey's attestation, or rejected; what is accepted is a key that can be read again.
    static var passkey: FuzzTarget {
        guard let site = PasskeySite(origin: "https://news.example") else { breach("no site") }
        let clientData = Base64URL.encode(
            Array(
                #"{"type":"webauthn.create","challenge":"AAAAAAAAAAAAAAAAAAAAAA","origin":"https://news.example"}"#.utf8
            ))
        return FuzzTarget(seeds: { [attestation] }) { bytes in
            do throws(PasskeyRejection) {
                let answer = try PasskeyRegistration(clientData: clientData, attestation: Base64URL.encode(bytes))
                let (_, data, credential) = try answer.checked(for: site)
                demand(data.isFor(site) && data.isUserPresent, "another site's, or nobody's")
                demand(!credential.id.isEmpty, "a passkey without an ID")
                // The fault of the bytes has no details.
                let stored = try? CBORReader.only(of: credential.keyBytes)
                demand(stored.flatMap(PasskeyPublicKey.init) != nil, "a key that cannot be read again")
            } catch { return }
        }
    }

    /// An attestation as platforms send it: no statement, user verification, and the generator of P-256 as the key.
    private static var attestation: [UInt8] {
        let siteHash = hex("281808bf264b340ea9eca28dfe11f7c4575b620b7e5cab474a2961084e1ea4b8")
        let key =
            hex("a5010203262001215820") + hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
            + hex("225820") + hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
        let model = [UInt8](repeating: 0, count: 16)
        let data = siteHash + [0x45, 0, 0, 0, 0] + model + [0, 16] + [UInt8](repeating: 7, count: 16) + key
        return [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8) + [0xA0]
            + [0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
    }

    private static func hex(_ text: String) -> [UInt8] {
        guard let bytes = Hex.decode(text) else { breach("no hexadecimal text: \(text)") }
        return bytes
    }
}
