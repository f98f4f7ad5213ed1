import Fetching
import JSON
import Markup
import News
import URLs

/// A client that fetches JSON and maps failures to `SourceError`.
struct JSONAPIClient: Sendable {
    let fetcher: Fetcher
    var maxConcurrentPerHost = 1
    /// True to return 429 responses, and to limit only this caller after one (`FetchRequest.limitsCallerOnly`).
    var acceptsBackoffStatuses = false

    /// The body size limit: 4 MiB. Twenty stories take a tenth of that.
    static let maxBytes = 4 << 20
    /// The maximum length of error messages in characters.
    private static let maxMessageLength = 200

    /// Fetches a successful response.
    /// - Throws: `SourceError`; causes name the host.
    func fetch(_ address: String, previous state: StoredHTTPValidators? = nil) async throws(SourceError)
        -> FetchResponse
    {
        let response = try await response(to: address, previous: state)
        if let error = Self.error(of: response) { throw error }
        return response
    }

    /// Fetches a response of any status.
    /// - Parameter headers: headers that are sent to this address's origin only.
    /// - Throws: `SourceError` if there is no response.
    func response(
        to address: String, previous state: StoredHTTPValidators?, headers: [(name: String, value: String)] = []
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

    /// Returns the error for a response; nil for a success.
    static func error(of response: FetchResponse) -> SourceError? {
        SourceError.refusal(response.status, message: refusalMessage(of: response))
    }

    /// Returns the `code` of a body such as `{"code": "rest_no_route"}`; nil if there is none.
    static func errorCode(of response: FetchResponse) -> String? {
        lenientValue(of: response.body)?["code"]?.nonEmptyString?.lowercased()
    }

    /// Parses the body.
    /// - Throws: `.unreadable`, with the kind of content that was returned instead.
    func value(of response: FetchResponse, maxDepth: Int = JSONReader.maxDepth) throws(SourceError) -> JSONValue {
        let site = WebAddress(response.address)?.host ?? response.address
        do {
            return try JSONReader.value(of: response.body, maxDepth: maxDepth)
        } catch {
            if let value = NoisyJSONDocument.value(of: response.body, maxDepth: maxDepth) { return value }
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

    /// Returns the error for a response of another shape, with the API's own message if there is one.
    static func unexpected(
        _ value: JSONValue, expected: FailureCause.ExpectedContent, at site: String
    ) -> SourceError {
        let originError = errorMessage(of: value).map { FailureCause.Reason.originError($0) }
        return .unreadable(FailureCause(originError ?? .unexpectedContent(expected), at: site))
    }

    /// Returns the API's message, usually `{"error": …}`.
    private static func refusalMessage(of response: FetchResponse) -> String? {
        lenientValue(of: response.body).flatMap(errorMessage)
    }

    /// Parses JSON that may be surrounded by debris; returns nil if there is no JSON.
    static func lenientValue(of body: [UInt8]) -> JSONValue? {
        // A body that is a web page has no value.
        if let value = try? JSONReader.value(of: body) { return value }
        return NoisyJSONDocument.value(of: body, maxDepth: JSONReader.maxDepth)
    }

    /// Returns the API's message as plain text; nil if there is none.
    static func errorMessage(of value: JSONValue) -> String? {
        let error = value["error"]
        let given = error?.nonEmptyString ?? error?["message"]?.nonEmptyString ?? value["message"]?.nonEmptyString
        guard let given else { return nil }
        let plain = PlainText.of(possiblyHTMLTitle: given)
        return plain.isEmpty ? nil : PlainText.excerpt(of: plain, limit: maxMessageLength)
    }
}
