internal import Crypto
internal import Foundation
internal import Synchronization
internal import Untrusted

/// The endpoints of the sample identity provider.
struct SampleIdentityHandler {
    let request: RequestRecord
    let state: SampleIdentityState

    private struct Rejection: Error {
        let code, why: String
    }

    private var issuer: String { "http://\(header("host") ?? "")" }
    private var behaviour: SampleIdentityProvider.Behaviour { state.value.withLock { $0.behaviour } }

    private func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

    func resource() -> SampleResource? {
        switch (request.method, request.path) {
        case ("GET", "/.well-known/openid-configuration"): discovery()
        case ("GET", "/keys"): Self.json(.object([("keys", .array(state.value.withLock { $0.keys.jwks }))]))
        case ("GET", "/authorize"): authorize()
        case ("POST", "/token"): token()
        case ("GET", "/userinfo"): userInfo()
        default: nil
        }
    }

    private static func json(_ value: OrderedJSON, status: Int = 200) -> SampleResource {
        SampleResource(
            Array(value.serialized.utf8), contentType: "application/json", cacheControl: "no-store",
            hasEntityTag: false, status: status)
    }

    private static func text(_ text: String, status: Int = 200) -> SampleResource {
        SampleResource(text, contentType: "text/plain", status: status)
    }

    private func discovery() -> SampleResource {
        let (behaviour, fault) = (behaviour, behaviour.fault)
        if fault == .discoveryText { return Self.text("Welcome.") }
        let site = fault == .discoveryEndpoints ? "ftp://nowhere" : issuer
        return Self.json(
            .object([
                ("issuer", .string(fault == .discoveryIssuer ? "https://other.example" : issuer)),
                ("authorization_endpoint", .string(site + "/authorize?tenant=1")),
                ("token_endpoint", .string(site + "/token")), ("jwks_uri", .string(site + "/keys")),
                ("userinfo_endpoint", .string(site + "/userinfo")),
                ("response_types_supported", .array([.string("code")])),
                ("token_endpoint_auth_methods_supported", .array(behaviour.clientAuthentication.map { .string($0) })),
                ("authorization_response_iss_parameter_supported", .bool(behaviour.statesIssuer)),
            ]))
    }

    // MARK: - Authorization (OpenID Connect Core 1.0 §3.1.2)

    private func authorize() -> SampleResource {
        let fields = Dictionary(QueryFields.read(request.query).map { ($0.name, $0.value) }) { first, _ in first }
        func field(_ name: String) -> String { fields[name] ?? "" }
        let redirect = field("redirect_uri")
        guard fields["tenant"] == "1", field("client_id") == state.client.id,
            redirect.hasSuffix(state.client.redirectPath),
            field("response_type") == "code", field("scope").split(separator: " ").contains("openid"),
            field("code_challenge_method") == "S256", field("code_challenge").utf8.count == 43,
            !field("state").isEmpty, !field("nonce").isEmpty
        else { return Self.text("The request is not valid.", status: 400) }
        let behaviour = behaviour
        guard let user = behaviour.user ?? chosenUser(fields) else { return choicePage(fields) }
        var answer = [("state", field("state"))]
        if let error = behaviour.error {
            answer.append(("error", error))
        } else if behaviour.fault != .noCode {
            let code = Self.secret()
            let grant = SampleIdentityState.Grant(
                user: user, redirect: redirect, nonce: field("nonce"), challenge: field("code_challenge"))
            state.value.withLock { $0.grants[code] = grant }
            answer.append(("code", code))
        }
        if behaviour.statesIssuer, behaviour.fault != .noResponseIssuer {
            answer.append(("iss", behaviour.fault == .responseIssuer ? "https://other.example" : issuer))
        }
        return SampleResource(
            [], contentType: "text/plain", hasEntityTag: false, status: 302,
            headers: [("Location", "\(redirect)?\(Self.query(answer))")])
    }

    private func chosenUser(_ fields: [String: String]) -> SampleIdentityProvider.User? {
        fields["user"].map { SampleIdentityProvider.User(subject: "u-\($0.lowercased())", name: $0) }
    }

