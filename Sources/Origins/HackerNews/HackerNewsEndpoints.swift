import Foundation
import Markup
public import URLs

/// The base URLs and the backend of a Hacker News site, derived from its address in an edition
/// (`docs/sources/hacker-news.md`).
///
/// The address `https://news.ycombinator.com/` means the public services. Other sites serve all three below their root
/// (`/v0`, `/api/v1`, `/`) unless the query names others:
/// `http://127.0.0.1:9000/?via=pages&items=http%3A%2F%2F127.0.0.1%3A9001%2Fv0`.
public struct HackerNewsEndpoints: Sendable, Hashable {
    /// The service that stories and comments are fetched from.
    public enum Backend: String, Sendable, CaseIterable {
        /// The official API, with the search API for comment trees.
        case api = "interface"
        /// The website's HTML pages.
        case website = "pages"
        /// The search API of 2013.
        case hnsearch
    }

    /// The website's root, without a trailing slash.
    public let site: String
    /// The official API's root: `https://hacker-news.firebaseio.com/v0`.
    public let apiRoot: String
    /// The search API's root: `https://hn.algolia.com/api/v1`.
    public let searchRoot: String
    /// The root of the lists of ids in the search API of 2013.
    public let hnsearchListRoot: String
    /// The root of the items in the search API of 2013.
    public let hnsearchItemsRoot: String
    /// The service that stories and comments are fetched from.
    public let backend: Backend

    private static let officialHosts: Set<String> = ["news.ycombinator.com", "hackernews.com", "www.hackernews.com"]

    /// Parses a site's address from an edition.
    public init(site address: WebAddress) {
        let fields = Self.queryParameters(address.query)
        let isOfficial = Self.officialHosts.contains(address.host)
        let root =
            isOfficial ? "https://news.ycombinator.com" : Self.withoutTrailingSlashes(address.origin + address.path)
        site = root
        backend = fields["via"].flatMap(Backend.init) ?? .api
        let configuredRoot = { (name: String) in
            fields[name].flatMap { WebAddress($0) }.map { Self.withoutTrailingSlashes($0.text) }
        }
        apiRoot = configuredRoot("items") ?? (isOfficial ? "https://hacker-news.firebaseio.com/v0" : root + "/v0")
        searchRoot = configuredRoot("search") ?? (isOfficial ? "https://hn.algolia.com/api/v1" : root + "/api/v1")
        let hnsearchRoot = configuredRoot("hnsearch")
        hnsearchListRoot = hnsearchRoot ?? (isOfficial ? "https://www.hnsearch.com" : root)
        hnsearchItemsRoot =
            (hnsearchRoot ?? (isOfficial ? "https://api.thriftdb.com" : root)) + "/api.hnsearch.com/items"
    }

    private static func withoutTrailingSlashes(_ text: String) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func queryParameters(_ query: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for part in (query ?? "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            fields[String(pair[0])] = String(pair[1]).removingPercentEncoding
        }
        return fields
    }

    // MARK: Pages

    func page(of id: some CustomStringConvertible) -> WebAddress? { WebAddress("\(site)/item?id=\(id)") }

    func page(ofUser name: String) -> WebAddress? { WebAddress("\(site)/user?id=\(name.percentEncoded)") }

    /// The base of relative addresses in texts.
    var base: WebAddress? { WebAddress(site + "/") }
    var host: String { base?.host ?? site }

    func isOnSite(_ address: WebAddress) -> Bool {
        WebAddress(site).map { $0.host == address.host && $0.port == address.port } ?? false
    }

    /// Returns true if the address has the site's scheme, host and port, so that cookies may be sent there.
    func isAtOrigin(_ address: WebAddress) -> Bool { WebAddress(site).map { $0.origin == address.origin } ?? false }

    // MARK: The official API

    func itemURL(_ id: Int) -> String { "\(apiRoot)/item/\(id).json" }
    func listURL(_ list: HackerNewsList) -> String { "\(apiRoot)/\(list.rawValue)stories.json" }
    func userURL(_ name: String) -> String { "\(apiRoot)/user/\(name.percentEncoded).json" }
    var updatesURL: String { "\(apiRoot)/updates.json" }
}
