import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Untrusted

/// The door: a password, or a link that works once. It says nothing about what is inside, works without script, and
/// changes something only by POST.
struct SignInScreen: Sendable {
    let house: House

    /// The most bytes of a form here.
    private static let formLimit = 16 << 10

    /// The door of the edition that a page belongs to: an installed app leaves its frame for what lies outside its
    /// edition's addresses, so each has a door within.
    func address(for path: String, next: String?) -> String {
        let edition = house.edition(at: path)
        let start = house.has(edition, at: path) ? "/\(edition.id.rawValue)" : ""
        guard let next, next != "/" else { return start + "/sign-in" }
        return "\(start)/sign-in?next=\(Query.encoded(next))"
    }

    /// The doors of one edition, or of the whole house.
    func add(to routes: some RouterMethods<PageContext>) {
        routes.get("sign-in") { request, _ in try await show(request) }
        routes.post("sign-in") { request, _ in try await signIn(request) }
        routes.post("sign-out") { request, _ in try await signOut(request) }
    }

    /// Links that work once.
    func addLinks(to router: Router<PageContext>) {
        router.get("/enter/:link") { request, context in try await show(link: context.parameters.get("link"), request) }
        router.post("/enter/:link") { request, context in
            try await enter(by: context.parameters.get("link"), request)
        }
    }

    // MARK: - By password

    private func show(_ request: Request) async throws(LibraryError) -> Response {
        let next = WayBack.checked(Query(request.uri.query ?? "")["next"])
        let path = request.uri.path
        guard path == "/sign-in" || house.has(house.edition(at: path), at: path) else { throw .notThere }
        if Caller.current?.isAdmitted == true { return go(to: next, from: path) }
        return try await page(next, nil, .ok, at: path)
    }

    private func page(
        _ next: String?, _ trouble: String?, _ status: HTTPResponse.Status, at place: String
    ) async throws(LibraryError) -> Response {
        let hasPassword = try await house.door.hasPassword(.first, house.library)
        let view = SignInView(house: house)
        return response(view.password(next: next, trouble: trouble, isPossible: hasPassword, at: place), status)
    }

    private func signIn(_ request: Request) async throws -> Response {
        guard let caller = Caller.current else { throw HTTPError(.forbidden) }
        guard let form = await Self.form(request) else { return Self.tooLarge }
        let next = WayBack.checked(form["next"])
        let guess = caller.guessing(request)
        do throws(SignInError) {
            let sessions = house.library.sessions
            let (token, _, device) = try await sessions.signIn(form["password"] ?? "", from: guess, for: .first)
            await end(SessionCookie.token(request, caller))
            return inside(go(to: next, from: request.uri.path), caller, token, device)
        } catch {
            if let failure = Self.failure(error) { house.log.signInFailed(failure, caller) }
            return try await refused(error, next, at: request.uri.path)
        }
    }

    private func refused(_ error: SignInError, _ next: String?, at place: String) async throws(LibraryError) -> Response
    {
        switch error {
        case .wait(let until):
            let now = house.settings.now()
            let words = SignInWords.wait(until: TimeWords(zone: house.settings.zone, now: now).until(until))
            var response = try await page(next, words, .tooManyRequests, at: place)
            response.headers[.retryAfter] = String(max(1, Int(saturating: until.timeIntervalSince(now).rounded(.up))))
            return response
        case .noPassword: return try await page(next, nil, .forbidden, at: place)
        case .library(.busy): return try await page(next, SignInWords.crowded, .serviceUnavailable, at: place)
        case .library(let error): throw error
        case .wrong, .spent, .expired: return try await page(next, SignInWords.wrong, .forbidden, at: place)
        }
    }

    /// What of it is told to whoever runs the server; the database's own trouble is logged as that of any page.
    private static func failure(_ error: SignInError) -> ServerLog.SignInFailure? {
        switch error {
        case .wrong: .wrongPassword
        case .wait: .throttled
        case .noPassword: .noPassword
        case .spent, .expired: .badLink
        case .library(.busy): .busy
        case .library: nil
        }
    }

    /// The session that a browser had before ends with the new one: a token is never used twice. The device stays known.
    private func end(_ token: Token?) async {
        guard let token else { return }
        do {
            guard let old = try await house.library.sessions.session(of: token) else { return }
            try await house.library.sessions.end(old.id, for: old.reader, keepsDevice: true)
        } catch { return }
    }

    private func signOut(_ request: Request) async throws -> Response {
        guard let caller = Caller.current else { throw HTTPError(.forbidden) }
        await end(SessionCookie.token(request, caller))
        var response = Response.redirect(to: address(for: request.uri.path, next: nil), type: .normal)
        SessionCookie.clear(for: caller, in: &response)
        // What the browser keeps of pages goes too; it heeds this only in a secure context.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    // MARK: - By a link

    /// Looking at a link does not spend it: messengers and scanners fetch addresses to show what is there.
    private func show(link text: String?, _ request: Request) async throws(LibraryError) -> Response {
        let view = SignInView(house: house)
        do throws(SignInError) {
            guard let link = text.flatMap({ Token($0) }) else { throw .expired }
            try await house.library.sessions.check(link: link)
            return response(view.link(link), .ok)
        } catch {
            if let caller = Caller.current, Self.failure(error) == .badLink {
                house.log.signInFailed(.deadLink, caller)
            }
            return try refused(link: error, view)
        }
    }

    private func enter(by text: String?, _ request: Request) async throws -> Response {
        guard let caller = Caller.current else { throw HTTPError(.forbidden) }
        guard await Self.form(request) != nil else { return Self.tooLarge }
        let view = SignInView(house: house)
        do throws(SignInError) {
            guard let link = text.flatMap({ Token($0) }) else { throw .expired }
            let (token, _, device) = try await house.library.sessions.open(link: link, from: caller.guessing(request))
            await end(SessionCookie.token(request, caller))
            return inside(go(to: nil, from: request.uri.path), caller, token, device)
        } catch {
            if let failure = Self.failure(error) { house.log.signInFailed(failure, caller) }
            return try refused(link: error, view)
        }
    }

    private func refused(link error: SignInError, _ view: SignInView) throws(LibraryError) -> Response {
        if case .library(let error) = error { throw error }
        let isInside = Caller.current?.isAdmitted == true
        return response(view.deadLink(isSpent: error == .spent, isInside: isInside), .gone)
    }

    // MARK: - Answers

    /// - Returns: nil when it has too many bytes, or nobody is there any more.
    private static func form(_ request: Request) async -> Query? {
        do {
            let body = try await request.body.collect(upTo: formLimit)
            return Query(String(decoding: Array(buffer: body), as: UTF8.self))
        } catch { return nil }
    }

    private static let tooLarge = SecurityHeaders.plain(.contentTooLarge, SignInWords.tooLarge)

    /// To a place of ours, or to the first page of the edition whose door it was.
    private func go(to place: String?, from door: String) -> Response {
        let today = Route.today.path(in: house.edition(at: door).id)
        var response = Response.redirect(to: place ?? today, type: .normal)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Gives the browser its session, and what its device is known by.
    private func inside(_ response: Response, _ caller: Caller, _ token: Token, _ device: Token) -> Response {
        var response = response
        SessionCookie.set(token, for: caller, in: &response)
        DeviceCookie.set(device, for: caller, in: &response)
        return response
    }

    private func response(_ writer: HTMLWriter, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: SecurityHeaders.policy(),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}
