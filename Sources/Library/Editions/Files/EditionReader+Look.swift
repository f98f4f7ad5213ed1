import News
import Yams

/// How an edition looks, and whether it can be read so.
extension EditionReader {
    /// The house's own colours, which stand wherever a file names no others (design language, *Colour*).
    private static let paper = EditionLook.DayAndNight(day: "#FFFFFF", night: "#121214")
    /// What an edition that names its inks for the day alone has by night.
    private static let (inkByNight, secondByNight) = ("#ECECEE", "#A1A1A8")
    /// The faintest of the house's inks, which stand on every ground.
    private static let faintest = EditionLook.DayAndNight(day: "#6A6A70", night: "#8E8E95")

    mutating func look(_ node: Node?) -> EditionLook {
        var look = EditionLook()
        guard let node,
            let table = table(node, "“look”", ["accent", "headlines", "rows", "ground", "grain", "ink", "second"])
        else {
            return look
        }
        look.headlines = choice(table["headlines"], "headlines") ?? look.headlines
        look.rows = choice(table["rows"], "rows") ?? look.rows
        look.grain = number(table["grain"], "grain", 0...3) ?? look.grain
        if let node = table["ground"], let ground = colours(node, "ground", night: Self.paper.night) {
            look.ground = ground
            check(ground, at: node)
        }
        if let node = table["accent"], let accent = colours(node, "accent", night: nil) { look.accent = accent }
        check(look.accent, on: look.ground ?? Self.paper, at: table["accent"] ?? table["ground"] ?? node)
        look.ink = table["ink"].flatMap { colours($0, "ink", night: Self.inkByNight) }
        look.second = table["second"].flatMap { colours($0, "second", night: Self.secondByNight) }
        return look
    }

    /// Two colours by day and by night, or one.
    /// - Parameter night: what one colour alone has by night; nil for itself.
    private mutating func colours(_ node: Node, _ name: String, night: String?) -> EditionLook.DayAndNight? {
        if node.mapping != nil {
            guard let table = table(node, "“\(name)”", ["day", "night"]) else { return nil }
            guard let dayNode = table["day"], let nightNode = table["night"] else {
                complain(
                    node,
                    "“\(name)” needs a colour for the day and one for the night: day: \"#1F5A96\" and night: \"#8AB8EC\""
                )
                return nil
            }
            guard let day = colour(dayNode, "day"), let night = colour(nightNode, "night") else { return nil }
            return EditionLook.DayAndNight(day: day, night: night)
        }
        guard let only = colour(node, name) else { return nil }
        return EditionLook.DayAndNight(day: only, night: night ?? only)
    }

    private mutating func colour(_ node: Node, _ name: String) -> String? {
        if isEmpty(node) {
            complain(node, "“\(name)” has no value. A colour stands in quotes, since # begins a remark: \"#1F5A96\"")
            return nil
        }
        guard let text = text(node, name, most: 40) else { return nil }
        if let colour = Contrast.Colour(text) { return colour.text }
        complain(node, "“\(text)” is no colour. Write six hexadecimal digits after #, in quotes: \"#1F5A96\"")
        return nil
    }

    private mutating func check(
        _ accent: EditionLook.DayAndNight, on ground: EditionLook.DayAndNight, at node: Node
    ) {
        for (ink, paper, when) in [(accent.day, ground.day, "day"), (accent.night, ground.night, "night")] {
            guard let ink = Contrast.Colour(ink), let paper = Contrast.Colour(paper) else { continue }
            let ratio = Contrast.ratio(ink, paper)
            guard ratio < Contrast.least else { continue }
            let better = Contrast.nearest(to: ink, on: paper)
            complain(
                node,
                "The accent \(ink.text) on \(paper.text) has a contrast of \(Contrast.words(ratio)):1 by \(when); small "
                    + "text needs 4.5:1. Take \(better.text), or another that is \(isLight(paper) ? "darker" : "lighter")."
            )
        }
    }

    private mutating func check(_ ground: EditionLook.DayAndNight, at node: Node) {
        let inks = Self.faintest
        for (ink, paper, when) in [(inks.day, ground.day, "day"), (inks.night, ground.night, "night")] {
            guard let ink = Contrast.Colour(ink), let paper = Contrast.Colour(paper) else { continue }
            let ratio = Contrast.ratio(ink, paper)
            guard ratio < Contrast.least else { continue }
            complain(
                node,
                "On the ground \(paper.text) the small text of the house, \(ink.text), has a contrast of "
                    + "\(Contrast.words(ratio)):1 by \(when); it needs 4.5:1. Take a "
                    + (when == "day" ? "lighter" : "darker") + " ground.")
        }
    }

    private func isLight(_ colour: Contrast.Colour) -> Bool { colour.luminance > 0.18 }
}
