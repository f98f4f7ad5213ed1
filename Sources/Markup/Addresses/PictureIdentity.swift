public import URLs
import Untrusted

/// The identity of an image regardless of its size, which sites put into the query (`?w=640`) or file name
/// (`quay-300x200.jpg`, `quay-scaled.jpg`, `quay@2x.jpg`). Without an image extension the whole address without its
/// fragment is the identity.
public struct PictureIdentity: Sendable, Hashable {
    private let key: String

    /// Derives the identity from an image's address.
    public init(of address: WebAddress) {
        guard Self.hasImageExtension(address) else {
            key = address.withoutFragment.text
            return
        }
        let path = address.path
        let dot = path.lastIndex(of: ".") ?? path.endIndex
        key = address.host + Self.withoutSizeSuffix(path[..<dot]) + path[dot...]
    }

    /// Returns true if the path has an image extension: `jpg`, `png` …
    public static func hasImageExtension(_ address: WebAddress) -> Bool {
        let path = address.path
        guard let dot = path.lastIndex(of: "."), path[dot...].utf8.count <= 5 else { return false }
        return fileExtensions.contains(path[path.index(after: dot)...].lowercased())
    }

    private static let fileExtensions: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif", "jfif"]

    private static func withoutSizeSuffix(_ name: Substring) -> Substring {
        for ending in ["-scaled", "@2x", "@3x"] where name.hasSuffix(ending) { return name.dropLast(ending.count) }
        guard let dash = name.lastIndex(of: "-") else { return name }
        let size = name[name.index(after: dash)...].split(separator: "x", omittingEmptySubsequences: false)
        let isSize = size.count == 2 && size.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) }
        return isSize ? name[..<dash] : name
    }
}
