import HTTPTypes
import Hummingbird
import Library
import News

/// Lets in who has a session, or may come in without one; everybody else is shown the door, whatever they asked for, so
/// that nothing can be told from an answer about what is inside.
struct Doorkeeper: RouterMiddleware {
    typealias Context = PageContext
    let house: House

    func handle(
        _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard var caller = Caller.current else { return SecurityHeaders.plain(.forbidden, SignInWords.again) }
        if let token = SessionCookie.token(request, caller),
            let found = try await house.door.session(
                token, house.library, now: house.settings.now(), mayRenew: !caller.intent.isUnwanted)
        {
            caller.session = found.session
            caller.isAdmitted = true
            house.settings.connections?.admit(context.connection)
            var response = try await Caller.$current.withValue(caller) { try await next(request, context) }
            // A sign-in or a sign-out has its own word on the cookie.
            if found.isRenewed, !SessionCookie.isSet(in: response, for: caller) {
                SessionCookie.set(token, for: caller, in: &response)
                let shown = DeviceCookie.token(request, caller)
                // What was asked for is done by now; the device is kept at the next renewal otherwise.
                let kept = try? await house.library.sessions.keepDevice(of: found.session, shown: shown)
                if let device = kept ?? nil { DeviceCookie.set(device, for: caller, in: &response) }
            }
            return response
        }
        caller.isAdmitted = try await isOpen(to: caller)
        if caller.isAdmitted { house.settings.connections?.admit(context.connection) }
        guard caller.isAdmitted || Self.isBeforeTheDoor(request.uri.path) else { return shown(request) }
        return try await Caller.$current.withValue(caller) { try await next(request, context) }
    }

    private func isOpen(to caller: Caller) async throws(LibraryError) -> Bool {
        switch house.settings.frontage.door {
        case .closed: false
        case .openHere: caller.isHere
        // A proxy's visitors may be anybody's.
        case .openUntilPassword:
            if caller.isRelayed { false } else { try await !house.door.hasPassword(.first, house.library) }
        }
    }

    /// What everybody may have: the app's own files, the door itself, and what a browser asks for without cookies.
    private static func isBeforeTheDoor(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first, parts.count) {
        case ("assets", 3), ("enter", 2), ("sign-in", 1), ("sw.js", 1): return true
        default: return parts.count == 2 && (parts.last == "manifest.webmanifest" || parts.last == "sign-in")
        }
    }

    /// A page leads to the sign-in and back; what script or a picture asks for is refused.
    private func shown(_ request: Request) -> Response {
        let path = request.uri.path
        if request.headers[.accept]?.contains("application/json") == true || path.hasPrefix("/api/") {
            return Response(
                status: .unauthorized, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"failed":true,"words":"\#(SignInWords.again)"}"#)))
        }
        if path.hasPrefix("/picture/") || path.hasPrefix("/sound/") {
            return SecurityHeaders.plain(.unauthorized, SignInWords.again)
        }
        let isReading = request.method == .get || request.method == .head
        let place = isReading ? WayBack.checked(request.uri.string) : nil
        var response = Response.redirect(to: SignInScreen(house: house).address(for: path, next: place), type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
