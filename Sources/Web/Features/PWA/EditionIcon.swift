import Foundation
import News

/// The icon of a newspaper that has none drawn for it: its initials over the tide line, on its accent. The template is
/// `assets/edition.svg`; the letters are strokes of our own, so that no font is needed where it is drawn.
struct EditionIcon: Sendable {
    /// What phones ask for (`scripts/icons` makes the same forms of drawn icons).
    enum Variant: String, Sendable, CaseIterable {
        /// To the edges: an iPhone rounds it itself.
        case touch = "180"
        case small = "192"
        case large = "512"
        /// To the edges, its glyph within the circle of 40 % that no mask may cut (W3C, *Maskable icons*).
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

    /// Two letters at most, of the title's first words; none where they are not Latin.
    static func initials(of title: String) -> [Character] {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        let significant = words.count > 1 && words[0].lowercased() == "the" ? words.dropFirst() : words[...]
        return significant.prefix(2).compactMap { word in
            let plain = String(word.prefix(1)).folding(
                options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
            return plain.uppercased().first.flatMap { GlyphPaths.paths[$0] == nil ? nil : $0 }
        }
    }

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
