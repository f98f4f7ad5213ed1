import Foundation
import News
import Untrusted

/// A request without its key. The service's limits are checked before sending, since a refused request counts like any
/// other.
struct NewsAPIQuery: Sendable {
    /// The maximum number of articles per page; a request for fewer counts the same.
    static let pageSize = 100
    /// The maximum length of a query in characters.
    static let maxWords = 500
    static let maxSources = 20
    /// The valid page numbers, since cursors come from the address bar.
    private static let pages = 1...1_000

    let endpoint: NewsAPIEndpoint
    /// The decoded parameters in their order; no value is empty.
    let parameters: [(name: String, value: String)]
    /// The page number, starting at 1.
    let page: Int

    init(_ endpoint: NewsAPIEndpoint, _ parameters: [(name: String, value: String)], page: Int = 1) {
        self.endpoint = endpoint
        self.parameters = parameters.filter { !$0.value.isEmpty && endpoint.parameters.contains($0.name) }
        self.page = page
    }

    /// Creates a query from an address.
    /// - Parameter query: the percent-encoded query of the address.
    init(_ endpoint: NewsAPIEndpoint, query: String?) {
        let pairs = (query ?? "").split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (name: Self.decoded(name), value: Self.decoded(pair.dropFirst(name.count + 1)))
        }
        let page = pairs.first { $0.name == "page" }.flatMap { UntrustedInteger(digits: $0.value)?.int(in: Self.pages) }
        self.init(endpoint, pairs, page: page ?? 1)
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return (spaced.removingPercentEncoding ?? String(spaced)).trimmingCharacters(in: .whitespaces)
    }

    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The query for the first page; a channel's address may contain a page number, which is ignored.
    var firstPage: NewsAPIQuery { NewsAPIQuery(endpoint, parameters) }

    /// Returns the query for the next page; nil after the last.
    /// - Parameter total: the total that the service states.
    func next(of total: Int) -> NewsAPIQuery? {
        guard page * Self.pageSize < total, Self.pages.contains(page + 1) else { return nil }
        return NewsAPIQuery(endpoint, parameters, page: page + 1)
    }

    /// The reason why the service would refuse the request; nil if the request is valid.
    var fault: KeyedAPIFailure? {
        for name in ["q", "qInTitle"] where (self[name]?.unicodeScalars.count ?? 0) > Self.maxWords {
            return .queryTooLong(limit: Self.maxWords)
        }
        if let sources = self["sources"] {
            if sources.split(separator: ",").count > Self.maxSources { return .tooManySources(limit: Self.maxSources) }
            if self["country"] != nil || self["category"] != nil { return .invalidParameter("sources") }
        }
        let required = endpoint.requiredParameters
        return required.isEmpty || required.contains { self[$0] != nil } ? nil : .missingParameter
    }

    /// Returns the address that is used as a cursor or channel, without the page size.
    func address(below root: String) -> String { written(below: root, []) }

    /// Returns the address to fetch; the directory has no pages.
    func requestAddress(below root: String) -> String {
        written(below: root, endpoint == .publishers ? [] : [("pageSize", "\(Self.pageSize)")])
    }

    private func written(below root: String, _ further: [(name: String, value: String)]) -> String {
        let all = parameters + further + (page > 1 ? [("page", "\(page)")] : [])
        let query = all.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return "\(root)/\(endpoint.rawValue)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// Percent-encodes a value except its commas, which separate the members of a list (RFC 3986 §2.2).
    private static func encoded(_ value: String) -> String {
        value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).percentEncoded }
            .joined(separator: ",")
    }

    // MARK: What it says about its stories

    /// The stories' language (BCP 47); nil if the request is not limited to one language.
    var language: String? { Self.languageTag(self["language"]) }

    /// Returns the BCP 47 tag; the service writes Urdu as `ud`.
    static func languageTag(_ language: String?) -> String? {
        language.map { $0.lowercased() == "ud" ? "ur" : $0.lowercased() }
    }

    /// The country of headlines if it is not the one that the service documents; nil otherwise.
    var undocumentedCountry: String? {
        guard endpoint == .headlines, let country = self["country"], country.lowercased() != "us" else { return nil }
        return country
    }
}
