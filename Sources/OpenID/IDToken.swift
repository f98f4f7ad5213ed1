import Foundation
import JSON
import Untrusted

/// An ID token in its compact form (RFC 7515 §7.1), read but not yet validated.
struct IDToken: Sendable {
    let algorithm: SignatureAlgorithm
    let keyID: String?
    let claims: JSONValue
    private let signed: Data
    private let signature: Data

    /// The number of bytes of the largest token that is read.
    private static let maxBytes = 64 << 10
    /// The tolerance for clocks that differ, in seconds.
    private static let leeway = 120
    /// The seconds after which a token counts as stored by somebody. It comes straight from the provider.
    private static let maxAge = 3_600
    /// The length of the longest subject (OpenID Connect Core 1.0 §2).
    private static let maxSubject = 255

    init(_ text: String) throws(OpenIDError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maxBytes, parts.count == 3, let head = Base64URL.decode(parts[0]),
            let body = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw .token(.malformed) }
        let header: JSONValue
        do {
            header = try JSONReader.value(of: head)
            claims = try JSONReader.value(of: body)
        } catch { throw .token(.malformed) }
        guard claims.members != nil else { throw .token(.malformed) }
        // Extensions that have to be understood are not (RFC 7515 §4.1.11).
        guard let algorithm = header["alg"]?.string.flatMap({ SignatureAlgorithm(rawValue: $0) }),
            header["crit"] == nil
        else { throw .token(.algorithm) }
        self.algorithm = algorithm
        keyID = header["kid"]?.string
        signed = Data("\(parts[0]).\(parts[1])".utf8)
        self.signature = Data(signature)
    }

    func isSigned(by keys: [JSONWebKey]) -> Bool { keys.contains { $0.isValid(signature, for: signed) } }

    /// Checks the claims of a token whose signature is valid (OpenID Connect Core 1.0 §3.1.3.7).
    /// - Returns: the subject.
    func validate(
        _ settings: OpenIDSettings, nonce: String, accessToken: String?, now: Date
    ) throws(OpenIDError) -> String {
        guard claims["iss"]?.string == settings.issuer else { throw .token(.issuer) }
        try checkAudience(settings.clientID)
        try checkTimes(Int(saturating: now.timeIntervalSince1970.rounded(.down)))
        guard claims["nonce"]?.string == nonce else { throw .token(.nonce) }
        if let hash = claims["at_hash"] {
            guard let accessToken, let text = hash.string, let bytes = Base64URL.decode(text),
                Data(bytes) == algorithm.leftHalfHash(of: accessToken)
            else { throw .token(.accessTokenHash) }
        }
        guard let subject = claims["sub"]?.string, (1...Self.maxSubject).contains(subject.utf8.count) else {
            throw .token(.subject)
        }
        return subject
    }

    /// Checks that the token is for this client, and for others at most besides.
    private func checkAudience(_ client: String) throws(OpenIDError) {
        let audience: [String] =
            switch claims["aud"] {
            case .string(let one)?: [one]
            case .array(let several)?: several.compactMap(\.string)
            default: []
            }
        guard audience.contains(client) else { throw .token(.audience) }
        let party = claims["azp"]?.string
        guard party == client || (claims["azp"] == nil && audience.count == 1) else { throw .token(.authorizedParty) }
    }

    private func checkTimes(_ now: Int) throws(OpenIDError) {
        func time(_ name: String) -> Int? {
            guard case .number? = claims[name] else { return nil }
            return claims[name]?.int
        }
        guard let expiry = time("exp"), let issued = time("iat") else { throw .token(.malformed) }
        guard now < expiry + Self.leeway else { throw .token(.expired) }
        guard issued <= now + Self.leeway, (time("nbf") ?? 0) <= now + Self.leeway else { throw .token(.notYetValid) }
        guard now - issued <= Self.maxAge else { throw .token(.tooOld) }
    }
}
