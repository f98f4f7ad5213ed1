import HTTPTypes
import Hummingbird

/// A middleware that adds the client to the context and security headers to the response. It rejects requests without
/// exactly one well-formed Host (400), unknown hosts (421) and cross-origin POSTs (403).
struct SecurityMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let hosts: Set<String>
    let accessPolicy: AccessPolicy
    /// The interface for other programs. It uses no cookies, which another site could misuse, and programs that are made
    /// of web pages send an Origin of their own.
    let programs: ProgramInterface?

    init(_ settings: WebSettings, programs: ProgramInterface? = nil) {
        self.programs = programs
        accessPolicy = settings.accessPolicy
        let publicHost = accessPolicy.publicOrigin.flatMap(AccessPolicy.authority)
        hosts = settings.hosts.union(publicHost.map { [$0] } ?? [])
    }

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let client = ClientInfo(request, remote: context.remoteAddress, accessPolicy: accessPolicy)
        context.client = client
        var response = try await checkedResponse(request, client, context, next)
        response.headers[.contentTypeOptions] = "nosniff"
        response.headers[.resourcePolicy] = "same-origin"
        if !Self.isPartOfPage(response) { Self.addDocumentHeaders(to: &response) }
        // The policy holds for half a year. It is never sent to loopback names, which all local servers share.
        if client.isSecure, !ClientInfo.isLoopbackName(client.host) {
            response.headers[.strictTransportSecurity] = "max-age=15552000"
        }
        if response.headers[.contentSecurityPolicy] == nil, response.status != .notModified {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        return response
    }

    /// Returns true for a page's script or style sheet: browsers ignore document headers there, and a first visit loads
    /// two dozen of them. The service worker sets its own CSP and keeps the headers, since they govern its requests.
    private static func isPartOfPage(_ response: Response) -> Bool {
        guard response.headers[.contentSecurityPolicy] == nil, let type = response.headers[.contentType] else {
            return false
        }
        return type.hasPrefix("text/css") || type.hasPrefix("text/javascript")
    }

    private static func addDocumentHeaders(to response: inout Response) {
        // The value `no-referrer` would make browsers send `Origin: null` with the app's forms.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        if response.headers[.permissionsPolicy] == nil {
            response.headers[.permissionsPolicy] = permissionsPolicy(geolocation: "()")
        }
    }

    private func checkedResponse(
        _ request: Request, _ client: ClientInfo, _ context: WebRequestContext,
        _ next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        guard HostHeader.isValid(in: request) else {
            return Response.plainText(
                .badRequest, "The request has no valid Host header.")
        }
        guard isKnownHost(client.host, context) else {
            return Response.plainText(
                .misdirectedRequest,
                "Tidings does not respond at this address. Open the address that it printed at start, "
                    + "or set this one as web.publicURL.")
        }
        guard request.method != .post || client.intent.allowsPost || programs?.contains(request.uri.path) == true else {
            return Response.plainText(.forbidden, "This request came from another site, so nothing was done.")
        }
        return try await next(request, context)
    }

    /// Returns true for an accepted host. If the server listens on all addresses, the connection's numeric address is
    /// accepted too: DNS rebinding needs a name.
    private func isKnownHost(_ host: String, _ context: WebRequestContext) -> Bool {
        // Browsers omit the default port.
        let names = [host, host + ":80", host + ":443"]
        return names.contains {
            hosts.contains($0) || (accessPolicy.listensOnAllAddresses && !host.isEmpty && $0 == context.localAddress)
        }
    }
}

extension SecurityMiddleware {
    /// Returns the value of Permissions-Policy.
    /// - Parameter geolocation: the allowlist for the location.
    static func permissionsPolicy(geolocation: String) -> String {
        "camera=(), microphone=(), geolocation=\(geolocation)"
    }

    /// Returns the CSP of a page: this origin only; `AudioHandler` proxies media.
    /// - Parameter styleSources: the source expressions of inline style sheets.
    static func contentSecurityPolicy(styleSources: [String] = []) -> String {
        let styles = (["'self'"] + styleSources).joined(separator: " ")
        return "default-src 'none'; img-src 'self'; style-src \(styles); script-src 'self'; connect-src 'self'; "
            + "worker-src 'self'; manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}
