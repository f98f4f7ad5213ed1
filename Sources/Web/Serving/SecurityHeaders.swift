import HTTPTypes
import Hummingbird

/// What every answer carries, and who is answered at all (decision 19): a Host that is not ours gets 421 before anything
/// else, a POST from another origin 403.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
    let hosts: Set<String>

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        response.headers[.contentTypeOptions] = "nosniff"
        // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.openerPolicy] = "same-origin"
        response.headers[.resourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), interest-cohort=()"
        if response.headers[.contentSecurityPolicy] == nil, response.status != .notModified {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        return response
    }

    private func answer(
        _ request: Request, _ context: Context, _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
            return Self.plain(
                .misdirectedRequest,
                "This address is not one under which Tidings answers. Open it by the address that it printed at start.")
        }
        guard request.method != .post || isOurOwn(request) else {
            return Self.plain(.forbidden, "Another site asked for this, so nothing was done.")
        }
        return try await next(request, context)
    }

    /// Browsers send Origin with every POST; a program that sends neither header carries no reader's authority by
    /// accident, so it may.
    private func isOurOwn(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] {
            guard site == "same-origin" || site == "none" else { return false }
        }
        guard let origin = request.headers[.origin] else { return true }
        return hosts.contains { origin.lowercased() == "http://\($0)" || origin.lowercased() == "https://\($0)" }
    }

    static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }
}

extension SecurityHeaders where Context == BasicRequestContext {
    /// The policy of a page: nothing from elsewhere; sound and film only from the story's own enclosures, at a tap.
    static func policy(media: [String]) -> String {
        let media = media.isEmpty ? "'none'" : media.joined(separator: " ")
        return "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
            + "manifest-src 'self'; media-src \(media); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}
