import CAssets
import HTTPTypes
import Hummingbird
import News
import Pictures
import Synchronization

/// Renders and caches the icons of editions that have none among the assets.
///
/// Invariant: the key contains everything an icon depends on, so that a changed edition file gets a new icon.
final class IconRenderer: Sendable {
    private struct Key: Hashable {
        let edition: EditionID
        let title: String
        let accent: String
        let variant: EditionIcon.Variant
    }

    private let cache = Mutex<[Key: [UInt8]]>([:])
    private let template: String

    init() {
        var count = 0
        let held = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        let file = held.first { String(cString: $0.name) == "edition.svg" }
        template =
            file.map { String(decoding: UnsafeBufferPointer(start: $0.bytes, count: $0.length), as: UTF8.self) } ?? ""
    }

    /// - Parameter name: `icon-harbour-192.png`.
    /// - Returns: nil if the name is not an icon of one of these editions.
    func png(_ name: String, of editions: [Edition], _ pictures: ImageService) async -> [UInt8]? {
        guard name.hasPrefix("icon-"), name.hasSuffix(".png"), let dash = name.lastIndex(of: "-") else { return nil }
        let id = name[..<dash].dropFirst("icon-".count)
        guard
            let variant = EditionIcon.Variant(
                rawValue: String(name[name.index(after: dash)...].dropLast(".png".count))),
            let edition = editions.first(where: { $0.id.rawValue == id })
        else { return nil }
        let key = Key(edition: edition.id, title: edition.title, accent: edition.theme.accent.light, variant: variant)
        if let known = cache.withLock({ $0[key] }) { return known }
        let drawn: [UInt8]
        do {
            drawn = try await pictures.renderedSVG(EditionIcon(edition: edition, variant: variant).svg(template))
        } catch {
            // Browsers do without a missing icon.
            return nil
        }
        cache.withLock { $0[key] = drawn }
        return drawn
    }
}
