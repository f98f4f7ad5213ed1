import Compression
import HTTPTypes
import Hummingbird
import Library

/// A middleware that gives requests for an interface of other programs to it, before a session is asked for.
struct ProgramMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let interface: ProgramInterface
    let dependencies: WebDependencies

    func handle(
        _ request: Request, context: WebRequestContext, next: (Request, WebRequestContext) async throws -> Response
    ) async throws -> Response {
        guard interface.contains(request.uri.path) else { return try await next(request, context) }
        let client = try context.requireClient()
        let (log, limiter) = (dependencies.log, dependencies.settings.connectionLimiter)
        let program = ProgramClient(
            login: client.loginClient(request), onAuthorized: { limiter?.admit(context.connection) },
            onRejected: { error in
                if let failure = ServerLog.SignInFailure(error) { log.signInFailed(failure, client) }
            })
        do {
            let response = try await interface.respond(request, program)
            return request.method == .head ? response.createHeadResponse() : response
        } catch let error as LibraryError {
            let status = ErrorMiddleware.status(of: error)
            log.pageFailed(error, status, request, context, client)
            return Response.plainText(status, error.userMessage)
        }
    }
}

extension ServerLog.SignInFailure {
    fileprivate init?(_ error: SignInError) {
        switch error {
        case .wrongPassword: self = .wrongPassword
        case .throttled: self = .throttled
        case .noPassword, .linkUsed, .linkExpired, .library: return nil
        }
    }
}
