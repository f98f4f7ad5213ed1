import Foundation
public import Markup

/// Where Hacker News is asked: the roots of its interface, of its search service and of its own pages, and which of the
/// ways in is taken (`docs/sources/hacker-news.md`). All of it is said by the site's address in an edition.
///
/// `https://news.ycombinator.com/` means the three services as they are. Any other site is taken to speak all three below
/// its own root (`/v0`, `/api/v1`, `/`), unless the query names others:
/// `http://127.0.0.1:9000/?via=pages&items=http%3A%2F%2F127.0.0.1%3A9001%2Fv0`.
public struct HackerNewsEndpoints: Sendable, Hashable {
    /// The way in.
    public enum Backend: String, Sendable, CaseIterable {
        /// The official interface, with the search service beside it.
        case api = "interface"
        /// The website's own pages.
        case website = "pages"
        /// The old search service of 2013.
        case hnsearch
    }

    /// The website's root, without a slash at its end.
    public let site: String
    /// The official interface's root: `https://hacker-news.firebaseio.com/v0`.
    public let apiRoot: String
    /// The search service's root: `https://hn.algolia.com/api/v1`.
    public let searchRoot: String
    /// The old service's two roots: that of the list of numbers, and that of the items.
    public let hnsearchListRoot: String
    public let hnsearchItemsRoot: String
    public let backend: Backend

    private static let officialHosts: Set<String> = ["news.ycombinator.com", "hackernews.com", "www.hackernews.com"]

    /// - Parameter address: the site's address, as an edition names it.
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

    /// The page of a story or a comment.
    func page(of id: some CustomStringConvertible) -> WebAddress? { WebAddress("\(site)/item?id=\(id)") }

    /// The page of somebody.
    func page(ofPerson name: String) -> WebAddress? { WebAddress("\(site)/user?id=\(Self.percentEncoded(name))") }

    /// What references in texts are resolved against.
    var base: WebAddress? { WebAddress(site + "/") }

    /// Whether an address is one of the website's.
    func isOnSite(_ address: WebAddress) -> Bool {
        WebAddress(site).map { $0.host == address.host && $0.port == address.port } ?? false
    }

    // MARK: The official interface

    func itemURL(_ id: Int) -> String { "\(apiRoot)/item/\(id).json" }
    func listURL(_ list: HackerNewsList) -> String { "\(apiRoot)/\(list.rawValue)stories.json" }
    func userURL(_ name: String) -> String { "\(apiRoot)/user/\(Self.percentEncoded(name)).json" }
    var updatesURL: String { "\(apiRoot)/updates.json" }

    /// Every byte but the unreserved ones (RFC 3986 §2.3) percent-encoded.
    static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
