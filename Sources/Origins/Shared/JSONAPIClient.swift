import Fetching
import Markup
import News
import URLs

/// Fetches JSON and maps failures to `SourceError`.
struct JSONAPIClient: Sendable {
    let fetcher: Fetcher
    var maxConcurrentPerHost = 1
    /// A 429 is returned, and silences the caller alone (`FetchRequest.limitsCallerOnly`).
    var acceptsBackoffStatuses = false

    /// 4 MiB; twenty stories take a tenth.
    static let maxBytes = 4 << 20
    /// In characters.
    private static let maxMessageLength = 200

    /// - Throws: `SourceError`; causes name the host.
    func fetch(_ address: String, previous state: ValidatorState? = nil) async throws(SourceError) -> FetchResponse {
        let response = try await response(to: address, previous: state)
        if let error = Self.error(of: response) { throw error }
        return response
    }

    /// Of any status.
    /// - Parameter headers: are sent to this address's origin only.
    /// - Throws: `SourceError` without a response.
    func response(
        to address: String, previous state: ValidatorState?, headers: [(name: String, value: String)] = []
    ) async throws(SourceError) -> FetchResponse {
        let site = WebAddress(address)?.host ?? address
        var request = FetchRequest(
            address: address, accept: "application/json", validators: state?.validators, bodyLimit: Self.maxBytes)
        request.validatorsAddress = state?.validatorsFrom
        request.acceptsErrorStatuses = true
        request.acceptsBackoffStatuses = acceptsBackoffStatuses
        request.limitsCallerOnly = acceptsBackoffStatuses
        request.headers = headers
        request.maxConcurrentPerHost = maxConcurrentPerHost
        do { return try await fetcher.fetch(request) } catch { throw SourceError(error, site: site) }
    }

    /// Nil for a success.
    static func error(of response: FetchResponse) -> SourceError? {
        SourceError.refusal(response.status, message: refusalMessage(of: response))
    }

    /// `{"code": "rest_no_route"}`; nil without one.
    static func errorCode(of response: FetchResponse) -> String? {
        lenientValue(of: response.body)?["code"]?.nonEmptyString?.lowercased()
    }

    /// - Throws: `.unreadable`, with what the response is instead.
    func value(of response: FetchResponse, maxDepth: Int = JSONReader.maxDepth) throws(SourceError) -> JSONValue {
        let site = WebAddress(response.address)?.host ?? response.address
        do {
            return try JSONReader.value(of: response.body, maxDepth: maxDepth)
        } catch {
            if let value = JSONInDebris.value(of: response.body, maxDepth: maxDepth) { return value }
            let fault: FailureCause.JSONFault =
                switch error {
                case .empty: .empty
                case .truncated: .truncated
                case .malformed where response.contentType?.contains("html") == true: .webPage
                case .malformed(let offset): .invalid(offset: offset)
                }
            throw .unreadable(FailureCause(.notJSON(fault), at: site))
        }
    }

    /// Of a response of another shape: the API's own words, if it has any.
    static func unexpected(
        _ value: JSONValue, expected: FailureCause.ExpectedContent, at site: String
    ) -> SourceError {
        let originError = errorMessage(of: value).map { FailureCause.Reason.originError($0) }
        return .unreadable(FailureCause(originError ?? .unexpectedContent(expected), at: site))
    }

    /// Usually `{"error": …}`.
    private static func refusalMessage(of response: FetchResponse) -> String? {
        lenientValue(of: response.body).flatMap(errorMessage)
    }

    /// Nil for what is no JSON, whatever stands around it.
    static func lenientValue(of body: [UInt8]) -> JSONValue? {
        // A page has no value.
        if let value = try? JSONReader.value(of: body) { return value }
        return JSONInDebris.value(of: body, maxDepth: JSONReader.maxDepth)
    }

    /// Plain text; nil without a message.
    static func errorMessage(of value: JSONValue) -> String? {
        let error = value["error"]
        let given = error?.nonEmptyString ?? error?["message"]?.nonEmptyString ?? value["message"]?.nonEmptyString
        guard let given else { return nil }
        let plain = PlainText.of(possiblyHTMLTitle: given)
        return plain.isEmpty ? nil : PlainText.excerpt(of: plain, limit: maxMessageLength)
    }
}
