import Fetching
import Markup
import News

/// Asks a site's interface for JSON, and says in the words of `News` what became of it.
struct JSONAPIClient: Sendable {
    let fetcher: Fetcher
    /// `FetchRequest.atOnce`.
    var atOnce = 1

    /// The most bytes of one answer: 4 MiB. Twenty whole stories are a tenth of that.
    static let maxBytes = 4 << 20
    /// The longest explanation of a refusal that is passed on, in characters.
    private static let maxMessageLength = 200

    /// Asks once.
    /// - Parameters:
    ///   - address: sent as it stands.
    ///   - memory: what the last answer of the same list gave to ask with.
    /// - Throws: `SourceError`; sentences name the host.
    func fetch(_ address: String, previous memory: ValidatorState? = nil) async throws(SourceError) -> FetchResponse {
        let site = WebAddress(address)?.host ?? address
        var request = FetchRequest(
            address: address, accept: "application/json", validators: memory?.validators, bodyLimit: Self.maxBytes)
        request.validatorsAddress = memory?.validatorsFrom
        request.acceptsErrorStatuses = true
        request.maxConcurrentPerHost = atOnce
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: site) }
        switch response.status {
        case 200..<300, 304: return response
        case 404: throw .notThere
        case 410: throw .gone
        case 401: throw .signInNeeded
        default: throw .refused(status: response.status, saying: Self.refusalMessage(of: response))
        }
    }

    /// What the answer holds.
    /// - Throws: `.unreadable`, with what it is instead.
    /// - Parameter deepest: values within values; deeper documents are refused.
    func value(of response: FetchResponse, maxDepth: Int = JSONReader.maxDepth) throws(SourceError) -> JSONValue {
        let site = WebAddress(response.address)?.host ?? response.address
        do {
            return try JSONReader.value(of: response.body, maxDepth: maxDepth)
        } catch {
            switch error {
            case .empty: throw .unreadable(why: "\(site) answered with an empty document instead of JSON.")
            case .truncated: throw .unreadable(why: "\(site) answered with JSON that breaks off.")
            case .malformed where response.contentType?.contains("html") == true:
                throw .unreadable(why: "\(site) answered with a web page instead of JSON.")
            case .malformed(let place):
                throw .unreadable(why: "\(site) answered with something that is no JSON from byte \(place + 1) on.")
            }
        }
    }

    /// An interface that refuses usually says why: `{"error": …}`.
    private static func refusalMessage(of response: FetchResponse) -> String? {
        // What is no JSON explains nothing to a person.
        guard let value = try? JSONReader.value(of: response.body) else { return nil }
        return errorMessage(of: value)
    }

    /// The words of an error object, plain; nil when it is none.
    static func errorMessage(of value: JSONValue) -> String? {
        let error = value["error"]
        let given = error?.nonEmptyString ?? error?["message"]?.nonEmptyString ?? value["message"]?.nonEmptyString
        guard let given else { return nil }
        let plain = PlainText.of(possiblyHTMLTitle: given)
        return plain.isEmpty ? nil : PlainText.excerpt(of: plain, limit: maxMessageLength)
    }
}
