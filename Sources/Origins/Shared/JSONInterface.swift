import Fetching
import Markup
import News

/// Asks a site's interface for JSON, and says in the words of `News` what became of it.
struct JSONInterface: Sendable {
    let fetcher: Fetcher
    /// `FetchRequest.atOnce`.
    var atOnce = 1

    /// The most bytes of one answer: 4 MiB. Twenty whole stories are a tenth of that.
    static let largest = 4 << 20
    /// The longest explanation of a refusal that is passed on, in characters.
    private static let longestSaying = 200

    /// Asks once.
    /// - Parameters:
    ///   - address: sent as it stands.
    ///   - memory: what the last answer of the same list gave to ask with.
    /// - Throws: `SourceError`; sentences name the host.
    func ask(_ address: String, remembering memory: AnswerMemory? = nil) async throws(SourceError) -> FetchAnswer {
        let site = WebAddress(address)?.host ?? address
        var request = FetchRequest(
            address: address, accept: "application/json", validators: memory?.validators, limit: Self.largest)
        request.validatorsFrom = memory?.validatorsFrom
        request.acceptsRefusals = true
        request.atOnce = atOnce
        let answer: FetchAnswer
        do { answer = try await fetcher.fetch(request) } catch { throw SourceError(error, site: site) }
        switch answer.status {
        case 200..<300, 304: return answer
        case 404: throw .notThere
        case 410: throw .gone
        case 401: throw .signInNeeded
        default: throw .refused(status: answer.status, saying: Self.saying(of: answer))
        }
    }

    /// What the answer holds.
    /// - Throws: `.unreadable`, with what it is instead.
    /// - Parameter deepest: values within values; deeper documents are refused.
    func value(of answer: FetchAnswer, deepest: Int = JSONReader.deepest) throws(SourceError) -> JSONValue {
        let site = WebAddress(answer.address)?.host ?? answer.address
        do {
            return try JSONReader.value(of: answer.body, deepest: deepest)
        } catch {
            switch error {
            case .empty: throw .unreadable(why: "\(site) answered with an empty document instead of JSON.")
            case .truncated: throw .unreadable(why: "\(site) answered with JSON that breaks off.")
            case .malformed where answer.contentType?.contains("html") == true:
                throw .unreadable(why: "\(site) answered with a web page instead of JSON.")
            case .malformed(let place):
                throw .unreadable(why: "\(site) answered with something that is no JSON from byte \(place + 1) on.")
            }
        }
    }

    /// An interface that refuses usually says why: `{"error": …}`.
    private static func saying(of answer: FetchAnswer) -> String? {
        // What is no JSON explains nothing to a person.
        guard let value = try? JSONReader.value(of: answer.body) else { return nil }
        return words(of: value)
    }

    /// The words of an error object, plain; nil when it is none.
    static func words(of value: JSONValue) -> String? {
        let error = value["error"]
        let given = error?.name ?? error?["message"]?.name ?? value["message"]?.name
        guard let given else { return nil }
        let plain = PlainText.of(possiblyHTMLTitle: given)
        return plain.isEmpty ? nil : PlainText.excerpt(of: plain, limit: longestSaying)
    }
}
