import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Untrusted

/// A handler of sign-in by password or one-time link. The pages reveal no content and change state only by POST.
struct SignInHandler: Sendable {
    let dependencies: WebDependencies

    /// The limit of the form's size in bytes.
    private static let formLimit = 16 << 10

    /// Returns the path of the sign-in page within the edition that the path names, whether or not it exists, so that
    /// strangers cannot find out (decision 0012).
    static func signInPath(for path: String, next: String?) -> String {
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let start = parts.count == 3 && EditionRegistry.isPossibleID(parts[1]) ? "/\(parts[1])" : ""
        let path = "\(start)/\(PathPattern.signIn.text)"
        guard let next, next != "/" else { return path }
        return "\(path)?next=\(QueryParameters.encoded(next))"
    }

    /// The parameter of the sign-in page that a reader who has left comes to.
    static let leftParameter = "left"

    // MARK: - By password

    func showForm(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let query = QueryParameters(request.uri.query ?? "")
        let next = ReturnPath.validated(query["next"])
        let path = request.uri.path
        if context.identity != nil { return redirect(to: next, from: path) }
        if query[Self.leftParameter] != nil {
            return response(try view(for: context).notePage(PeopleStrings.leftTitle, PeopleStrings.left), .ok)
        }
        if let claim = context.client?.proxyClaim { return try refusalPage(SignInStrings.refusal(of: claim), context) }
        return try await formPage(view(for: context), next, nil, .ok, at: path)
    }

    func view(for context: WebRequestContext) throws(RequestContextError) -> SignInView {
        SignInView(dependencies: dependencies, client: try context.requireClient())
    }

    func formPage(
        _ view: SignInView, _ next: String?, _ errorMessage: String?, _ status: HTTPResponse.Status,
        passkeyError: PasskeyRejection? = nil, typedName: String = "", outsideMessage: String? = nil, at path: String
    ) async throws(LibraryError) -> Response {
        let hasPassword = try await dependencies.library.sessions.isAnyPasswordSet()
        let asksForName = try await dependencies.library.people.all().count > 1
        let site = PasskeySite(origin: view.client.origin)
        return response(
            view.passwordPage(
                next: next, error: errorMessage.map { SignInFieldError(field: .password, words: $0) },
                isPossible: hasPassword, asksForName: asksForName,
                hasPasskeys: try await dependencies.library.passkeys.areThere(at: site), passkeyError: passkeyError,
                typedName: typedName, openID: openIDButton(next, outsideMessage, at: path), at: path), status)
    }

    /// Returns the button that leads to the identity provider; nil without one.
    private func openIDButton(_ next: String?, _ errorMessage: String?, at path: String) -> OpenIDButton? {
        guard let provider = dependencies.integrations.openID else { return nil }
        let next = next ?? Route.today.path(in: dependencies.edition(at: path).id)
        return OpenIDButton(
            title: OpenIDStrings.signIn(provider.label),
            path: "/\(PathPattern.openID.text)?next=\(QueryParameters.encoded(next))", errorMessage: errorMessage)
    }

    func signIn(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let view = try view(for: context)
        let client = view.client
        guard let form = await Self.collectForm(request) else { return Self.tooLarge }
        let next = ReturnPath.validated(form["next"])
        let loginClient = client.loginClient(request)
        do throws(SignInError) {
            let sessions = dependencies.library.sessions
            let (token, _, device) = try await sessions.signIn(
                form["password"] ?? "", named: form["name"] ?? "", from: loginClient)
            await endSession(SessionCookie.token(request, client))
            return settingCookies(redirect(to: next, from: request.uri.path), client, token, device)
        } catch {
            if let failure = Self.failure(error) { dependencies.log.signInFailed(failure, client) }
            return try await errorPage(view, error, next, typedName: form["name"] ?? "", at: request.uri.path)
        }
    }

    func errorPage(
        _ view: SignInView, _ error: SignInError, _ next: String?, typedName: String, at path: String
    ) async throws(LibraryError) -> Response {
        switch error {
        case .throttled(let until):
            let now = dependencies.settings.now()
            let words = SignInStrings.wait(
                until: TimeFormatter(zone: dependencies.settings.zone, now: now).until(until),
                inCompany: try await dependencies.library.people.all().count > 1)
            var response = try await formPage(view, next, words, .tooManyRequests, typedName: typedName, at: path)
            response.headers[.retryAfter] = String(max(1, Int(saturating: until.timeIntervalSince(now).rounded(.up))))
            return response
        case .noPassword: return try await formPage(view, next, nil, .forbidden, at: path)
        case .library(.busy):
            return try await formPage(
                view, next, SignInStrings.tooManyAttempts, .serviceUnavailable, typedName: typedName, at: path)
        case .library(let error): throw error
        case .passkey(let rejection):
            return try await formPage(view, next, nil, .forbidden, passkeyError: rejection, at: path)
        case .wrongPassword, .linkUsed, .linkExpired:
            return try await formPage(
                view, next, typedName.isEmpty ? SignInStrings.wrong : SignInStrings.wrongNameOrPassword, .forbidden,
                typedName: typedName, at: path)
        }
    }

    /// Returns the failure to log; nil for database errors, which are logged as for any page.
    static func failure(_ error: SignInError) -> ServerLog.SignInFailure? {
        switch error {
        case .wrongPassword: .wrongPassword
        case .throttled: .throttled
        case .noPassword: .noPassword
        case .linkUsed, .linkExpired: .badLink
        case .passkey: .badPasskey
        case .library(.busy): .busy
        case .library: nil
        }
    }

