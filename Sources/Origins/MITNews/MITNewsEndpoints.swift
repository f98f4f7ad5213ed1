import Foundation
import Markup

/// The addresses of MIT's news interface (`docs/sources/mit-news.md`), below a root that is configuration.
struct MITNewsEndpoints: Sendable {
    /// How many stories are asked for at once, as MIT's own app did.
    static let pageSize = 20

    /// Without a slash at its end: `https://m.mit.edu/apis/news`.
    let root: String

    /// - Parameter root: the interface's own root, or the site's, with or without a slash at its end.
    init(root: WebAddress) {
        var text = root.origin + root.path
        while text.hasSuffix("/") { text.removeLast() }
        self.root = text == root.origin ? text + "/apis/news" : text
    }

    var categoriesURL: String { root + "/categories" }

    /// Whether an address is that of the categories, in either form, or the root.
    func isDirectory(_ address: WebAddress) -> Bool {
        var text = address.origin + address.path
        while text.hasSuffix("/") { text.removeLast() }
        return text == categoriesURL || text == root
    }

    /// A category's list, as its channel's address: how many are asked for is no part of what it is.
    func channel(ofCategory id: String) -> String { "\(root)/stories?category=\(Self.percentEncoded(id))" }

    /// The first page of a channel.
    /// - Parameter address: `channel(ofCategory:)`, or any list of stories below the root.
    func firstPage(of address: WebAddress) -> String {
        let text = address.withoutFragment.text
        guard let query = address.query, !query.isEmpty else {
            return (text.hasSuffix("?") ? text : text + "?") + "limit=\(Self.pageSize)"
        }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return names.contains("limit") ? text : "\(text)&limit=\(Self.pageSize)"
    }

    /// The first page of what a search finds, in all categories.
    func searchURL(_ words: String) -> String {
        "\(root)/stories?q=\(Self.percentEncoded(words))&limit=\(Self.pageSize)"
    }

    func storyURL(_ id: String) -> String { "\(root)/stories/\(Self.percentEncoded(id))" }

    /// The same address with a slash before its query, or without one: the interface has been seen with both.
    static func togglingTrailingSlash(of address: String) -> String {
        let end = address.firstIndex(of: "?") ?? address.endIndex
        let path = address[..<end]
        return (path.hasSuffix("/") ? String(path.dropLast()) : path + "/") + address[end...]
    }

    /// Every byte but the unreserved ones (RFC 3986 §2.3) percent-encoded.
    private static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
