import HTTPTypes
import Hummingbird

/// What every answer carries, and who is answered at all (decision 19): no Host, two of them or none that could be one get
/// 400, a Host that is not ours 421, before anything else; a POST from another origin 403.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = PageContext
    let hosts: Set<String>
    let frontage: Frontage

    init(_ settings: WebSettings) {
        frontage = settings.frontage
        let known = frontage.publicOrigin.flatMap(Frontage.authority)
        hosts = settings.hosts.union(known.map { [$0] } ?? [])
    }

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        let caller = Caller(request, remote: context.remote, frontage: frontage)
        var response = try await Caller.$current.withValue(caller) { try await answer(request, caller, context, next) }
        response.headers[.contentTypeOptions] = "nosniff"
        // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        response.headers[.resourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), interest-cohort=()"
        // Half a year. Never for loopback's names, which belong to every server on the machine.
        if caller.isSecure, !Caller.isLoopbackName(caller.host) {
            response.headers[.strictTransportSecurity] = "max-age=15552000"
        }
        if response.headers[.contentSecurityPolicy] == nil, response.status != .notModified {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        return response
    }

    private func answer(
        _ request: Request, _ caller: Caller, _ context: PageContext,
        _ next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard Authority.isStatedOnce(in: request) else {
            return Self.plain(
                .badRequest, "That request does not say, once and in its proper form, which host it is for.")
        }
        guard isOurs(caller.host, context) else {
            return Self.plain(
                .misdirectedRequest,
                "This address is not one under which Tidings answers. Open it by the address that it printed at start, "
                    + "or tell it this one as web.publicURL.")
        }
        guard request.method != .post || caller.intent.mayPost else {
            return Self.plain(.forbidden, "Another site asked for this, so nothing was done.")
        }
        return try await next(request, context)
    }

    /// A house that listens everywhere answers under the very address that a connection came to: no page of another
    /// site can have a name that is a number of ours.
    private func isOurs(_ host: String, _ context: PageContext) -> Bool {
        // Browsers leave out the port that their scheme has by itself.
        let names = [host, host + ":80", host + ":443"]
        return names.contains { hosts.contains($0) || (frontage.isEverywhere && !host.isEmpty && $0 == context.local) }
    }

    static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }
}

extension SecurityHeaders {
    /// The policy of a page: nothing from elsewhere; sound and film come through the house (`SoundScreen`).
    /// - Parameter style: the policy's name for the one style sheet that stands in the page, if it does.
    static func policy(style: String? = nil) -> String {
        return
            "default-src 'none'; img-src 'self'; style-src 'self'\(style.map { " \($0)" } ?? ""); script-src 'self'; connect-src 'self'; "
            + "manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}
