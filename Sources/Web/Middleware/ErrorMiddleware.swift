import HTTPTypes
import Hummingbird
import Library

/// A middleware that turns errors into pages of one sentence and a link, and logs server errors.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = WebRequestContext
    let responder: PageResponder
    let log: ServerLog

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as LibraryError {
            let status = Self.status(of: error)
            log.pageFailed(error, status, request, context, context.client)
            return await responder.errorPage(error.userMessage, status, to: request, context)
        } catch RequestContextError.noReader {
            // The response is that of a missing page, so that public paths do not reveal which pages exist (decision
            // 0012).
            return await responder.errorPage(LibraryError.notThere.userMessage, .notFound, to: request, context)
        } catch let error as HTTPError where error.status == .notFound {
            return await responder.errorPage(
                "This page does not exist. The address may be wrong or out of date.", .notFound, to: request, context)
        } catch let error as BodyTooLargeError {
            return await responder.errorPage(error.userMessage, .contentTooLarge, to: request, context)
        } catch let error as HTTPError {
            log.pageFailed(error, error.status, request, context, context.client)
            return await responder.errorPage("That request could not be read.", error.status, to: request, context)
        } catch {
            log.pageFailed(error, .internalServerError, request, context, context.client)
            return await responder.errorPage(
                "Something went wrong in Tidings. Try again.", .internalServerError, to: request, context)
        }
    }

    static func status(of error: LibraryError) -> HTTPResponse.Status {
        switch error {
        case .notThere: .notFound
        case .alreadyThere: .conflict
        case .notAllowed: .forbidden
        case .invalid: .unprocessableContent
        case .busy: .serviceUnavailable
        case .diskFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        default: .internalServerError
        }
    }
}
