import Crypto
import Foundation
import Untrusted

/// A browser's answer with a new passkey, each field in base64url (WebAuthn Level 2 §5.2.1).
public struct PasskeyRegistration: Sendable {
    let clientData: [UInt8]
    let attestation: [UInt8]

    typealias Checked = (challenge: [UInt8], data: AuthenticatorData, credential: AuthenticatorData.Credential)

    /// Decodes the fields of a form.
    /// - Throws: `.unreadable`.
    public init(clientData: String, attestation: String) throws(PasskeyRejection) {
        self.clientData = try PasskeyRejection.decode(clientData)
        self.attestation = try PasskeyRejection.decode(attestation)
    }

    /// Checks the answer except for its challenge (§7.1, steps 5 to 21). No attestation is asked for, and none is
    /// trusted; one that the passkey itself signed must be right (§8.2).
    /// - Returns: the challenge and the new passkey.
    func checked(for site: PasskeySite) throws(PasskeyRejection) -> Checked {
        let challenge = try CollectedClientData.challenge(of: clientData, type: "webauthn.create", at: site)
        // The fault of the bytes has no details.
        guard let object = try? CBORReader.only(of: attestation), let format = object["fmt"]?.text,
            let bytes = object["authData"]?.bytes, case .map(let statement)? = object["attStmt"]
        else { throw .unreadable }
        let data = try AuthenticatorData(bytes)
        try data.check(for: site)
        guard let credential = data.credential else { throw .unreadable }
        switch format {
        case "none": guard statement.isEmpty else { throw .unreadable }
        case "packed" where object["attStmt"]?["x5c"] == nil:
            guard object["attStmt"]?["alg"]?.integer == credential.key.algorithm,
                let signature = object["attStmt"]?["sig"]?.bytes,
                credential.key.isValid(signature: signature, for: bytes + SHA256.hash(data: clientData))
            else { throw .wrongSignature }
        default: break
        }
        return (challenge, data, credential)
    }
}

/// A browser's answer with the signature of a passkey, each field in base64url (WebAuthn Level 2 §5.2.2).
public struct PasskeySignature: Sendable {
    /// The ID of the passkey.
    let id: [UInt8]
    let clientData: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    /// The handle of the reader; nil from authenticators that keep none.
    let userHandle: [UInt8]?

    /// Decodes the fields of a form.
    /// - Throws: `.unreadable`.
    public init(
        id: String, clientData: String, authenticatorData: String, signature: String, userHandle: String
    ) throws(PasskeyRejection) {
        self.id = try PasskeyRejection.decode(id)
        self.clientData = try PasskeyRejection.decode(clientData)
        self.authenticatorData = try PasskeyRejection.decode(authenticatorData)
        self.signature = try PasskeyRejection.decode(signature)
        self.userHandle = userHandle.isEmpty ? nil : try PasskeyRejection.decode(userHandle)
    }

    /// Checks the answer by a stored passkey, except for its challenge and counter (§7.2, steps 6 to 20).
    /// - Returns: the challenge and the signed facts.
    func checked(
        by stored: PasskeyStore.Record, at site: PasskeySite
    ) throws(PasskeyRejection) -> (challenge: [UInt8], data: AuthenticatorData) {
        guard stored.passkey.host == site.host else { throw .otherSite }
        guard userHandle == nil || userHandle == stored.userHandle else { throw .unknown }
        let challenge = try CollectedClientData.challenge(of: clientData, type: "webauthn.get", at: site)
        let data = try AuthenticatorData(authenticatorData)
        try data.check(for: site)
        // The stored key was read when it was stored.
        guard let value = try? CBORReader.only(of: stored.publicKey), let key = PasskeyPublicKey(value) else {
            throw .unknownAlgorithm
        }
        guard key.isValid(signature: signature, for: authenticatorData + SHA256.hash(data: clientData)) else {
            throw .wrongSignature
        }
        return (challenge, data)
    }
}

/// The facts that the browser itself states about a ceremony (WebAuthn Level 2 §5.8.1).
private struct CollectedClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    let crossOrigin: Bool?
    let topOrigin: String?

    /// Returns the challenge.
    /// - Throws: `.unreadable` for another type; `.otherSite` for another origin, or a page framed by one.
    static func challenge(of bytes: [UInt8], type: String, at site: PasskeySite) throws(PasskeyRejection) -> [UInt8] {
        // The place of a fault in JSON helps nobody here.
        guard let facts = try? JSONDecoder().decode(Self.self, from: Data(bytes)), facts.type == type,
            let challenge = Base64URL.decode(facts.challenge)
        else { throw .unreadable }
        guard facts.origin == site.origin, facts.crossOrigin != true, facts.topOrigin == nil else { throw .otherSite }
        return challenge
    }
}

extension AuthenticatorData {
    /// Checks that the data are for the site, and that the device has asked its user.
    fileprivate func check(for site: PasskeySite) throws(PasskeyRejection) {
        guard isFor(site) else { throw .otherSite }
        guard isUserPresent, isUserVerified else { throw .unverifiedUser }
    }
}

extension PasskeyRejection {
    /// The most bytes of a field: several times those of the largest attestation.
    private static let maxBytes = 16 << 10

    fileprivate static func decode(_ text: String) throws(PasskeyRejection) -> [UInt8] {
        guard text.utf8.count <= maxBytes, let bytes = Base64URL.decode(text), !bytes.isEmpty else { throw .unreadable }
        return bytes
    }
}
