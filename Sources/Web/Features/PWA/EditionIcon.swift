import Foundation
import News

/// The icon of an edition: initials above a wave on the accent colour. Letters are SVG paths, so rendering needs no
/// font.
struct EditionIcon: Sendable {
    /// A size and shape of the icon, as in `scripts/icons`.
    enum Variant: String, Sendable, CaseIterable {
        /// An icon with square corners, which iOS rounds.
        case touch = "180"
        case small = "192"
        case large = "512"
        /// A full-bleed icon with the glyph within 40 % radius (W3C Web Application Manifest).
        case maskable

        var size: Int {
            switch self {
            case .touch: 180
            case .small: 192
            case .large, .maskable: 512
            }
        }

        var hasRoundedCorners: Bool { self == .small || self == .large }
    }

    let edition: Edition
    let variant: Variant

    /// Returns up to two initials, without letters that `GlyphPaths` lacks.
    static func initials(of title: String) -> [Character] {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        let significant = words.count > 1 && words[0].lowercased() == "the" ? words.dropFirst() : words[...]
        return significant.prefix(2).compactMap { word in
            let plain = String(word.prefix(1)).folding(
                options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
            return plain.uppercased().first.flatMap { GlyphPaths.paths[$0] == nil ? nil : $0 }
        }
    }

    /// Returns the icon as SVG.
    /// - Parameter template: the text of `assets/edition.svg`.
    func svg(_ template: String) -> String {
        let ground = RGBColor(edition.theme.accent.light) ?? .black
        let ink = ground.contrast(with: .white) >= 3 ? "#FFFFFF" : "#1A1A1C"
        let safe = " transform=\"translate(32 32) scale(.74) translate(-32 -32)\""
        let values = [
            "{size}": String(variant.size), "{round}": variant.hasRoundedCorners ? " rx=\"14\"" : "",
            "{ground}": ground.hex,
            "{place}": variant == .maskable ? safe : "", "{ink}": ink, "{letters}": letters,
        ]
        return values.reduce(template) { $0.replacing($1.key, with: $1.value) }
    }

    private var letters: String {
        let letters = Self.initials(of: edition.title)
        let scale = letters.count > 1 ? 0.8 : 1.0
        let gap = 8.0
        let widths = letters.map { GlyphPaths.width($0) * scale }
        var x = 32 - (widths.reduce(0, +) + gap * Double(letters.count - 1)) / 2
        return zip(letters, widths).map { letter, width in
            defer { x += width + gap }
            return "<path transform=\"translate(\(x) \(28 - 14 * scale)) scale(\(scale))\" stroke-width=\"5.5\" d=\""
                + "\(GlyphPaths.paths[letter] ?? "")\"/>"
        }.joined()
    }
}
