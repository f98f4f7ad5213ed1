import News

/// The colours of an edition as CSS, appended to the base style sheet.
struct EditionStylesheet: Sendable {
    let edition: Edition
    /// All editions, whose accents the Newsstand shows.
    let all: [Edition]

    var fileName: String { "edition-\(edition.id.rawValue).css" }

    var css: String {
        var css = "\n/* \(edition.id.rawValue) */\n"
        for theme in ThemePalette.Theme.allCases {
            let selector = theme == .day ? ":root" : "[data-theme=\"\(theme.rawValue)\"]"
            css += rule(selector, theme)
        }
        css += "@media (prefers-color-scheme: dark) {\n\(rule("[data-theme=\"automatic\"]", .night))}\n"
        if edition.theme.grain > 0 {
            css += "body::before { content: \"\"; position: fixed; inset: 0; z-index: -1; pointer-events: none; "
            css +=
                "background: url(\"/assets/grain/grain.svg\"); opacity: .\(edition.theme.grain < 10 ? "0" : "")\(min(3, edition.theme.grain)); }\n"
            css += "@media (prefers-contrast: more) { body::before { display: none; } }\n"
        }
        // Pages of a pack are neither read nor unread.
        if edition.pack != nil { css += ".row .headline { color: var(--ink); }\n" }
        return css
    }

    private func rule(_ selector: String, _ theme: ThemePalette.Theme) -> String {
        let palette = ThemePalette(theme, of: edition.theme)
        let scheme = theme == .day || theme == .sepia ? "light" : "dark"
        let shade =
            switch theme {
            case .day, .sepia: ".32"
            case .night: ".56"
            case .black: ".64"
            }
        let pictures =
            scheme == "light"
            ? "" : " --dim: brightness(.9); --dim-waiting: brightness(.45); --plate: #E4E4E0; --plate-edge: 2px 3px;"
        // At night a shadow does not separate an overlay from the page.
        let overlay = scheme == "light" ? palette.paper : palette.raised
        var css = "\(selector) { color-scheme: \(scheme); --shade: rgb(0 0 0 / \(shade));\(pictures) "
        css += "--overlay:\(overlay.hex);\(palette.css) }\n"
        for other in all {
            let accent = RGBColor(scheme == "light" ? other.theme.accent.light : other.theme.accent.dark) ?? palette.ink
            css += "\(selector) [data-newspaper=\"\(other.id.rawValue)\"] { --accent: "
            css += "\(accent.legible(on: [palette.paper, palette.raised]).hex) }\n"
        }
        return css
    }
}
