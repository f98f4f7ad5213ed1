import Failures
import Fetching
import Foundation
import JSON
import URLs

/// The requests to an identity provider.
struct ProviderGateway: Sendable {
    /// A token response (OpenID Connect Core 1.0 §3.1.3.3).
    struct Tokens: Sendable {
        let idToken: String
        let accessToken: String?
    }

    let settings: OpenIDSettings
    let fetcher: Fetcher

    private static let bodyLimit = 256 << 10

    func metadata() async throws(OpenIDError) -> ProviderMetadata {
        try ProviderMetadata(try await body(of: get(settings.discoveryAddress)), for: settings)
    }

    func keys(at address: WebAddress) async throws(OpenIDError) -> JSONWebKeySet {
        try JSONWebKeySet(try await body(of: get(address.text)))
    }

    func userInfo(at address: WebAddress, _ token: String) async throws(OpenIDError) -> JSONValue {
        var request = get(address.text)
        request.headers = [("Authorization", "Bearer \(token)")]
        let bytes = try await body(of: request)
        do { return try JSONReader.value(of: bytes) } catch { throw .unreadable }
    }

    /// Exchanges a code for tokens (RFC 6749 §4.1.3).
    func exchange(
        _ code: String, _ attempt: OpenIDAttempt, _ returnAddress: String, _ metadata: ProviderMetadata
    ) async throws(OpenIDError) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", returnAddress),
            ("code_verifier", attempt.verifier),
        ]
        var request = get(metadata.token.text)
        request.method = .post
        request.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        request.acceptsErrorStatuses = true
        let secret = settings.clientSecret ?? ""
        switch metadata.clientAuthentication {
        case .basic:
            let pair = "\(Self.encoded(settings.clientID)):\(Self.encoded(secret))"
            request.headers.append(("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
        case .post: fields += [("client_id", settings.clientID), ("client_secret", secret)]
        case .none: fields.append(("client_id", settings.clientID))
        }
        request.body = Array(Self.form(fields).utf8)
        let response = try await send(request)
        return try Self.tokens(response)
    }

    private static func tokens(_ response: FetchResponse) throws(OpenIDError) -> Tokens {
        // A failure is JSON, or what a server in front of the provider says about itself.
        let found = (try? JSONReader.value(of: response.body)) ?? .null
        guard response.status == 200 else {
            throw .refused(found["error"]?.string.flatMap(OpenIDErrorCode.init(rawValue:)))
        }
        guard let token = found["id_token"]?.string else { throw .unreadable }
        return Tokens(idToken: token, accessToken: found["access_token"]?.string)
    }

    // MARK: - Requests

    /// Returns a request that follows no redirect and is sent once: every address is one that the provider has stated itself.
    private func get(_ address: String) -> FetchRequest {
        var request = FetchRequest(
            address: address, accept: "application/json", bodyLimit: Self.bodyLimit)
        request.changesState = true
        return request
    }

    private func body(of request: FetchRequest) async throws(OpenIDError) -> [UInt8] {
        let response = try await send(request)
        guard response.status == 200 else {
            let host = WebAddress(request.address)?.host ?? ""
            throw .unreachable(why: FetchError.refused(status: response.status).message(about: host))
        }
        return response.body
    }

    private func send(_ request: FetchRequest) async throws(OpenIDError) -> FetchResponse {
        let address = WebAddress(request.address)
        do { return try await fetcher.fetch(request) } catch {
            if case .notAllowed = error, let address {
                throw .notAllowed(host: address.host, port: address.port)
            }
            throw .unreachable(why: error.message(about: address?.host ?? request.address))
        }
    }

    /// Returns fields in the form of a query (`application/x-www-form-urlencoded`).
    static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
