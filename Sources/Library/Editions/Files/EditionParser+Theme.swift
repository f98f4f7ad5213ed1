import News
import Untrusted
import Yams

extension EditionParser {
    private static let defaultBackground = EditionTheme.LightDarkColor(light: "#FFFFFF", dark: "#121214")
    /// The dark text colours of editions that name only light ones.
    private static let (defaultDarkText, defaultDarkSecondaryText) = ("#ECECEE", "#A1A1A8")
    /// The faintest default text colour, which is used on every background.
    private static let faintestText = EditionTheme.LightDarkColor(light: "#6A6A70", dark: "#8E8E95")

    mutating func theme(_ node: Node?) -> EditionTheme {
        var theme = EditionTheme()
        guard let node,
            let table = table(node, "“look”", ["accent", "headlines", "rows", "ground", "grain", "ink", "second"])
        else {
            return theme
        }
        theme.headlineFont = choice(table["headlines"], "headlines") ?? theme.headlineFont
        theme.rowStyle = choice(table["rows"], "rows") ?? theme.rowStyle
        theme.grain = number(table["grain"], "grain", 0...3) ?? theme.grain
        if let node = table["ground"], let background = ground(node) {
            theme.background = background
            checkContrast(background, at: node)
        }
        if let node = table["accent"], let accent = colours(node, "accent", singleDark: nil) { theme.accent = accent }
        checkContrast(
            theme.accent, on: theme.background ?? Self.defaultBackground, at: table["accent"] ?? table["ground"] ?? node
        )
        theme.primaryText = table["ink"].flatMap { colours($0, "ink", singleDark: Self.defaultDarkText) }
        theme.secondaryText = table["second"].flatMap {
            colours($0, "second", singleDark: Self.defaultDarkSecondaryText)
        }
        return theme
    }

    /// Parses the background; the dark background is derived from a single colour.
    private mutating func ground(_ node: Node) -> EditionTheme.LightDarkColor? {
        guard var both = colours(node, "ground", singleDark: nil) else { return nil }
        if node.mapping == nil, let day = RGBColor(both.light) { both.dark = day.nightGround.hex }
        return both
    }

    /// Parses a colour, or a pair of colours for day and night.
    /// - Parameter singleDark: the dark colour beside a single one; nil for the same colour.
    private mutating func colours(_ node: Node, _ name: String, singleDark: String?) -> EditionTheme.LightDarkColor? {
        if node.mapping != nil {
            guard let table = table(node, "“\(name)”", ["day", "night"]) else { return nil }
            guard let dayNode = table["day"], let nightNode = table["night"] else {
                report(
                    node,
                    "“\(name)” needs a colour for the day and one for the night: day: \"#1F5A96\" and night: \"#8AB8EC\""
                )
                return nil
            }
            guard let day = colour(dayNode, "day"), let night = colour(nightNode, "night") else { return nil }
            return EditionTheme.LightDarkColor(light: day, dark: night)
        }
        guard let only = colour(node, name) else { return nil }
        return EditionTheme.LightDarkColor(light: only, dark: singleDark ?? only)
    }

    private mutating func colour(_ node: Node, _ name: String) -> String? {
        if isEmpty(node) {
            report(node, "“\(name)” has no value. A colour stands in quotes, since # begins a remark: \"#1F5A96\"")
            return nil
        }
        guard let text = text(node, name, maxLength: 40) else { return nil }
        if let colour = RGBColor(text) { return colour.hex }
        report(node, "“\(text)” is no colour. Write six hexadecimal digits after #, in quotes: \"#1F5A96\"")
        return nil
    }

    private mutating func checkContrast(
        _ accent: EditionTheme.LightDarkColor, on background: EditionTheme.LightDarkColor, at node: Node
    ) {
        for (text, background, when) in [
            (accent.light, background.light, "day"), (accent.dark, background.dark, "night"),
        ] {
            guard let text = RGBColor(text), let background = RGBColor(background) else { continue }
            let ratio = text.contrast(with: background)
            guard ratio < RGBColor.minimumTextContrast else { continue }
            let better = text.legible(on: [background])
            report(
                node,
                "The accent \(text.hex) on \(background.hex) has a contrast of \(formatted(ratio)):1 by \(when); small "
                    + "text needs 4.5:1. Take \(better.hex), or another that is \(background.isLight ? "darker" : "lighter")."
            )
        }
    }

    private mutating func checkContrast(_ background: EditionTheme.LightDarkColor, at node: Node) {
        let faintest = Self.faintestText
        for (text, background, when) in [
            (faintest.light, background.light, "day"), (faintest.dark, background.dark, "night"),
        ] {
            guard let text = RGBColor(text), let background = RGBColor(background) else { continue }
            let ratio = text.contrast(with: background)
            guard ratio < RGBColor.minimumTextContrast else { continue }
            report(
                node,
                "On the ground \(background.hex) the small text of the house, \(text.hex), has a contrast of "
                    + "\(formatted(ratio)):1 by \(when); it needs 4.5:1. Take a "
                    + (when == "day" ? "lighter" : "darker") + " ground.")
        }
    }

    /// Returns a ratio such as "3.9", truncated so that a failing ratio never looks sufficient.
    private func formatted(_ ratio: Double) -> String {
        let tenths = Int(saturating: ratio * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
