import Foundation
import Markup
import URLs

/// The root of a REST API, from a site's `Link` header (`rel="https://api.w.org/"`): `https://paper.example/wp-json/`,
/// or `https://paper.example/?rest_route=/` with plain permalinks.
struct RESTRoot: Sendable, Hashable, Codable {
    static let linkRelation = "https://api.w.org/"

    /// The address without a trailing slash.
    let text: String

    private init(text: String) { self.text = text }

    /// Creates the root from a page's link.
    init?(linked address: WebAddress) {
        let whole = address.withoutFragment.text
        if let match = whole.firstRange(of: "rest_route=") {
            self.init(text: String(whole[..<match.upperBound]))
        } else {
            var path = address.origin + address.path
            while path.hasSuffix("/") { path.removeLast() }
            guard path != address.origin else { return nil }
            self.init(text: path)
        }
    }

    /// Creates the root from an address of the API itself; nil for any other address.
    init?(above address: WebAddress) {
        let whole = address.withoutFragment.text.replacing("%2F", with: "/").replacing("%2f", with: "/")
        if let route = whole.firstRange(of: "/wp/v2") {
            guard whole[..<route.lowerBound].contains("/wp-json") || whole.contains("rest_route=") else { return nil }
            self.init(text: String(whole[..<route.lowerBound]))
        } else if address.path.hasSuffix("/wp-json") || address.path.hasSuffix("/wp-json/") {
            self.init(linked: address)
        } else {
            return nil
        }
    }

    /// Guesses the root in the folder of the front page, known from a guid such as `…/blog/?p=12`.
    init(guessedFor story: WebAddress, key: String) {
        let guid = WebAddress(key)
        let folder = guid.flatMap { $0.bareHost == story.bareHost && $0.query != nil ? $0.path : nil } ?? "/"
        let home = story.origin + (folder.hasSuffix("/") ? folder : "/")
        self.init(text: story.value(ofQuery: "p") == nil ? home + "wp-json" : home + "?rest_route=")
    }

    /// Returns the root with `https` if the page requires it (`WebAddress.upgraded(like:)`).
    func upgraded(like page: WebAddress) -> RESTRoot {
        WebAddress(text).map { RESTRoot(text: $0.upgraded(like: page).text) } ?? self
    }

    /// Returns the address of a route.
    /// - Parameter query: the fields, already encoded.
    func address(_ route: String, _ query: KeyValuePairs<String, String> = [:]) -> String {
        let fields = query.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        guard !fields.isEmpty else { return text + route }
        return text + route + (text.contains("?") ? "&" : "?") + fields
    }
}

extension WebAddress {
    /// Returns the value of a query field, not decoded; nil if the field is missing.
    func value(ofQuery name: String) -> String? {
        for pair in (query ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
            return String(pair.dropFirst(name.count + 1))
        }
        return nil
    }

    func setting(query name: String, _ value: String) -> WebAddress? {
        let others = (query ?? "").split(separator: "&").filter { !$0.hasPrefix(name + "=") }
        let fields = others.map(String.init) + ["\(name)=\(value)"]
        return WebAddress(origin + path + "?" + fields.joined(separator: "&"))
    }
}
