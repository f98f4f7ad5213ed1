import Library
import News
import Packs

/// The colours of the pages that a screen shows, as a style sheet of that screen.
///
/// A pack may have any colours, so no asset can hold them, and the content security policy allows no style attributes:
/// the style sheet is inlined in the page and allowed by its hash.
struct PackPalette {
    /// The colour and ground of a page, its own or inherited.
    struct Hue: Hashable, Sendable {
        let colour: RGBColor
        let ground: Int

        /// The value of `data-palette`.
        var token: String { "\(tileToken)-\(ground)" }
        /// The value of `data-page-colour`.
        var tileToken: String { colour.hex.dropFirst().lowercased() }
    }

    private let theme: EditionTheme
    /// The colour and ground of the screen itself.
    let hue: Hue
    private var tiles: [RGBColor: String] = [:]

    init(_ theme: EditionTheme, of page: PackPageSummary?) {
        self.theme = theme
        hue = Hue(page, in: theme)
    }

    /// Adds the tiles of pages.
    mutating func add(_ pages: [PackPageSummary]) {
        for page in pages {
            let hue = Hue(page, in: theme)
            tiles[hue.colour] = hue.tileToken
        }
    }

    /// Returns the background of a tile or a header: dark enough for white text (4.5:1), darker still at night.
    static func tile(_ colour: RGBColor, isNight: Bool) -> RGBColor {
        let day = colour.legible(on: [.white])
        return isNight ? day.mixed(with: .black, 0.22) : day
    }

    /// Returns a flat tint of the paper for each ground number, with all text legible on it.
    static func sheet(_ hue: Hue, _ name: ThemePalette.Theme, of theme: EditionTheme) -> ThemePalette {
        var palette = ThemePalette(name, of: theme)
        let isLight = palette.paper.isLight
        palette.paper = palette.paper.mixed(with: hue.colour, share(of: hue.ground) * (name == .black ? 0.4 : 1))
        palette.raised = palette.paper.mixed(with: isLight ? .black : .white, 0.05)
        palette.rule = palette.paper.mixed(with: palette.ink, 0.14)
        let grounds = [palette.paper, palette.raised]
        palette.ink = palette.ink.legible(on: grounds)
        palette.second = palette.second.legible(on: grounds)
        palette.opened = palette.opened.legible(on: grounds)
        palette.edge = palette.edge.legible(on: grounds, at: 3)
        palette.accent = hue.colour.legible(on: grounds)
        palette.onAccent =
            palette.accent.contrast(with: .white) >= RGBColor.minimumTextContrast
            ? .white : palette.accent.mixed(with: .black, 0.8).legible(on: [palette.accent])
        palette.named = hue.colour.legible(on: [palette.paper], at: 3)
        return palette
    }

    /// Returns the share of the colour, from 4 to 11 hundredths; neighbouring numbers differ by three.
    private static func share(of ground: Int) -> Double { 0.04 + Double(max(0, ground - 1) % 8 * 3 % 8) / 100 }

    /// The style sheet: day, then the themes that a reader may have chosen, then the dark theme of the device.
    var css: String {
        let dark = ThemePalette.Theme.night
        var css = rules(.day, under: "")
        for name in ThemePalette.Theme.allCases where name != .day {
            css += rules(name, under: "[data-theme=\"\(name.rawValue)\"] ")
        }
        return css + "@media (prefers-color-scheme: dark){\(rules(dark, under: "[data-theme=\"automatic\"] "))}"
    }

    private func rules(_ name: ThemePalette.Theme, under selector: String) -> String {
        let isNight = name == .night || name == .black
        let own = Self.tile(hue.colour, isNight: isNight).hex
        let palette = Self.sheet(hue, name, of: theme).css
        var css = "\(selector)body[data-palette=\"\(hue.token)\"]{--tile:\(own);\(palette)}"
        for (colour, token) in tiles.sorted(by: { $0.value < $1.value }) {
            css += "\(selector)[data-page-colour=\"\(token)\"]{--tile:\(Self.tile(colour, isNight: isNight).hex)}"
        }
        return css
    }

    /// The style sheet with its hash for the policy.
    var stylesheet: AssetCatalog.InlineStylesheet { AssetCatalog.InlineStylesheet(bytes: Array(css.utf8)) }
}

extension PackPalette.Hue {
    /// Creates the hue of a page; the edition's for a page without a colour.
    init(_ page: PackPageSummary?, in theme: EditionTheme) {
        let own = page?.colour.map { RGBColor(red: Int($0.red), green: Int($0.green), blue: Int($0.blue)) }
        self.init(colour: own ?? RGBColor(theme.accent.light) ?? .black, ground: page?.ground ?? 1)
    }
}