    /// Ends the previous session after a sign-in, so that no token is reused.
    func endSession(_ token: SecretToken?) async {
        guard let token else { return }
        do {
            guard let old = try await dependencies.library.sessions.session(of: token) else { return }
            try await dependencies.library.sessions.end(old.id, for: old.reader, keepsDevice: true)
        } catch { return }
    }

    func signOut(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        let client = try context.requireClient()
        await endSession(SessionCookie.token(request, client))
        var response =
            if case .proxied? = context.identity {
                self.response(
                    try view(for: context).notePage(SignInStrings.proxySignOutTitle, SignInStrings.proxySignOut), .ok)
            } else {
                Response.redirect(to: Self.signInPath(for: request.uri.path, next: nil), type: .normal)
            }
        SessionCookie.clear(for: client, in: &response)
        // Browsers honour the header only in a secure context.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        // The device has no stored content any more.
        response.setCookie(Cookie(name: "along", value: "", maxAge: 0, path: "/", sameSite: .lax))
        return response
    }

    // MARK: - Mails

    /// Shows the page of the link in a mail that ends the mails; programs fetch links for previews, so it ends nothing.
    func showUnsubscribe(_ context: WebRequestContext) throws -> Response {
        response(try view(for: context).unsubscribePage(), .ok)
    }

    /// Ends the mails with a token. Mail programs post by themselves, without a session (RFC 8058).
    func unsubscribe(by token: String?, _ context: WebRequestContext) async throws -> Response {
        guard let token = token.flatMap({ SecretToken($0) }) else { throw LibraryError.notThere }
        try await dependencies.library.deliveries.unsubscribe(token)
        return response(try view(for: context).unsubscribedPage(), .ok)
    }

    // MARK: - By link

    /// Shows a link's page without redeeming the link, since messengers and scanners fetch links for previews.
    func showLink(link text: String?, _ context: WebRequestContext) async throws -> Response {
        let view = try view(for: context)
        do throws(SignInError) {
            guard let link = text.flatMap({ SecretToken($0) }) else { throw .linkExpired }
            try await dependencies.library.sessions.check(link: link)
            return response(view.linkPage(link), .ok)
        } catch {
            if Self.failure(error) == .badLink { dependencies.log.signInFailed(.deadLink, view.client) }
            return try errorPage(link: error, view, isInside: context.identity != nil)
        }
    }

    func redeemLink(
        by text: String?, _ request: Request, _ context: WebRequestContext
    ) async throws -> Response {
        let view = try view(for: context)
        let client = view.client
        guard await Self.collectForm(request) != nil else { return Self.tooLarge }
        do throws(SignInError) {
            guard let link = text.flatMap({ SecretToken($0) }) else { throw .linkExpired }
            let (token, session, device) = try await dependencies.library.sessions.open(
                link: link, from: client.loginClient(request))
            await endSession(SessionCookie.token(request, client))
            let edition = dependencies.edition(at: request.uri.path).id
            let next = session.method == .recovery ? Route.page(.access).path(in: edition) + "#password" : nil
            return settingCookies(redirect(to: next, from: request.uri.path), client, token, device)
        } catch {
            if let failure = Self.failure(error) { dependencies.log.signInFailed(failure, client) }
            return try errorPage(link: error, view, isInside: context.identity != nil)
        }
    }

    private func errorPage(
        link error: SignInError, _ view: SignInView, isInside: Bool
    ) throws(LibraryError) -> Response {
        if case .library(let error) = error { throw error }
        return response(view.expiredLinkPage(isSpent: error == .linkUsed, isInside: isInside), .gone)
    }

    // MARK: - Responses

    /// Returns the page for somebody whom a proxy names, and whom nobody knows here.
    func refusalPage(_ words: String, _ context: WebRequestContext) throws(RequestContextError) -> Response {
        response(try view(for: context).notePage(SignInStrings.proxyRefusalTitle, words), .forbidden)
    }

    /// Reads the form of a request.
    /// - Returns: nil if the body is too large or the client disconnected.
    static func collectForm(_ request: Request) async -> QueryParameters? {
        do {
            let body = try await request.body.collect(upTo: formLimit)
            return QueryParameters(String(decoding: Array(buffer: body), as: UTF8.self))
        } catch { return nil }
    }

    static let tooLarge = Response.plainText(.contentTooLarge, SignInStrings.tooLarge)

    func redirect(to path: String?, from signInPath: String) -> Response {
        let today = Route.today.path(in: dependencies.edition(at: signInPath).id)
        var response = Response.redirect(to: path ?? today, type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func settingCookies(_ response: Response, _ client: ClientInfo, _ token: SecretToken, _ device: SecretToken)
        -> Response
    {
        var response = response
        SessionCookie.set(token, for: client, in: &response)
        DeviceCookie.set(device, for: client, in: &response)
        return response
    }

    func response(_ writer: borrowing HTMLWriter, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: SecurityMiddleware.contentSecurityPolicy(),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}

/// The local path to return to after sign-in.
enum ReturnPath {
    /// Returns the path if it is safe to redirect to.
    /// - Returns: nil unless the path has one leading slash (a second or a backslash names another host), no control
    ///   characters (browsers remove them), at most 2,000 bytes, and is no sign-in page.
    static func validated(_ path: String?) -> String? {
        guard let path, path.utf8.count <= 2_000 else { return nil }
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 2 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let pathWithoutQuery = path.prefix { $0 != "?" }
        return (PublicEndpoint.signIn + PublicEndpoint.openID).contains { $0.matches(String(pathWithoutQuery)) }
            ? nil : path
    }
}
