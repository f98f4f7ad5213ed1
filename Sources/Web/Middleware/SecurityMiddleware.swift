import HTTPTypes
import Hummingbird

/// Adds the security headers to every response, and rejects requests before anything else is done: 400 without exactly
/// one well-formed Host, 421 for a Host that is not ours, 403 for a POST from another origin.
struct SecurityMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let hosts: Set<String>
    let accessPolicy: AccessPolicy

    init(_ settings: WebSettings) {
        accessPolicy = settings.accessPolicy
        let known = accessPolicy.publicOrigin.flatMap(AccessPolicy.authority)
        hosts = settings.hosts.union(known.map { [$0] } ?? [])
    }

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        let client = ClientInfo(request, remote: context.remoteAddress, accessPolicy: accessPolicy)
        var response = try await ClientInfo.$current.withValue(client) {
            try await checkedResponse(request, client, context, next)
        }
        response.headers[.contentTypeOptions] = "nosniff"
        // Not `no-referrer`: browsers would send `Origin: null` with our own forms.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        response.headers[.resourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), interest-cohort=()"
        // Half a year. Never for loopback names, which all servers on the machine share.
        if client.isSecure, !ClientInfo.isLoopbackName(client.host) {
            response.headers[.strictTransportSecurity] = "max-age=15552000"
        }
        if response.headers[.contentSecurityPolicy] == nil, response.status != .notModified {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        return response
    }

    private func checkedResponse(
        _ request: Request, _ client: ClientInfo, _ context: WebRequestContext,
        _ next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        guard HostHeader.isValid(in: request) else {
            return Self.plainText(
                .badRequest, "That request does not say, once and in its proper form, which host it is for.")
        }
        guard isKnownHost(client.host, context) else {
            return Self.plainText(
                .misdirectedRequest,
                "This address is not one under which Tidings answers. Open it by the address that it printed at start, "
                    + "or tell it this one as web.publicURL.")
        }
        guard request.method != .post || client.intent.allowsPost else {
            return Self.plainText(.forbidden, "Another site asked for this, so nothing was done.")
        }
        return try await next(request, context)
    }

    /// When listening on all addresses, the numeric address that the connection came to is accepted as well: a page of
    /// another site cannot have it as its host name (DNS rebinding).
    private func isKnownHost(_ host: String, _ context: WebRequestContext) -> Bool {
        // Browsers leave out the scheme's default port.
        let names = [host, host + ":80", host + ":443"]
        return names.contains {
            hosts.contains($0) || (accessPolicy.listensOnAllAddresses && !host.isEmpty && $0 == context.localAddress)
        }
    }

    static func plainText(_ status: HTTPResponse.Status, _ message: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
    }
}

extension SecurityMiddleware {
    /// The policy of a page: only this origin; audio and video are proxied (`AudioHandler`).
    /// - Parameter style: the source expression of the page's inline style sheet, if it has one.
    static func contentSecurityPolicy(style: String? = nil) -> String {
        return
            "default-src 'none'; img-src 'self'; style-src 'self'\(style.map { " \($0)" } ?? ""); script-src 'self'; connect-src 'self'; "
            + "manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}
