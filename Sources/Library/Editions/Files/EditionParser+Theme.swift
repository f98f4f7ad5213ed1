import News
import Yams

/// How an edition looks, and whether it can be read so.
extension EditionParser {
    /// The house's own colours, which stand wherever a file names no others (design language, *Colour*).
    private static let defaultBackground = EditionTheme.LightDarkColor(light: "#FFFFFF", dark: "#121214")
    /// What an edition that names its inks for the day alone has by night.
    private static let (defaultDarkInk, defaultDarkSecondaryInk) = ("#ECECEE", "#A1A1A8")
    /// The faintest of the house's inks, which stand on every ground.
    private static let faintestInk = EditionTheme.LightDarkColor(light: "#6A6A70", dark: "#8E8E95")

    mutating func theme(_ node: Node?) -> EditionTheme {
        var look = EditionTheme()
        guard let node,
            let table = table(node, "“look”", ["accent", "headlines", "rows", "ground", "grain", "ink", "second"])
        else {
            return look
        }
        look.headlineFont = choice(table["headlines"], "headlines") ?? look.headlineFont
        look.rowStyle = choice(table["rows"], "rows") ?? look.rowStyle
        look.grain = number(table["grain"], "grain", 0...3) ?? look.grain
        if let node = table["ground"], let ground = colours(node, "ground", night: Self.defaultBackground.dark) {
            look.background = ground
            checkContrast(ground, at: node)
        }
        if let node = table["accent"], let accent = colours(node, "accent", night: nil) { look.accent = accent }
        checkContrast(
            look.accent, on: look.background ?? Self.defaultBackground, at: table["accent"] ?? table["ground"] ?? node)
        look.primaryText = table["ink"].flatMap { colours($0, "ink", night: Self.defaultDarkInk) }
        look.secondaryText = table["second"].flatMap { colours($0, "second", night: Self.defaultDarkSecondaryInk) }
        return look
    }

    /// Two colours by day and by night, or one.
    /// - Parameter night: what one colour alone has by night; nil for itself.
    private mutating func colours(_ node: Node, _ name: String, night: String?) -> EditionTheme.LightDarkColor? {
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
        return EditionTheme.LightDarkColor(light: only, dark: night ?? only)
    }

    private mutating func colour(_ node: Node, _ name: String) -> String? {
        if isEmpty(node) {
            report(node, "“\(name)” has no value. A colour stands in quotes, since # begins a remark: \"#1F5A96\"")
            return nil
        }
        guard let text = text(node, name, most: 40) else { return nil }
        if let colour = Contrast.Colour(text) { return colour.hex }
        report(node, "“\(text)” is no colour. Write six hexadecimal digits after #, in quotes: \"#1F5A96\"")
        return nil
    }

    private mutating func checkContrast(
        _ accent: EditionTheme.LightDarkColor, on ground: EditionTheme.LightDarkColor, at node: Node
    ) {
        for (ink, paper, when) in [(accent.light, ground.light, "day"), (accent.dark, ground.dark, "night")] {
            guard let ink = Contrast.Colour(ink), let paper = Contrast.Colour(paper) else { continue }
            let ratio = Contrast.ratio(ink, paper)
            guard ratio < Contrast.minimumRatio else { continue }
            let better = Contrast.nearestReadable(to: ink, on: paper)
            report(
                node,
                "The accent \(ink.hex) on \(paper.hex) has a contrast of \(Contrast.formatted(ratio)):1 by \(when); small "
                    + "text needs 4.5:1. Take \(better.hex), or another that is \(isLight(paper) ? "darker" : "lighter")."
            )
        }
    }

    private mutating func checkContrast(_ ground: EditionTheme.LightDarkColor, at node: Node) {
        let inks = Self.faintestInk
        for (ink, paper, when) in [(inks.light, ground.light, "day"), (inks.dark, ground.dark, "night")] {
            guard let ink = Contrast.Colour(ink), let paper = Contrast.Colour(paper) else { continue }
            let ratio = Contrast.ratio(ink, paper)
            guard ratio < Contrast.minimumRatio else { continue }
            report(
                node,
                "On the ground \(paper.hex) the small text of the house, \(ink.hex), has a contrast of "
                    + "\(Contrast.formatted(ratio)):1 by \(when); it needs 4.5:1. Take a "
                    + (when == "day" ? "lighter" : "darker") + " ground.")
        }
    }

    private func isLight(_ colour: Contrast.Colour) -> Bool { colour.luminance > 0.18 }
}
