public import Foundation
internal import Synchronization

/// An identity provider (OpenID Connect Core 1.0) on loopback, which checks what clients send and can misbehave.
public final class SampleIdentityProvider: Sendable {
    /// Somebody who has an account.
    public struct User: Sendable, Equatable {
        /// The identifier, which never changes.
        public var subject: String
        /// The claim `preferred_username`; nil for none.
        public var name: String?

        public init(subject: String, name: String?) {
            self.subject = subject
            self.name = name
        }
    }

    /// A signature algorithm.
    public enum Algorithm: String, Sendable, CaseIterable { case rs256 = "RS256", es256 = "ES256", edDSA = "EdDSA" }

    /// A way to break the rules.
    public enum Fault: String, Sendable, CaseIterable {
        /// Another issuer, none of the endpoints, or plain text as the description.
        case discoveryIssuer, discoveryEndpoints, discoveryText
        /// Another issuer's name, none, or no code in the authorization response.
        case responseIssuer, noResponseIssuer, noCode
        /// No token, or plain text as the token response.
        case noToken, tokenText
        /// Claims of the ID token that are wrong or missing.
        case issuer, audience, severalAudiences, authorizedParty, expired, notYetValid, old, nonce, noNonce
        case accessTokenHash, noSubject, noExpiry
        /// No signature, a MAC with the public key, an unknown key, a damaged signature, another key's signature, an
        /// extension that has to be understood, or two parts.
        case algorithmNone, macWithPublicKey, unknownKey, damagedSignature, otherKey, criticalExtension, twoParts
    }

    /// The behaviour, which tests change.
    public struct Behaviour: Sendable {
        /// The user who is signed in at the provider; nil to ask on a page.
        public var user: User? = User(subject: "u-1", name: "Ada")
        /// The value of `error` in place of a code; nil for a code.
        public var error: String?
        /// The broken rule; nil for none.
        public var fault: Fault?
        /// The algorithm of ID tokens.
        public var algorithm = Algorithm.es256
        /// The methods of client authentication that are named and taken.
        public var clientAuthentication = ["client_secret_basic", "client_secret_post"]
        /// True if authorization responses have the parameter `iss`.
        public var statesIssuer = true
        /// True if the name is on the page of the person alone.
        public var hasNameInUserInfoOnly = false
        /// The subject on the page of the person; nil for the right one.
        public var userInfoSubject: String?
    }

    /// A client that is registered.
    public struct Client: Sendable {
        /// The identifier, and the path to which browsers may be sent back.
        public var id, redirectPath: String
        /// The secret; nil for a public client.
        public var secret: String?

        public init(id: String, secret: String?, redirectPath: String = "/sign-in/openid/return") {
            (self.id, self.secret, self.redirectPath) = (id, secret, redirectPath)
        }
    }

    /// The server, whose behaviours simulate other faults. Its address is the issuer.
    public let origin: SampleOrigin
    let state: SampleIdentityState

    init(client: Client, now: @escaping @Sendable () -> Date) throws {
        let state = SampleIdentityState(client: client, keys: try SampleSigningKeys(number: 1, for: .es256), now: now)
        self.state = state
        origin = SampleOrigin(name: "identity") { request, _ in
            SampleIdentityHandler(request: request, state: state).resource()
        }
    }

    /// Runs a provider during `body`.
    public static func open<Result>(
        client: Client, now: @escaping @Sendable () -> Date, _ body: (SampleIdentityProvider) async throws -> Result
    ) async throws -> Result {
        let provider = try SampleIdentityProvider(client: client, now: now)
        try await provider.origin.listen()
        do {
            let result = try await body(provider)
            await provider.origin.close()
            return result
        } catch {
            await provider.origin.close()
            throw error
        }
    }

    /// The issuer.
    public var issuer: String { origin.site }

    /// Changes the behaviour.
    public func change(_ work: (inout Behaviour) -> Void) throws {
        try state.value.withLock { value in
            work(&value.behaviour)
            guard !value.keys.has(value.behaviour.algorithm) else { return }
            value.keys = try SampleSigningKeys(number: value.keys.number, for: value.behaviour.algorithm)
        }
    }

    /// Signs with new keys from now on, and forgets the old ones.
    public func rotateKeys() throws {
        try state.value.withLock { value in
            value.keys = try SampleSigningKeys(number: value.keys.number + 1, for: value.behaviour.algorithm)
        }
    }

    /// The reasons for which token requests were refused, in order.
    public var rejections: [String] { state.value.withLock { $0.rejections } }
}

/// The state of a provider.
final class SampleIdentityState: Sendable {
    /// An authorization that was granted, until its code is used.
    struct Grant: Sendable {
        let user: SampleIdentityProvider.User
        let redirect, nonce, challenge: String
    }

    struct Value: Sendable {
        var behaviour = SampleIdentityProvider.Behaviour()
        var keys: SampleSigningKeys
        var grants: [String: Grant] = [:]
        var accessTokens: [String: SampleIdentityProvider.User] = [:]
        var rejections: [String] = []
    }

    let client: SampleIdentityProvider.Client
    let now: @Sendable () -> Date
    let value: Mutex<Value>

    init(client: SampleIdentityProvider.Client, keys: SampleSigningKeys, now: @escaping @Sendable () -> Date) {
        self.client = client
        self.now = now
        value = Mutex(Value(keys: keys))
    }
}
