import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// A handler of the form that sets, changes or removes the password. The browser that sends it stays signed in, by a new
/// session; all others end.
struct PasswordHandler: Sendable {
    let responder: PageResponder

    /// The fields of the form, which are never logged or shown again.
    private struct Form: FormValue {
        let current: String?
        let password: String?
        /// The password once more; nil if it was typed in plain sight.
        let `repeat`: String?
        /// True to remove the password.
        let remove: Bool
    }

    func change(_ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        // A browser states where a form comes from; for this one it has to be a page of this server.
        guard context.client.intent.initiator == .sameOrigin else {
            return Response.plainText(.forbidden, SignInStrings.foreignForm)
        }
        guard let fields = await SignInHandler.collectForm(request) else { return SignInHandler.tooLarge }
        let scope = try await responder.makeScope(request, context)
        let form = try Form(SubmittedForm(fields: fields))
        let access = try await AccessState(scope)
        guard access.canChangePassword, !form.remove || access.canRemovePassword else {
            return try await page(.failed(Strings.passwordNotHere), .forbidden, request, context)
        }
        if !form.remove, let repeated = form.repeat, repeated != form.password {
            return try await page(.failed(Strings.passwordsDiffer), .unprocessableContent, request, context)
        }
        do throws(SignInError) {
            let client = context.client
            let opened = try await scope.library.sessions.changePassword(
                from: form.current ?? "", to: form.remove ? nil : form.password ?? "", by: client.loginClient(request),
                in: scope.identity.session, for: scope.reader)
            return done(opened.map { ($0.token, $0.device) }, hadPassword: access.hasPassword, scope)
        } catch { return try await errorPage(error, scope, request, context) }
    }

    private func done(
        _ opened: (token: SecretToken, device: SecretToken)?, hadPassword: Bool, _ scope: RequestScope
    ) -> Response {
        let path = scope.path(.page(.access))
        let words =
            opened == nil ? Strings.passwordRemoved : hadPassword ? Strings.passwordChanged : Strings.passwordIsSet
        scope.dependencies.membershipResults.store(.done(words), typedName: nil, at: path, for: scope)
        var response = Response.redirect(to: path, type: .normal)
        if let opened {
            SessionCookie.set(opened.token, for: scope.client, in: &response)
            DeviceCookie.set(opened.device, for: scope.client, in: &response)
        } else {
            SessionCookie.clear(for: scope.client, in: &response)
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func errorPage(
        _ error: SignInError, _ scope: RequestScope, _ request: Request, _ context: ReaderRequestContext
    ) async throws -> Response {
        if let failure = SignInHandler.failure(error) { scope.dependencies.log.signInFailed(failure, context.client) }
        switch error {
        case .throttled(let until):
            let words = Strings.passwordWait(until: scope.time.until(until))
            var response = try await page(.failed(words), .tooManyRequests, request, context)
            let seconds = until.timeIntervalSince(scope.now).rounded(.up)
            response.headers[.retryAfter] = String(max(1, Int(saturating: seconds)))
            return response
        case .library(.busy):
            return try await page(.failed(SignInStrings.tooManyAttempts), .serviceUnavailable, request, context)
        case .library(.invalid(let why)):
            return try await page(.failed(why), .unprocessableContent, request, context)
        case .library(let error): throw error
        case .wrongPassword, .noPassword, .linkUsed, .linkExpired, .passkey:
            return try await page(.failed(Strings.wrongPresentPassword), .forbidden, request, context)
        }
    }

    /// Returns the page of access with what was wrong with the form.
    private func page(
        _ notice: AccessPage.Notice, _ status: HTTPResponse.Status, _ request: Request,
        _ context: ReaderRequestContext
    ) async throws -> Response {
        try await responder.respond(request, context) { scope in
            var page = try await AccessPage(notice: notice).page(for: scope)
            page.status = status
            return page
        }
    }
}
