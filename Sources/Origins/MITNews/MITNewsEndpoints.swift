import Foundation
import Markup

/// URLs of MIT's news API (`docs/sources/mit-news.md`), below a configured root.
struct MITNewsEndpoints: Sendable {
    /// Page size, as in MIT's own app.
    static let pageSize = 20

    /// Without a trailing slash: `https://m.mit.edu/apis/news`.
    let root: String

    /// - Parameter root: the API's root or the site's, with or without a trailing slash.
    init(root: WebAddress) {
        var text = root.origin + root.path
        while text.hasSuffix("/") { text.removeLast() }
        self.root = text == root.origin ? text + "/apis/news" : text
    }

    var categoriesURL: String { root + "/categories" }

    /// Whether an address is the root or the list of categories, with or without a trailing slash.
    func isDirectory(_ address: WebAddress) -> Bool {
        var text = address.origin + address.path
        while text.hasSuffix("/") { text.removeLast() }
        return text == categoriesURL || text == root
    }

    /// A category's list as a channel address, without the page size.
    func channel(ofCategory id: String) -> String { "\(root)/stories?category=\(Self.percentEncoded(id))" }

    /// The first page of a channel.
    /// - Parameter address: `channel(ofCategory:)`, or another list of stories below the root.
    func firstPage(of address: WebAddress) -> String {
        let text = address.withoutFragment.text
        guard let query = address.query, !query.isEmpty else {
            return (text.hasSuffix("?") ? text : text + "?") + "limit=\(Self.pageSize)"
        }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return names.contains("limit") ? text : "\(text)&limit=\(Self.pageSize)"
    }

    /// The first page of a search in all categories.
    func searchURL(_ words: String) -> String {
        "\(root)/stories?q=\(Self.percentEncoded(words))&limit=\(Self.pageSize)"
    }

    func storyURL(_ id: String) -> String { "\(root)/stories/\(Self.percentEncoded(id))" }

    /// The address with a trailing slash added to its path or removed; the API has been seen with both.
    static func togglingTrailingSlash(of address: String) -> String {
        let end = address.firstIndex(of: "?") ?? address.endIndex
        let path = address[..<end]
        return (path.hasSuffix("/") ? String(path.dropLast()) : path + "/") + address[end...]
    }

    /// Percent-encodes every byte but the unreserved ones (RFC 3986 §2.3).
    private static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
