import Caching
public import Fetching
public import Foundation
import JSON
import URLs

/// A client of one identity provider, by the authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636).
///
/// Invariant: the description and keys that are kept were valid when they were fetched.
public actor OpenIDClient {
    /// The registration of this server.
    public nonisolated let settings: OpenIDSettings
    private let gateway: ProviderGateway
    private let now: @Sendable () -> Date

    private typealias Kept<Value> = (value: Value, at: Date)
    private var metadata: Kept<ProviderMetadata>?
    private var keySet: Kept<JSONWebKeySet>?
    private let metadataFlight = SingleFlight<Int, ProviderMetadata, OpenIDError>()
    private let keyFlight = SingleFlight<Int, JSONWebKeySet, OpenIDError>()

    /// The seconds for which the description and the keys are kept.
    private static let lifetime: TimeInterval = 3_600
    /// The seconds between two fetches of the keys, however many tokens name an unknown one.
    private static let keyInterval: TimeInterval = 60
    private static let maxCode = 4_096

    /// - Parameter fetcher: sends every request, by its policy of addresses.
    public init(settings: OpenIDSettings, fetcher: Fetcher, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.now = now
        gateway = ProviderGateway(settings: settings, fetcher: fetcher)
    }

    // MARK: - The way there

    /// Returns the address at the provider to which a browser is sent.
    /// - Parameter returnAddress: the address of this server that the provider sends it back to.
    public func authorizationAddress(
        _ attempt: OpenIDAttempt, returningTo returnAddress: String
    ) async throws(OpenIDError) -> String {
        let endpoint = try await currentMetadata().authorization
        let fields = [
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", returnAddress),
            ("scope", "openid profile"), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ]
        let query = [endpoint.query, ProviderGateway.form(fields)].compactMap(\.self).joined(separator: "&")
        return endpoint.replacing(query: query, fragment: nil).text
    }

    // MARK: - The way back

    /// Returns whom the provider has authenticated. The caller has compared the state.
    /// - Throws: `OpenIDError` for every response that is not certainly this provider's, to this attempt.
    public func identity(
        _ response: AuthorizationResponse, to attempt: OpenIDAttempt, returnedTo returnAddress: String
    ) async throws(OpenIDError) -> AuthenticatedIdentity {
        let metadata = try await currentMetadata()
        // The issuer comes first, since another provider's errors count for nothing either.
        guard response.issuer == settings.issuer || (response.issuer == nil && !metadata.statesIssuer) else {
            throw .otherIssuer
        }
        if let error = response.error {
            throw error == "access_denied" ? .denied : .refused(OpenIDErrorCode(rawValue: error))
        }
        guard let code = response.code, !code.isEmpty, code.utf8.count <= Self.maxCode else { throw .noCode }
        let tokens = try await gateway.exchange(code, attempt, returnAddress, metadata)
        let token = try IDToken(tokens.idToken)
        try await checkSignature(of: token, metadata)
        let subject = try token.validate(
            settings, nonce: attempt.nonce, accessToken: tokens.accessToken, now: now())
        return AuthenticatedIdentity(
            issuer: settings.issuer, subject: subject, name: token.claims[settings.nameClaim]?.string,
            accessToken: tokens.accessToken)
    }

    /// Returns the name of somebody who joins, from the ID token or else the provider's page of the person (OpenID Connect
    /// Core 1.0 §5.3); nil if neither has one.
    public func name(of identity: AuthenticatedIdentity) async throws(OpenIDError) -> String? {
        if let name = identity.name { return name }
        guard let address = try await currentMetadata().userInfo, let token = identity.accessToken else { return nil }
        let claims = try await gateway.userInfo(at: address, token)
        // A response about somebody else is not used (§5.3.2).
        return claims["sub"]?.string == identity.subject ? claims[settings.nameClaim]?.string : nil
    }

    private func checkSignature(of token: IDToken, _ metadata: ProviderMetadata) async throws(OpenIDError) {
        var keys = try await currentKeys(metadata).keys(id: token.keyID, token.algorithm)
        if keys.isEmpty, let fetchedAt = keySet?.at, abs(now().timeIntervalSince(fetchedAt)) >= Self.keyInterval {
            keys = try await fetchKeys(metadata).keys(id: token.keyID, token.algorithm)
        }
        guard !keys.isEmpty else { throw .token(.unknownKey) }
        guard token.isSigned(by: keys) else { throw .token(.signature) }
    }

    // MARK: - What is kept

    private func isFresh(_ date: Date) -> Bool { abs(now().timeIntervalSince(date)) < Self.lifetime }

    private func currentMetadata() async throws(OpenIDError) -> ProviderMetadata {
        if let metadata, isFresh(metadata.at) { return metadata.value }
        let found = try await metadataFlight.value(for: 0) { [gateway] () async throws(OpenIDError) in
            try await gateway.metadata()
        }
        metadata = (found, now())
        return found
    }

    private func currentKeys(_ metadata: ProviderMetadata) async throws(OpenIDError) -> JSONWebKeySet {
        if let keySet, isFresh(keySet.at) { return keySet.value }
        return try await fetchKeys(metadata)
    }

    private func fetchKeys(_ metadata: ProviderMetadata) async throws(OpenIDError) -> JSONWebKeySet {
        let found = try await keyFlight.value(for: 0) { [gateway] () async throws(OpenIDError) in
            try await gateway.keys(at: metadata.keys)
        }
        keySet = (found, now())
        return found
    }
}
