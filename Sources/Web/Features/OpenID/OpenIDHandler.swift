import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import OpenID
import Pictures
import Untrusted

/// An error of signing in with an account at the provider.
enum OpenIDSignInError: Error {
    /// An attempt that did not begin in this browser, is too old, or has been finished.
    case state
    /// A link of the settings page that is not this browser's.
    case otherBrowser
    case provider(OpenIDError)
    case identity(OutsideIdentityError)
}

/// A handler of the way to the identity provider and back (docs/decisions/0053). Nothing is stored before the provider has
/// named somebody.
struct OpenIDHandler: Sendable {
    let dependencies: WebDependencies
    private let signIn: SignInHandler

    init(dependencies: WebDependencies) {
        self.dependencies = dependencies
        signIn = SignInHandler(dependencies: dependencies)
    }

    private var now: Date { dependencies.settings.now() }

    private func provider() throws(LibraryError) -> OpenIDSignIn {
        guard let provider = dependencies.integrations.openID else { throw .notThere }
        return provider
    }

    // MARK: - The way there

    /// Sends the browser to the provider.
    func start(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let (provider, client) = (try provider(), try context.requireClient())
        guard request.method == .get, !client.intent.isSpeculative else {
            return try await signIn.formPage(
                try signIn.view(for: context), nil, nil, .ok, at: "/" + PathPattern.signIn.text)
        }
        let query = QueryParameters(request.uri.query ?? "")
        let next = ReturnPath.validated(query["next"])
        do throws(OpenIDSignInError) {
            let handshake = OpenIDHandshake(
                purpose: try purpose(query, context),
                next: next.flatMap { $0.utf8.count <= OpenIDHandshake.maxNextBytes ? $0 : nil },
                returnAddress: client.origin + "/" + PathPattern.openIDReturn.text, startedAt: now)
            let address: String
            do throws(OpenIDError) {
                address = try await provider.client.authorizationAddress(
                    handshake.attempt, returningTo: handshake.returnAddress)
            } catch { throw .provider(error) }
            var response = Response.redirect(to: address, type: .normal)
            response.headers[.cacheControl] = "no-store"
            do {
                response.setCookie(try handshake.cookie(for: client, key: dependencies.integrations.openIDKey))
            } catch { throw .identity(.library(.failed(why: "the cookie was not sealed"))) }
            return response
        } catch { return try await errorPage(error, next, context) }
    }

    /// Returns the use of the account that the link names.
    private func purpose(
        _ query: QueryParameters, _ context: WebRequestContext
    ) throws(OpenIDSignInError) -> OpenIDHandshake.Purpose {
        if let invitation = query["invitation"] { return .join(invitation: invitation) }
        guard let signature = query["link"] else { return .signIn }
        // The settings page of the same reader has this link, and no other site: it could give somebody's account away.
        guard let identity = context.identity,
            dependencies.integrations.openIDLinkSigner.isValid(Self.linkText(for: identity), signature: signature)
        else { throw .otherBrowser }
        return Self.linkPurpose(for: identity)
    }

    private static func linkPurpose(for identity: ReaderIdentity) -> OpenIDHandshake.Purpose {
        .link(reader: identity.reader.rawValue, session: identity.session?.id.rawValue)
    }

    private static func linkText(for identity: ReaderIdentity) -> String {
        "\(identity.reader.rawValue) \(identity.session?.id.rawValue ?? 0)"
    }

    /// Returns the path at which a reader links an account.
    static func linkPath(for identity: ReaderIdentity, _ dependencies: WebDependencies, next: String) -> String {
        let signature = dependencies.integrations.openIDLinkSigner.signature(of: linkText(for: identity))
        return "/\(PathPattern.openID.text)?link=\(signature)&next=\(QueryParameters.encoded(next))"
    }

    // MARK: - The way back

    /// Takes the browser back from the provider.
    func finish(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let (provider, client) = (try provider(), try context.requireClient())
        guard request.method == .get, !client.intent.isSpeculative else {
            return try await signIn.formPage(
                try signIn.view(for: context), nil, nil, .ok, at: "/" + PathPattern.signIn.text)
        }
        let query = QueryParameters(request.uri.query ?? "")
        let found = OpenIDHandshake(request, client, key: dependencies.integrations.openIDKey, now: now)
        guard let handshake = found, handshake.matches(state: query["state"]),
            dependencies.finishedHandshakes.recordUse(of: handshake.attempt.state, at: now)
        else {
            // The cookie stays: another site can send a browser here while a sign-in is under way.
            return try await errorPage(.state, nil, context)
        }
        var response: Response
        do throws(OpenIDSignInError) {
            response = try await finished(handshake, query, provider, request, context)
        } catch { response = try await errorPage(error, handshake.next, context) }
        OpenIDHandshake.clear(for: client, in: &response)
        return response
    }

