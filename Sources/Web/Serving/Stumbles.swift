import HTTPTypes
import Hummingbird
import Library
import Logging

/// Errors become words once, here: a page with one sentence and a way on, never a bare status or a stack.
struct Stumbles: RouterMiddleware {
    typealias Context = PageContext
    let site: NewspaperSite

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as LibraryError {
            return await site.sorry(error.sentence, Self.status(of: error), to: request)
        } catch let error as HTTPError where error.status == .notFound {
            return await site.sorry("There is no such page. It may have been an old address.", .notFound, to: request)
        } catch let error as HTTPError where error.status == .contentTooLarge {
            return await site.sorry(
                "That is larger than 8 MB, which is more than Tidings takes at once.", .contentTooLarge, to: request)
        } catch let error as HTTPError {
            return await site.sorry("That request could not be read.", error.status, to: request)
        } catch {
            context.logger.error("a page failed", metadata: ["error": "\(error)"])
            return await site.sorry(
                "Something went wrong on our side. The story is safe; try again.", .internalServerError, to: request)
        }
    }

    private static func status(of error: LibraryError) -> HTTPResponse.Status {
        switch error {
        case .notThere: .notFound
        case .alreadyThere: .conflict
        case .invalid: .unprocessableContent
        case .busy: .serviceUnavailable
        case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        default: .internalServerError
        }
    }
}
