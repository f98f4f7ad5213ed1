import JSON
import URLs

/// A provider's description of itself (OpenID Connect Discovery 1.0 §3), as far as it is used.
struct ProviderMetadata: Sendable {
    /// The way in which this client authenticates at the token endpoint (OpenID Connect Core 1.0 §9).
    enum ClientAuthentication: Sendable { case basic, post, none }

    let authorization, token, keys: WebAddress
    let userInfo: WebAddress?
    let clientAuthentication: ClientAuthentication
    /// True if every authorization response has the parameter `iss` (RFC 9207 §3).
    let statesIssuer: Bool

    init(_ body: [UInt8], for settings: OpenIDSettings) throws(OpenIDError) {
        let found: JSONValue
        do { found = try JSONReader.value(of: body) } catch { throw .discovery(.notJSON) }
        guard found.members != nil else { throw .discovery(.notJSON) }
        guard found["issuer"]?.string == settings.issuer else { throw .discovery(.otherIssuer) }
        guard let authorization = settings.endpoint(found["authorization_endpoint"]?.string),
            let token = settings.endpoint(found["token_endpoint"]?.string),
            let keys = settings.endpoint(found["jwks_uri"]?.string)
        else { throw .discovery(.endpoints) }
        (self.authorization, self.token, self.keys) = (authorization, token, keys)
        userInfo = settings.endpoint(found["userinfo_endpoint"]?.string)
        if case .bool(true)? = found["authorization_response_iss_parameter_supported"] {
            statesIssuer = true
        } else {
            statesIssuer = false
        }
        clientAuthentication = try Self.clientAuthentication(found, settings)
    }

    private static func clientAuthentication(
        _ found: JSONValue, _ settings: OpenIDSettings
    ) throws(OpenIDError) -> ClientAuthentication {
        guard settings.clientSecret != nil else { return .none }
        let named = found["token_endpoint_auth_methods_supported"]?.elements?.compactMap(\.string)
        let methods = named ?? ["client_secret_basic"]
        if methods.contains("client_secret_basic") { return .basic }
        guard methods.contains("client_secret_post") else { throw .discovery(.clientAuthentication) }
        return .post
    }
}
