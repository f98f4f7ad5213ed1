import News

struct ThemePalette: Sendable, Hashable {
    /// A colour theme; *Automatic* is day or night.
    enum Theme: String, CaseIterable { case day, night, black, sepia }

    /// The backgrounds of the page and of raised surfaces.
    var paper, raised: RGBColor
    /// The text colours: primary, secondary, titles of opened stories.
    var ink, second, opened: RGBColor
    /// The colours of separators and of borders of controls.
    var rule, edge: RGBColor
    /// The accent for small text, and text on it.
    var accent, onAccent: RGBColor
    /// The accent for rules, icons and text of 24 px or more.
    var named: RGBColor

    private static func base(_ theme: Theme) -> ThemePalette {
        func palette(_ colours: UInt32...) -> ThemePalette {
            let shades = colours.map { RGBColor(red: Int($0 >> 16), green: Int($0 >> 8 & 0xFF), blue: Int($0 & 0xFF)) }
            return ThemePalette(
                paper: shades[0], raised: shades[1], ink: shades[2], second: shades[3], opened: shades[4],
                rule: shades[5], edge: shades[6], accent: shades[2], onAccent: shades[0], named: shades[2])
        }
        return switch theme {
        case .day: palette(0xFFFFFF, 0xF6F6F4, 0x1A1A1C, 0x5C5C61, 0x6A6A70, 0xE2E2DF, 0x8A8A90)
        case .night: palette(0x121214, 0x1C1C1F, 0xECECEE, 0xA1A1A8, 0x8E8E95, 0x2C2C30, 0x77777E)
        case .black: palette(0x000000, 0x121214, 0xDCDCDF, 0x9A9AA1, 0x88888F, 0x242428, 0x77777E)
        case .sepia: palette(0xF6EDDC, 0xEEE3CE, 0x2F2418, 0x655340, 0x705E4A, 0xDFD0B7, 0x8C785F)
        }
    }

    private init(
        paper: RGBColor, raised: RGBColor, ink: RGBColor, second: RGBColor, opened: RGBColor, rule: RGBColor,
        edge: RGBColor, accent: RGBColor,
        onAccent: RGBColor, named: RGBColor
    ) {
        self.paper = paper
        self.raised = raised
        self.ink = ink
        self.second = second
        self.opened = opened
        self.rule = rule
        self.edge = edge
        self.accent = accent
        self.onAccent = onAccent
        self.named = named
    }

    /// Creates the palette of an edition; black and sepia ignore the edition's background and text colours.
    init(_ theme: Theme, of edition: EditionTheme) {
        self = Self.base(theme)
        let isDay = theme == .day || theme == .sepia
        let background = edition.background.flatMap { RGBColor(isDay ? $0.light : $0.dark) }
        if let background, theme == .day || theme == .night {
            paper = background
            raised = background.mixed(with: isDay ? .black : .white, 0.04)
            rule = background.mixed(with: ink, isDay ? 0.12 : 0.14)
        }
        if theme == .day || theme == .night {
            func own(_ colours: EditionTheme.LightDarkColor?) -> RGBColor? {
                colours.flatMap { RGBColor(isDay ? $0.light : $0.dark) }
            }
            ink = own(edition.primaryText) ?? ink
            second = own(edition.secondaryText) ?? second
        }
        let backgrounds = [paper, raised]
        ink = ink.legible(on: backgrounds)
        second = second.legible(on: backgrounds)
        opened = opened.legible(on: backgrounds)
        edge = edge.legible(on: backgrounds, at: 3)
        named = RGBColor(isDay ? edition.accent.light : edition.accent.dark) ?? ink
        accent = named.legible(on: backgrounds)
        onAccent =
            accent.contrast(with: .white) >= 4.5
            ? .white : accent.mixed(with: .black, 0.8).legible(on: [accent])
        named = named.legible(on: [paper], at: 3)
    }

    /// The colour of a tick that is on; the colour is never its only sign.
    var ticked: RGBColor {
        let isLight = paper.contrast(with: .black) > paper.contrast(with: .white)
        let green =
            isLight ? RGBColor(red: 0x1B, green: 0x76, blue: 0x3D) : RGBColor(red: 0x7B, green: 0xCB, blue: 0x90)
        return green.legible(on: [paper, raised])
    }

    var css: String {
        let parts = [
            ("paper", paper), ("raised", raised), ("ink", ink), ("second", second), ("opened", opened), ("rule", rule),
            ("edge", edge), ("accent", accent), ("on-accent", onAccent), ("named", named), ("ticked", ticked),
        ]
        return parts.map { "--\($0.0):\($0.1.hex)" }.joined(separator: ";")
    }
}
