import HTTPTypes
import Hummingbird
import Library
import News

/// Lets in who has a session, or may come in without one; everybody else is shown the door, whatever they asked for, so
/// that nothing can be told from an answer about what is inside.
struct AuthMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let dependencies: WebDependencies

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        guard var client = ClientInfo.current else {
            return SecurityMiddleware.plainText(.forbidden, SignInStrings.signInAgain)
        }
        if let token = SessionCookie.token(request, client),
            let found = try await dependencies.sessionCache.session(
                token, dependencies.library, now: dependencies.settings.now(),
                mayRenew: !client.intent.isForeignOrSpeculative)
        {
            client.session = found.session
            client.isAuthorized = true
            dependencies.settings.connectionLimiter?.admit(context.connection)
            var response = try await ClientInfo.$current.withValue(client) { try await next(request, context) }
            // A sign-in or a sign-out has its own word on the cookie.
            if found.isRenewed, !SessionCookie.isSet(in: response, for: client) {
                SessionCookie.set(token, for: client, in: &response)
                let shown = DeviceCookie.token(request, client)
                // What was asked for is done by now; the device is kept at the next renewal otherwise.
                let kept = try? await dependencies.library.sessions.refreshDevice(of: found.session, shown: shown)
                if let device = kept ?? nil { DeviceCookie.set(device, for: client, in: &response) }
            }
            return response
        }
        client.isAuthorized = try await allowsAnonymous(to: client)
        if client.isAuthorized { dependencies.settings.connectionLimiter?.admit(context.connection) }
        guard client.isAuthorized || Self.isPublicPath(request.uri.path) else { return signInResponse(request) }
        return try await ClientInfo.$current.withValue(client) { try await next(request, context) }
    }

    private func allowsAnonymous(to client: ClientInfo) async throws(LibraryError) -> Bool {
        switch dependencies.settings.accessPolicy.anonymousAccess {
        case .never: false
        case .localOnly: client.isLocal
        // A proxy's visitors may be anybody's.
        case .untilPasswordSet:
            if client.isProxied {
                false
            } else {
                try await !dependencies.sessionCache.hasPassword(.first, dependencies.library)
            }
        }
    }

    /// What everybody may have: the app's own files, the door itself, and what a browser asks for without cookies.
    private static func isPublicPath(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first, parts.count) {
        case ("assets", 3), ("enter", 2), ("sign-in", 1), ("sw.js", 1): return true
        default: return parts.count == 2 && (parts.last == "manifest.webmanifest" || parts.last == "sign-in")
        }
    }

    /// A page leads to the sign-in and back; what script or a picture asks for is refused.
    private func signInResponse(_ request: Request) -> Response {
        let path = request.uri.path
        if request.headers[.accept]?.contains("application/json") == true || path.hasPrefix("/api/") {
            return Response(
                status: .unauthorized, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: #"{"failed":true,"words":"\#(SignInStrings.signInAgain)"}"#)))
        }
        if path.hasPrefix("/picture/") || path.hasPrefix("/sound/") {
            return SecurityMiddleware.plainText(.unauthorized, SignInStrings.signInAgain)
        }
        let isReading = request.method == .get || request.method == .head
        let place = isReading ? ReturnPath.validated(request.uri.string) : nil
        var response = Response.redirect(
            to: SignInHandler(dependencies: dependencies).signInPath(for: path, next: place), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
