import Foundation
import Markup
import URLs

/// The URLs of MIT's news API (`docs/sources/mit-news.md`).
struct MITNewsEndpoints: Sendable {
    /// The number of stories per page, the same as in MIT's own app.
    static let pageSize = 20

    /// The API's root without a trailing slash: `https://m.mit.edu/apis/news`.
    let root: String

    /// - Parameter root: the root of the API or of the site.
    init(root: WebAddress) {
        var text = root.origin + root.path
        while text.hasSuffix("/") { text.removeLast() }
        self.root = text == root.origin ? text + "/apis/news" : text
    }

    var categoriesURL: String { root + "/categories" }

    func isDirectory(_ address: WebAddress) -> Bool {
        var text = address.origin + address.path
        while text.hasSuffix("/") { text.removeLast() }
        return text == categoriesURL || text == root
    }

    /// Returns a category's address, without the page size.
    func channel(ofCategory id: String) -> String { "\(root)/stories?category=\(id.percentEncoded)" }

    func firstPage(of address: WebAddress) -> String {
        let text = address.withoutFragment.text
        guard let query = address.query, !query.isEmpty else {
            return (text.hasSuffix("?") ? text : text + "?") + "limit=\(Self.pageSize)"
        }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return names.contains("limit") ? text : "\(text)&limit=\(Self.pageSize)"
    }

    func searchURL(_ words: String) -> String {
        "\(root)/stories?q=\(words.percentEncoded)&limit=\(Self.pageSize)"
    }

    /// Adds or removes the slash at the end of the path; the API has been seen with and without one.
    static func togglingTrailingSlash(of address: String) -> String {
        let end = address.firstIndex(of: "?") ?? address.endIndex
        let path = address[..<end]
        return (path.hasSuffix("/") ? String(path.dropLast()) : path + "/") + address[end...]
    }
}
