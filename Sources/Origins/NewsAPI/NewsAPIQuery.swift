import Foundation
import News
import Untrusted

/// A request without its key. The service's limits are checked here, since a refused request counts like any other.
struct NewsAPIQuery: Sendable {
    /// The most that the service gives; a request for fewer counts the same.
    static let pageSize = 100
    /// In characters.
    static let maxWords = 500
    static let maxSources = 20
    /// Bounds cursors, which travel through the address bar.
    private static let pages = 1...1_000

    let endpoint: NewsAPIEndpoint
    /// Decoded, in their order; none is empty.
    let parameters: [(name: String, value: String)]
    /// From 1.
    let page: Int

    init(_ endpoint: NewsAPIEndpoint, _ parameters: [(name: String, value: String)], page: Int = 1) {
        self.endpoint = endpoint
        self.parameters = parameters.filter { !$0.value.isEmpty && endpoint.parameters.contains($0.name) }
        self.page = page
    }

    /// - Parameter query: percent-encoded.
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

    /// A channel's address may name another, which is no part of what it lists.
    var firstPage: NewsAPIQuery { NewsAPIQuery(endpoint, parameters) }

    /// The page after this one; nil after the last.
    /// - Parameter total: as the service counts.
    func next(of total: Int) -> NewsAPIQuery? {
        guard page * Self.pageSize < total, Self.pages.contains(page + 1) else { return nil }
        return NewsAPIQuery(endpoint, parameters, page: page + 1)
    }

    /// Why the service would refuse it; nil if it would not.
    var fault: ServiceFault? {
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

    /// As a cursor or a channel's address, without the page size.
    func address(below root: String) -> String { written(below: root, []) }

    /// As it is sent; the directory has no pages.
    func requestAddress(below root: String) -> String {
        written(below: root, endpoint == .publishers ? [] : [("pageSize", "\(Self.pageSize)")])
    }

    private func written(below root: String, _ further: [(name: String, value: String)]) -> String {
        let all = parameters + further + (page > 1 ? [("page", "\(page)")] : [])
        let query = all.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return "\(root)/\(endpoint.rawValue)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// Commas, which separate a list's members, stay as they are (RFC 3986 §2.2).
    private static func encoded(_ value: String) -> String {
        value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).percentEncoded }
            .joined(separator: ",")
    }

    // MARK: What it says about its stories

    /// BCP 47; nil if it asks for no one language.
    var language: String? { Self.languageTag(self["language"]) }

    /// BCP 47: the service writes Urdu as `ud`.
    static func languageTag(_ language: String?) -> String? {
        language.map { $0.lowercased() == "ud" ? "ur" : $0.lowercased() }
    }

    /// The country of headlines, if it is another than the one that the service documents.
    var undocumentedCountry: String? {
        guard endpoint == .headlines, let country = self["country"], country.lowercased() != "us" else { return nil }
        return country
    }
}
