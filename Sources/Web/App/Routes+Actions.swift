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
        guard Route.Action(rawValue: name) != nil || WritingAction(rawValue: name) != nil else {
            throw LibraryError.notThere
        }
        let (form, file) = try await Self.readForm(request)
        let scope = try await responder.makeScope(request, context)
        let wantsJSON = scope.wantsJSON
        do {
            let outcome = try await Self.outcome(of: name, form, file, scope)
            // An action by script may name no page; the open page then offers to undo the action.
            let asked = outcome.go ?? form["back"] ?? (wantsJSON ? nil : scope.path(.today))
            guard let next = asked.map({ scope.ownPath($0) ?? scope.path(.today) }) else {
                return Self.jsonResponse(outcome)
            }
            leave(outcome, at: next, for: scope)
            return wantsJSON ? Self.jsonResponse(outcome) : Response.redirect(to: next, type: .normal)
        } catch {
            guard wantsJSON else { throw error }
            dependencies.log.pageFailed(error, ErrorMiddleware.status(of: error), request, context, context.client)
            return Self.jsonResponse(
                ActionHandler.Outcome(words: error.userMessage, failed: true), status: .unprocessableContent)
        }
    }

    /// Stores the undo offer and the result for the page that the action leads to. Other pages, such as in another tab,
    /// do not show them.
    private func leave(_ outcome: ActionHandler.Outcome, at path: String, for scope: RequestScope) {
        let page = String(path.prefix { $0 != "?" && $0 != "#" })
        if let ticket = outcome.ticket { scope.dependencies.undoOffers.store(ticket, of: page, for: scope) }
        if let result = outcome.membership {
            scope.dependencies.membershipResults.store(result, typedName: outcome.typedName, at: page, for: scope)
        }
    }

    private static func outcome(
        of name: String, _ form: QueryParameters, _ file: [UInt8]?, _ scope: RequestScope
    ) async throws(LibraryError) -> ActionHandler.Outcome {
        if let action = WritingAction(rawValue: name) {
            return try await WritingActions(scope: scope, form: form).perform(action)
        }
        guard let action = Route.Action(rawValue: name) else { throw .notThere }
        return try await ActionHandler(scope: scope, form: form, file: file).perform(action)
    }

    /// Returns the form's fields and, for a multipart form, the uploaded file.
    private static func readForm(_ request: Request) async throws -> (form: QueryParameters, file: [UInt8]?) {
        let body: ByteBuffer
        // Collecting fails if the body is too large or the client has disconnected.
        do { body = try await request.body.collect(upTo: maxBodySize) } catch { throw HTTPError(.contentTooLarge) }
        let bytes = Array(buffer: body)
        guard let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") else {
            return (QueryParameters(String(decoding: bytes, as: UTF8.self)), nil)
        }
        let multipart = MultipartForm(bytes, contentType: type)
        let fields = (multipart?.parts ?? []).filter { $0.name != "file" }
        let form = QueryParameters(pairs: fields.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
        return (form, multipart?["file"])
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
