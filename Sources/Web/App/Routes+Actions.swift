import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Untrusted

/// The handler of `POST act/:act`.
extension Routes {
    /// Responds with JSON to script and with a redirect to a form.
    func perform(_ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let name = context.parameters.get("act") ?? ""
        guard let action = ActionName(rawValue: name).flatMap({ Endpoints.action($0) }) else {
            throw LibraryError.notThere
        }
        let scope = try await responder.makeScope(request, context)
        let wantsJSON = scope.wantsJSON
        var submitted: SubmittedForm?
        do {
            try scope.identity.require(action.role)
            try await action.precondition?(scope)
            let form = try await Self.readForm(request, limit: action.bodyLimit)
            submitted = form
            let stories = form.fields.values("story").compactMap {
                UntrustedInteger($0)?.id.map(StoryID.init(rawValue:))
            }
            try await scope.library.stories.requireVisible(stories, for: scope.reader)
            let outcome = try await action.perform(form, scope)
            // An action by script may name no page; the open page then offers to undo the action.
            let asked = outcome.path ?? form.fields["back"] ?? (wantsJSON ? nil : scope.path(.today))
            guard let next = asked.map({ scope.ownPath($0) ?? scope.path(.today) }) else {
                return Self.jsonResponse(outcome.response)
            }
            leave(outcome, at: next, for: scope)
            return wantsJSON ? Self.jsonResponse(outcome.response) : Response.redirect(to: next, type: .normal)
        } catch let error as BodyTooLargeError where wantsJSON {
            return Self.jsonResponse(ActionOutcome.failed(error.userMessage).response, status: .contentTooLarge)
        } catch {
            if !wantsJSON, let response = Self.redirectToForm(action, submitted, error, scope) { return response }
            guard wantsJSON, let failure = error as? LibraryError else { throw error }
            dependencies.log.pageFailed(failure, ErrorMiddleware.status(of: failure), request, context, context.client)
            let outcome = ActionOutcome.failed(failure.userMessage)
            return Self.jsonResponse(outcome.response, status: .unprocessableContent)
        }
    }

    /// Returns the redirect to the page of a refused form, which shows what was typed with the sentence; nil for other errors.
    private static func redirectToForm(
        _ action: ActionEndpoint, _ form: SubmittedForm?, _ error: any Error, _ scope: RequestScope
    ) -> Response? {
        guard action.showsRefusedForm, case .invalid(let words)? = error as? LibraryError, let fields = form?.fields,
            let page = fields["back"].flatMap({ scope.ownPath($0) })
        else { return nil }
        let refused = RefusedForm(action: action.name, fields: fields, words: words)
        return Response.redirect(to: refused.store(for: scope, at: page), type: .normal)
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

    /// Returns the form's fields and, of a multipart form, the uploaded files.
    private static func readForm(_ request: Request, limit: Int) async throws -> SubmittedForm {
        let bytes = try await readBody(request, limit: limit)
        guard let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") else {
            return SubmittedForm(fields: QueryParameters(String(decoding: bytes, as: UTF8.self)))
        }
        guard let form = MultipartForm(bytes, contentType: type) else {
            return SubmittedForm(fields: QueryParameters(pairs: []))
        }
        return SubmittedForm(form)
    }

    private static func readBody(_ request: Request, limit: Int) async throws -> [UInt8] {
        // A body that states its size is rejected before any of it is collected.
        let stated = request.headers[.contentLength].flatMap { UntrustedInteger($0)?.int(clampedTo: 0...Int.max) }
        guard (stated ?? 0) <= limit else { throw BodyTooLargeError(limit: limit) }
        do { return Array(buffer: try await request.body.collect(upTo: limit)) } catch {
            // Collecting also fails if the client has disconnected; nobody reads that response.
            throw BodyTooLargeError(limit: limit)
        }
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

/// A request whose body is larger than its action takes.
struct BodyTooLargeError: Error {
    /// The limit in bytes.
    let limit: Int

    /// A sentence that names the limit.
    var userMessage: String { "That is larger than \(limit >> 20) MB, the most that Tidings accepts at once." }
}
