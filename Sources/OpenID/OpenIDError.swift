/// An error of signing in at an identity provider. Nothing in it is secret.
public enum OpenIDError: Error, Sendable, Equatable {
    /// A person or provider who did not agree (`access_denied`).
    case denied
    /// An error code of the provider's, for the authorization (RFC 6749 §4.1.2.1) or the code (§5.2); nil for one that is not
    /// in the standards.
    case refused(OpenIDErrorCode?)
    /// An authorization response that is not the configured issuer's (RFC 9207 §2.4).
    case otherIssuer
    /// An authorization response without a code.
    case noCode
    /// No usable response, with a sentence about the host.
    case unreachable(why: String)
    /// An address outside the public internet that `network.allow` does not list.
    case notAllowed(host: String, port: Int)
    /// A description of the provider that cannot be used.
    case discovery(DiscoveryFault)
    /// A token response, or a set of keys, that is not in the form of the standard.
    case unreadable
    /// An ID token that is not valid.
    case token(IDTokenFault)
}

/// An error code that a provider may return.
public enum OpenIDErrorCode: String, Sendable, CaseIterable {
    case invalidRequest = "invalid_request", unauthorizedClient = "unauthorized_client"
    case unsupportedResponseType = "unsupported_response_type", invalidScope = "invalid_scope"
    case serverError = "server_error", temporarilyUnavailable = "temporarily_unavailable"
    case interactionRequired = "interaction_required", loginRequired = "login_required"
    case accountSelectionRequired = "account_selection_required", consentRequired = "consent_required"
    case invalidClient = "invalid_client", invalidGrant = "invalid_grant", unsupportedGrantType =
        "unsupported_grant_type"
}

/// A fault of a provider's description of itself (OpenID Connect Discovery 1.0 §4.3).
public enum DiscoveryFault: String, Sendable, CaseIterable {
    case notJSON = "not-json", otherIssuer = "other-issuer", endpoints
    /// No way of authenticating this client that it knows: `client_secret_basic` and `client_secret_post`.
    case clientAuthentication = "client-authentication"
}

/// A fault of an ID token (OpenID Connect Core 1.0 §3.1.3.7).
public enum IDTokenFault: String, Sendable, CaseIterable {
    case malformed, algorithm, unknownKey = "unknown-key", signature, issuer, audience
    case authorizedParty = "authorized-party", expired, notYetValid = "not-yet-valid", tooOld = "too-old", nonce
    case accessTokenHash = "access-token-hash", subject
}
