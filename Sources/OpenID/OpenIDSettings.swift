import URLs

/// The registration of this server at an identity provider.
public struct OpenIDSettings: Sendable {
    /// The issuer as the provider writes it: compared character by character (OpenID Connect Discovery 1.0 §4.3).
    public let issuer: String
    /// The identifier that the provider gave to this server.
    public let clientID: String
    /// The secret that goes with it; nil for a public client.
    public let clientSecret: String?
    /// The claim whose value becomes the name of somebody who joins.
    public let nameClaim: String
    /// The address of the issuer.
    let address: WebAddress

    /// - Returns: nil for an issuer that is no https address without query and fragment (OpenID Connect Core 1.0 §2). A
    ///   numeric address may use http, as certificates for machines of a home network are rare.
    public init?(
        issuer: String, clientID: String, clientSecret: String? = nil, nameClaim: String = "preferred_username"
    ) {
        guard let address = WebAddress(issuer), address.query == nil, address.fragment == nil, !address.hasCredentials,
            address.isSecure || Self.isNumeric(address.host), !clientID.isEmpty, clientSecret?.isEmpty != true
        else { return nil }
        self.issuer = issuer
        self.address = address
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.nameClaim = nameClaim
    }

    /// Returns true for the host of an IP address as `WebAddress` writes it.
    private static func isNumeric(_ host: String) -> Bool {
        host.hasPrefix("[") || host.allSatisfy { $0 == "." || ($0.isASCII && $0.isNumber) }
    }

    /// The address of the provider's description of itself (OpenID Connect Discovery 1.0 §4).
    var discoveryAddress: String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// Returns an address that the provider names; nil for one with less protection than the issuer's own.
    func endpoint(_ text: String?) -> WebAddress? {
        guard let found = text.flatMap({ WebAddress($0) }), found.fragment == nil, !found.hasCredentials,
            found.isSecure || !address.isSecure
        else { return nil }
        return found
    }
}
