import Foundation
public import Markup

/// Base URLs of Hacker News' APIs and website, and which backend is used (`docs/sources/hacker-news.md`), all from the
/// site's address in an edition.
///
/// `https://news.ycombinator.com/` means the three public services. Any other site serves all three below its own root
/// (`/v0`, `/api/v1`, `/`), unless the query names others:
/// `http://127.0.0.1:9000/?via=pages&items=http%3A%2F%2F127.0.0.1%3A9001%2Fv0`.
public struct HackerNewsEndpoints: Sendable, Hashable {
    /// Which service is read.
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
    /// Root of the official API: `https://hacker-news.firebaseio.com/v0`.
    public let apiRoot: String
    /// Root of the search API: `https://hn.algolia.com/api/v1`.
    public let searchRoot: String
    /// Roots of the search API of 2013: the feed of ids, and the items.
    public let hnsearchListRoot: String
    public let hnsearchItemsRoot: String
    public let backend: Backend

    private static let officialHosts: Set<String> = ["news.ycombinator.com", "hackernews.com", "www.hackernews.com"]

    /// Reads the roots from a site's address.
    /// - Parameter address: as written in an edition.
    public init(site address: WebAddress) {
        let fields = Self.queryParameters(address.query)
        let isOfficial = Self.officialHosts.contains(address.host)
        let root =
            isOfficial ? "https://news.ycombinator.com" : Self.withoutTrailingSlashes(address.origin + address.path)
        site = root
        backend = fields["via"].flatMap(Backend.init) ?? .api
        let given = { (name: String) in
            fields[name].flatMap { WebAddress($0) }.map { Self.withoutTrailingSlashes($0.text) }
        }
        apiRoot = given("items") ?? (isOfficial ? "https://hacker-news.firebaseio.com/v0" : root + "/v0")
        searchRoot = given("search") ?? (isOfficial ? "https://hn.algolia.com/api/v1" : root + "/api/v1")
        let old = given("hnsearch")
        hnsearchListRoot = old ?? (isOfficial ? "https://www.hnsearch.com" : root)
        hnsearchItemsRoot = (old ?? (isOfficial ? "https://api.thriftdb.com" : root)) + "/api.hnsearch.com/items"
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

    /// The page of a story or comment.
    func page(of id: some CustomStringConvertible) -> WebAddress? { WebAddress("\(site)/item?id=\(id)") }

    /// A user's page.
    func page(ofPerson name: String) -> WebAddress? { WebAddress("\(site)/user?id=\(Self.percentEncoded(name))") }

    /// Base for relative addresses in texts.
    var base: WebAddress? { WebAddress(site + "/") }

    /// Whether an address belongs to the website.
    func isOnSite(_ address: WebAddress) -> Bool {
        WebAddress(site).map { $0.host == address.host && $0.port == address.port } ?? false
    }

    // MARK: The official API

    func itemURL(_ id: Int) -> String { "\(apiRoot)/item/\(id).json" }
    func listURL(_ list: HackerNewsList) -> String { "\(apiRoot)/\(list.rawValue)stories.json" }
    func userURL(_ name: String) -> String { "\(apiRoot)/user/\(Self.percentEncoded(name)).json" }
    var updatesURL: String { "\(apiRoot)/updates.json" }

    /// Percent-encodes every byte but the unreserved ones (RFC 3986 §2.3).
    static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
