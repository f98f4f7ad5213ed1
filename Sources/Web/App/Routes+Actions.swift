import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

/// The handler of `POST act/:act`.
extension Routes {
    private static let maxBodySize = 8 << 20

    /// Responds with JSON to script and with a redirect to a form.
    func perform(_ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let name = context.parameters.get("act") ?? ""
        guard let action = ActionName(rawValue: name).flatMap({ Endpoints.action($0) }) else {
            throw LibraryError.notThere
        }
        let form = try await Self.readForm(request)
        let scope = try await responder.makeScope(request, context)
        let wantsJSON = scope.wantsJSON
        do {
            let outcome = try await action.perform(form, scope)
            // An action by script may name no page; the open page then offers to undo the action.
            let asked = outcome.path ?? form.fields["back"] ?? (wantsJSON ? nil : scope.path(.today))
            guard let next = asked.map({ scope.ownPath($0) ?? scope.path(.today) }) else {
                return Self.jsonResponse(outcome.response)
            }
            leave(outcome, at: next, for: scope)
            return wantsJSON ? Self.jsonResponse(outcome.response) : Response.redirect(to: next, type: .normal)
        } catch {
            guard wantsJSON, let failure = error as? LibraryError else { throw error }
            dependencies.log.pageFailed(failure, ErrorMiddleware.status(of: failure), request, context, context.client)
            let outcome = ActionOutcome.failed(failure.userMessage)
            return Self.jsonResponse(outcome.response, status: .unprocessableContent)
        }
    }

    /// Stores the undo offer and the result for the page that the action leads to. Other pages, such as in another tab,
    /// do not show them.
    private func leave(_ outcome: ActionOutcome, at path: String, for scope: RequestScope) {
        let page = String(path.prefix { $0 != "?" && $0 != "#" })
        let offers = scope.dependencies.undoOffers
        if let ticket = outcome.response.ticket {
            offers.store(ticket, of: page, for: scope)
        } else if offers.value(of: page, for: scope) != nil {
            // The offer of an earlier action would be taken for this one's.
            offers.removeValue(of: page, for: scope)
        }
        if case .membership(let result, _, let typedName, _) = outcome {
            scope.dependencies.membershipResults.store(result, typedName: typedName, at: page, for: scope)
        }
    }

    /// Returns the form's fields and, for a multipart form, the uploaded file.
    private static func readForm(_ request: Request) async throws -> SubmittedForm {
        let body: ByteBuffer
        // Collecting fails if the body is too large or the client has disconnected.
        do { body = try await request.body.collect(upTo: maxBodySize) } catch { throw HTTPError(.contentTooLarge) }
        let bytes = Array(buffer: body)
        guard let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") else {
            return SubmittedForm(fields: QueryParameters(String(decoding: bytes, as: UTF8.self)))
        }
        let multipart = MultipartForm(bytes, contentType: type)
        let fields = (multipart?.parts ?? []).filter { $0.name != "file" }
        let form = QueryParameters(pairs: fields.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
        return SubmittedForm(fields: form, file: multipart?["file"])
    }

    static func jsonResponse(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: jsonBytes(value))))
    }

    /// Returns the value as JSON with sorted keys, so that equal values give equal bytes.
    static func jsonBytes(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding these structs cannot fail; the fallback avoids a force unwrap.
        return (try? encoder.encode(value)) ?? Data("{}".utf8)
    }
}