    private func choicePage(_ fields: [String: String]) -> SampleResource {
        let hidden = fields.sorted { $0.key < $1.key }.map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(XMLEscaping.escaped(value))\">"
        }.joined()
        return SampleResource(
            """
            <!doctype html><html lang="en"><title>Sample Identity</title>
            <meta name="viewport" content="width=device-width"><h1>Sample Identity</h1>
            <form>\(hidden)<label>Account <input name="user"></label> <button>Continue</button></form></html>
            """, contentType: "text/html; charset=utf-8")
    }

    // MARK: - Tokens (§3.1.3)

    private func token() -> SampleResource {
        let (behaviour, fault) = (behaviour, behaviour.fault)
        do {
            let grant = try checkedGrant()
            if fault == .noToken { return Self.json(.object([("access_token", .string("x"))])) }
            if fault == .tokenText { return Self.text("Here you are.") }
            let accessToken = Self.secret()
            let writer = SampleIDTokenWriter(
                issuer: issuer, client: state.client.id, behaviour: behaviour, now: state.now())
            let token = try state.value.withLock { value in
                value.accessTokens[accessToken] = grant.user
                return try writer.token(grant, accessToken, value.keys)
            }
            return Self.json(
                .object([
                    ("access_token", .string(accessToken)), ("token_type", .string("Bearer")),
                    ("id_token", .string(token)),
                ]))
        } catch {
            let rejection = error as? Rejection ?? Rejection(code: "server_error", why: "\(error)")
            state.value.withLock { $0.rejections.append(rejection.why) }
            return Self.json(
                .object([("error", .string(rejection.code))]), status: rejection.code == "invalid_client" ? 401 : 400)
        }
    }

    private func checkedGrant() throws -> SampleIdentityState.Grant {
        let body = String(decoding: request.body, as: UTF8.self)
        let fields = Dictionary(QueryFields.read(body).map { ($0.name, $0.value) }) { first, _ in first }
        try checkClient(fields)
        guard fields["grant_type"] == "authorization_code", let code = fields["code"] else {
            throw Rejection(code: "invalid_request", why: "no code")
        }
        let grant = state.value.withLock { $0.grants.removeValue(forKey: code) }
        guard let grant else { throw Rejection(code: "invalid_grant", why: "unknown code") }
        guard fields["redirect_uri"] == grant.redirect else {
            throw Rejection(code: "invalid_grant", why: "other redirect address")
        }
        let verifier = fields["code_verifier"] ?? ""
        guard Base64URL.encode(SHA256.hash(data: Data(verifier.utf8))) == grant.challenge else {
            throw Rejection(code: "invalid_grant", why: "wrong verifier")
        }
        return grant
    }

    private func checkClient(_ fields: [String: String]) throws {
        let rejection = Rejection(code: "invalid_client", why: "wrong client")
        let methods = behaviour.clientAuthentication
        guard let secret = state.client.secret else {
            guard fields["client_id"] == state.client.id, header("authorization") == nil else { throw rejection }
            return
        }
        if let text = header("authorization") {
            let pair = "\(Self.encoded(state.client.id)):\(Self.encoded(secret))"
            guard methods.contains("client_secret_basic"), text == "Basic \(Data(pair.utf8).base64EncodedString())"
            else { throw rejection }
            return
        }
        guard methods.contains("client_secret_post"), fields["client_id"] == state.client.id,
            fields["client_secret"] == secret
        else { throw rejection }
    }

    private func userInfo() -> SampleResource {
        let token = header("authorization").map { String($0.dropFirst("Bearer ".count)) } ?? ""
        guard let user = state.value.withLock({ $0.accessTokens[token] }) else {
            return Self.text("Who are you?", status: 401)
        }
        let name: [(String, OrderedJSON)] = user.name.map { [("preferred_username", .string($0))] } ?? []
        return Self.json(.object([("sub", .string(behaviour.userInfoSubject ?? user.subject))] + name))
    }

    // MARK: - Texts

    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<24).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private static func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }
}
