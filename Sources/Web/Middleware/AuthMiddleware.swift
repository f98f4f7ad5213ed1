import HTTPTypes
import Hummingbird
import Library
import News

/// A middleware that authorizes requests that have a session or need none. Others get the sign-in whatever the path,
/// which hides which resources exist (decision 0012).
struct AuthMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let dependencies: WebDependencies

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let client = try context.requireClient()
        if let claim = client.proxyClaim {
            context.identity = try await identity(claim)
            if context.identity == nil, !Endpoints.isPublic(request.uri.path) {
                return try refusal(of: claim, request, context)
            }
            if context.identity != nil { dependencies.settings.connectionLimiter?.admit(context.connection) }
            return try await next(request, context)
        }
        if let token = SessionCookie.token(request, client),
            let found = try await dependencies.sessionCache.session(
                token, dependencies.library, now: dependencies.settings.now(),
                mayRenew: !client.intent.isForeignOrSpeculative)
        {
            context.identity = .signedIn(found.session)
            dependencies.settings.connectionLimiter?.admit(context.connection)
            var response = try await next(request, context)
            // Signing in and out set the cookie themselves.
            if found.isRenewed, !SessionCookie.isSet(in: response, for: client) {
                SessionCookie.set(token, for: client, in: &response)
                let shown = DeviceCookie.token(request, client)
                // If this fails, the next renewal refreshes the device.
                let kept = try? await dependencies.library.sessions.refreshDevice(of: found.session, cookie: shown)
                if let device = kept ?? nil { DeviceCookie.set(device, for: client, in: &response) }
            }
            return response
        }
        if try await allowsAnonymous(to: client) {
            context.identity = .anonymous(.first)
            dependencies.settings.connectionLimiter?.admit(context.connection)
        } else if !Endpoints.isPublic(request.uri.path) {
            return signInResponse(request)
        }
        return try await next(request, context)
    }

    /// Returns the reader whom a proxy names; nil for a name that nobody has. A session counts for nothing then: the proxy
    /// says at each request who is there, and may have signed in somebody else meanwhile.
    private func identity(_ claim: ProxySignIn.Claim) async throws(LibraryError) -> ReaderIdentity? {
        guard case .name(let name) = claim else { return nil }
        let joins = dependencies.settings.accessPolicy.proxySignIn?.admitsUnknown == true
        let person = try await dependencies.library.people.person(named: name, joins: joins)
        return person.map { .proxied($0.id, $0.role) }
    }

    private func refusal(
        of claim: ProxySignIn.Claim, _ request: Request, _ context: WebRequestContext
    ) throws(RequestContextError) -> Response {
        let words = SignInStrings.refusal(of: claim)
        if let response = nonPageResponse(request, .forbidden, words) { return response }
        return try SignInHandler(dependencies: dependencies).refusalPage(words, context)
    }

    private func allowsAnonymous(to client: ClientInfo) async throws(LibraryError) -> Bool {
        switch dependencies.settings.accessPolicy.anonymousAccess {
        case .never: false
        case .localOnly: client.isLocal
        // The client behind a proxy may be anybody.
        case .untilPasswordSet:
            if client.isProxied {
                false
            } else {
                try await !dependencies.sessionCache.hasPassword(.first, dependencies.library)
            }
        }
    }

    /// Returns the response to script, images and audio without access; nil for pages.
    private func nonPageResponse(_ request: Request, _ status: HTTPResponse.Status, _ words: String) -> Response? {
        let kind = Endpoints.kind(at: request.uri.path)
        if request.headers[.accept]?.contains("application/json") == true || kind == .data {
            return Response(
                status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"failed":true,"words":"\#(words)"}"#)))
        }
        return kind == .media ? Response.plainText(status, words) : nil
    }

    /// Returns the response without access: pages redirect to the sign-in; script, images and audio get 401.
    private func signInResponse(_ request: Request) -> Response {
        let path = request.uri.path
        if let response = nonPageResponse(request, .unauthorized, SignInStrings.signInAgain) { return response }
        let isSafeMethod = request.method == .get || request.method == .head
        let returnPath = isSafeMethod ? ReturnPath.validated(request.uri.string) : nil
        var response = Response.redirect(
            to: SignInHandler.signInPath(for: path, next: returnPath), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
