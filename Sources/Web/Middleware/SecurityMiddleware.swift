import HTTPTypes
import Hummingbird

/// What every answer carries, and who is answered at all (decision 19): no Host, two of them or none that could be one get
/// 400, a Host that is not ours 421, before anything else; a POST from another origin 403.
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
        // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        response.headers[.resourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), interest-cohort=()"
        // Half a year. Never for loopback's names, which belong to every server on the machine.
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

    /// A house that listens everywhere answers under the very address that a connection came to: no page of another
    /// site can have a name that is a number of ours.
    private func isKnownHost(_ host: String, _ context: WebRequestContext) -> Bool {
        // Browsers leave out the port that their scheme has by itself.
        let names = [host, host + ":80", host + ":443"]
        return names.contains {
            hosts.contains($0) || (accessPolicy.listensOnAllAddresses && !host.isEmpty && $0 == context.localAddress)
        }
    }

    static func plainText(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }
}

extension SecurityMiddleware {
    /// The policy of a page: nothing from elsewhere; sound and film come through the house (`AudioHandler`).
    /// - Parameter style: the policy's name for the one style sheet that stands in the page, if it does.
    static func contentSecurityPolicy(style: String? = nil) -> String {
        return
            "default-src 'none'; img-src 'self'; style-src 'self'\(style.map { " \($0)" } ?? ""); script-src 'self'; connect-src 'self'; "
            + "manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}