    private func finished(
        _ handshake: OpenIDHandshake, _ query: QueryParameters, _ provider: OpenIDSignIn, _ request: Request,
        _ context: WebRequestContext
    ) async throws(OpenIDSignInError) -> Response {
        guard let client = context.client else { throw .state }
        let login = client.loginClient(request)
        let identities = dependencies.library.outsideIdentities
        if case .link = handshake.purpose {
            guard let identity = context.identity, handshake.purpose == Self.linkPurpose(for: identity) else {
                throw .otherBrowser
            }
            let (subject, found) = try await authenticated(handshake, query, provider)
            let name = try await name(of: found, provider)
            try await mapped { () async throws(OutsideIdentityError) in
                try await identities.link(subject, named: name, to: identity.reader)
            }
            return signIn.redirect(to: handshake.next, from: request.uri.path)
        }
        try await mapped { () async throws(OutsideIdentityError) in try await identities.recordAttempt(from: login) }
        let (subject, found) = try await authenticated(handshake, query, provider)
        let opened = try await opened(subject, found, handshake.purpose, provider, login)
        await signIn.endSession(SessionCookie.token(request, client))
        return signIn.settingCookies(
            signIn.redirect(to: handshake.next, from: request.uri.path), client, opened.token, opened.device)
    }

    private func authenticated(
        _ handshake: OpenIDHandshake, _ query: QueryParameters, _ provider: OpenIDSignIn
    ) async throws(OpenIDSignInError) -> (OutsideSubject, AuthenticatedIdentity) {
        do throws(OpenIDError) {
            let response = AuthorizationResponse(code: query["code"], issuer: query["iss"], error: query["error"])
            let found = try await provider.client.identity(
                response, to: handshake.attempt, returnedTo: handshake.returnAddress)
            return (OutsideSubject(issuer: found.issuer, subject: found.subject), found)
        } catch { throw .provider(error) }
    }

    /// Opens a session for the reader of an account, or makes a reader of one that is nobody's if that is allowed.
    private func opened(
        _ subject: OutsideSubject, _ found: AuthenticatedIdentity, _ purpose: OpenIDHandshake.Purpose,
        _ provider: OpenIDSignIn, _ login: LoginClient
    ) async throws(OpenIDSignInError) -> OutsideIdentityService.Opened {
        let identities = dependencies.library.outsideIdentities
        do throws(OutsideIdentityError) { return try await identities.signIn(subject, from: login) } catch {
            guard error == .unknown else { throw .identity(error) }
        }
        var invitation: SecretToken?
        if case .join(let text) = purpose {
            invitation = SecretToken(text)
            guard invitation != nil else { throw .identity(.invitation(.expired)) }
        }
        guard invitation != nil || provider.admitsUnknown else { throw .identity(.unknown) }
        let (name, token) = (try await name(of: found, provider), invitation)
        return try await mapped { () async throws(OutsideIdentityError) in
            try await identities.join(subject, named: name, by: token, from: login)
        }
    }

    private func name(
        of identity: AuthenticatedIdentity, _ provider: OpenIDSignIn
    ) async throws(OpenIDSignInError) -> String? {
        do throws(OpenIDError) { return try await provider.client.name(of: identity) } catch {
            throw .provider(error)
        }
    }

    private func mapped<Value: Sendable>(
        _ work: () async throws(OutsideIdentityError) -> Value
    ) async throws(OpenIDSignInError) -> Value {
        do throws(OutsideIdentityError) { return try await work() } catch { throw .identity(error) }
    }

    // MARK: - Failures

    private func errorPage(
        _ error: OpenIDSignInError, _ next: String?, _ context: WebRequestContext
    ) async throws -> Response {
        if case .identity(.library(let error)) = error {
            guard case .invalid = error else { throw error }
        }
        let view = try signIn.view(for: context)
        dependencies.log.signInFailed(error.logged, view.client)
        let words = OpenIDStrings.message(
            error, try provider().label, TimeFormatter(zone: dependencies.settings.zone, now: now))
        var response: Response
        if context.identity != nil {
            response = signIn.response(view.notePage(OpenIDStrings.failedTitle, words, hasWayIn: true), error.status)
        } else {
            response = try await signIn.formPage(
                view, next, nil, error.status, outsideMessage: words, at: "/" + PathPattern.signIn.text)
        }
        if case .identity(.throttled(let until)) = error {
            let seconds = max(1, Int(saturating: until.timeIntervalSince(now).rounded(.up)))
            response.headers[.retryAfter] = String(seconds)
        }
        return response
    }
}

extension OpenIDSignInError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .state, .otherBrowser: .forbidden
        case .provider(.unreachable), .provider(.notAllowed), .provider(.discovery), .provider(.unreadable): .badGateway
        case .provider: .forbidden
        case .identity(.throttled): .tooManyRequests
        case .identity(.nameTaken), .identity(.noName), .identity(.otherReaders): .conflict
        case .identity(.invitation): .gone
        case .identity: .forbidden
        }
    }

    fileprivate var logged: ServerLog.SignInFailure {
        switch self {
        case .state, .otherBrowser: .openIDState
        case .provider(.denied), .provider(.refused): .openIDRefused
        case .provider(.unreachable), .provider(.notAllowed), .provider(.discovery), .provider(.unreadable):
            .openIDProvider
        case .provider: .openIDToken
        case .identity(.throttled): .throttled
        case .identity(.invitation): .badLink
        case .identity: .openIDUnknown
        }
    }
}
