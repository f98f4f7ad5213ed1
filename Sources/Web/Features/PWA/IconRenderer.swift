import CAssets
import Caching
import HTTPTypes
import Hummingbird
import News
import Pictures

/// A renderer and cache of icons that are not assets.
struct IconRenderer: Sendable {
    private struct Key: Hashable {
        let edition: EditionID
        let title: String
        let accent: String
        let variant: EditionIcon.Variant
    }

    /// The rendered icons, of some 30 kB each.
    private let cache = BoundedCache<Key, [UInt8]>(maxCount: 128)
    private let template: String

    init() {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        let file = files.first { String(cString: $0.name) == "edition.svg" }
        template =
            file.map { String(decoding: UnsafeBufferPointer(start: $0.bytes, count: $0.length), as: UTF8.self) } ?? ""
    }

    /// Returns an icon as PNG.
    /// - Parameter name: a file name such as `icon-harbour-192.png`.
    /// - Returns: nil for other names, or if the rendering fails.
    func png(_ name: String, of editions: [Edition], _ images: PictureLoader) async -> [UInt8]? {
        guard name.hasPrefix("icon-"), name.hasSuffix(".png"), let dash = name.lastIndex(of: "-") else { return nil }
        let id = name[..<dash].dropFirst("icon-".count)
        guard
            let variant = EditionIcon.Variant(
                rawValue: String(name[name.index(after: dash)...].dropLast(".png".count))),
            let edition = editions.first(where: { $0.id.rawValue == id })
        else { return nil }
        let key = Key(edition: edition.id, title: edition.title, accent: edition.theme.accent.light, variant: variant)
        if let known = cache.value(for: key) { return known }
        let drawn: [UInt8]
        do {
            drawn = try await images.renderedSVG(EditionIcon(edition: edition, variant: variant).svg(template))
        } catch {
            // Browsers work without the icon.
            return nil
        }
        cache.store(drawn, for: key)
        return drawn
    }
}
