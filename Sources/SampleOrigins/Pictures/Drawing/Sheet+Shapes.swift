extension Sheet {
    private func paint(_ fill: String, _ opacity: Double) -> String {
        let thousandths = Int(opacity * 1000)
        return opacity < 1 ? " fill=\"\(fill)\" fill-opacity=\"\(Double(thousandths) / 1000)\"" : " fill=\"\(fill)\""
    }

    mutating func box(
        _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ fill: String, _ opacity: Double = 1,
        round: Double = 0
    ) {
        let t = Self.text
        let corner = round > 0 ? " rx=\"\(t(round))\"" : ""
        add(
            "<rect x=\"\(t(x))\" y=\"\(t(y))\" width=\"\(t(wide))\" height=\"\(t(high))\"\(corner)\(paint(fill, opacity))/>"
        )
    }

    mutating func box(
        _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ fill: Ink, _ opacity: Double = 1, round: Double = 0
    ) {
        box(x, y, wide, high, fill.css, opacity, round: round)
    }

    mutating func disc(_ at: Spot, _ radius: Double, _ fill: Ink, _ opacity: Double = 1) {
        disc(at, radius, fill.css, opacity)
    }

    mutating func disc(_ at: Spot, _ radius: Double, _ fill: String, _ opacity: Double = 1) {
        let t = Self.text
        add("<circle cx=\"\(t(at.x))\" cy=\"\(t(at.y))\" r=\"\(t(radius))\"\(paint(fill, opacity))/>")
    }

    mutating func oval(
        _ at: Spot, _ wide: Double, _ high: Double, _ fill: Ink, _ opacity: Double = 1, turned: Double = 0
    ) {
        let t = Self.text
        let turn = turned == 0 ? "" : " transform=\"rotate(\(t(turned)) \(t(at.x)) \(t(at.y)))\""
        add(
            "<ellipse cx=\"\(t(at.x))\" cy=\"\(t(at.y))\" rx=\"\(t(wide))\" ry=\"\(t(high))\"\(turn)"
                + "\(paint(fill.css, opacity))/>")
    }

    mutating func shape(_ spots: [Spot], _ fill: Ink, _ opacity: Double = 1) {
        path(Self.outline(spots) + "Z", fill: fill, opacity)
    }

    mutating func shape(_ spots: [Spot], paint fill: String, _ opacity: Double = 1) {
        add("<path d=\"\(Self.outline(spots))Z\"\(paint(fill, opacity))/>")
    }

    mutating func path(_ d: String, fill: Ink, _ opacity: Double = 1) {
        add("<path d=\"\(d)\"\(paint(fill.css, opacity))/>")
    }

    mutating func stroke(_ d: String, _ colour: Ink, _ thick: Double, _ opacity: Double = 1) {
        let thousandths = Int(opacity * 1000)
        let see = opacity < 1 ? " stroke-opacity=\"\(Double(thousandths) / 1000)\"" : ""
        add("<path d=\"\(d)\" fill=\"none\" stroke=\"\(colour.css)\" stroke-width=\"\(Self.text(thick))\"\(see)/>")
    }

    mutating func line(_ from: Spot, _ to: Spot, _ colour: Ink, _ thick: Double, _ opacity: Double = 1) {
        stroke(Self.outline([from, to]), colour, thick, opacity)
    }

    mutating func lines(_ spots: [Spot], _ colour: Ink, _ thick: Double, _ opacity: Double = 1) {
        stroke(Self.outline(spots), colour, thick, opacity)
    }

    /// Straight from spot to spot.
    static func outline(_ spots: [Spot]) -> String {
        var d = ""
        for (place, spot) in spots.enumerated() {
            d += (place == 0 ? "M" : "L") + text(spot.x) + " " + text(spot.y)
        }
        return d
    }

    /// A smooth line through the spots (Catmull-Rom, written as cubic curves).
    static func smooth(_ spots: [Spot], closed: Bool = false) -> String {
        guard spots.count > 2, let first = spots.first else { return outline(spots) }
        func at(_ place: Int) -> Spot {
            closed ? spots[(place + spots.count) % spots.count] : spots[max(0, min(spots.count - 1, place))]
        }
        var d = "M\(text(first.x)) \(text(first.y))"
        for place in 0..<(closed ? spots.count : spots.count - 1) {
            let (a, b, c, e) = (at(place - 1), at(place), at(place + 1), at(place + 2))
            let out = Spot(b.x + (c.x - a.x) / 6, b.y + (c.y - a.y) / 6)
            let into = Spot(c.x - (e.x - b.x) / 6, c.y - (e.y - b.y) / 6)
            d += "C\(text(out.x)) \(text(out.y)) \(text(into.x)) \(text(into.y)) \(text(c.x)) \(text(c.y))"
        }
        return closed ? d + "Z" : d
    }

    mutating func blob(_ spots: [Spot], _ fill: Ink, _ opacity: Double = 1) {
        path(Self.smooth(spots, closed: true), fill: fill, opacity)
    }
}
