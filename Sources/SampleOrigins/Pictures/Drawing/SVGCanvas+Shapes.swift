extension SVGCanvas {
    private func fillAttributes(_ fill: String, _ opacity: Double) -> String {
        let thousandths = Int(opacity * 1000)
        return opacity < 1 ? " fill=\"\(fill)\" fill-opacity=\"\(Double(thousandths) / 1000)\"" : " fill=\"\(fill)\""
    }

    mutating func rect(
        _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ fill: String, _ opacity: Double = 1,
        round: Double = 0
    ) {
        let t = Self.format
        let corner = round > 0 ? " rx=\"\(t(round))\"" : ""
        add(
            "<rect x=\"\(t(x))\" y=\"\(t(y))\" width=\"\(t(wide))\" height=\"\(t(high))\"\(corner)\(fillAttributes(fill, opacity))/>"
        )
    }

    mutating func rect(
        _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ fill: Colour, _ opacity: Double = 1,
        round: Double = 0
    ) {
        rect(x, y, wide, high, fill.css, opacity, round: round)
    }

    mutating func circle(_ at: Point, _ radius: Double, _ fill: Colour, _ opacity: Double = 1) {
        circle(at, radius, fill.css, opacity)
    }

    mutating func circle(_ at: Point, _ radius: Double, _ fill: String, _ opacity: Double = 1) {
        let t = Self.format
        add("<circle cx=\"\(t(at.x))\" cy=\"\(t(at.y))\" r=\"\(t(radius))\"\(fillAttributes(fill, opacity))/>")
    }

    mutating func ellipse(
        _ at: Point, _ wide: Double, _ high: Double, _ fill: Colour, _ opacity: Double = 1, turned: Double = 0
    ) {
        let t = Self.format
        let turn = turned == 0 ? "" : " transform=\"rotate(\(t(turned)) \(t(at.x)) \(t(at.y)))\""
        add(
            "<ellipse cx=\"\(t(at.x))\" cy=\"\(t(at.y))\" rx=\"\(t(wide))\" ry=\"\(t(high))\"\(turn)"
                + "\(fillAttributes(fill.css, opacity))/>")
    }

    mutating func polygon(_ points: [Point], _ fill: Colour, _ opacity: Double = 1) {
        path(Self.pathData(points) + "Z", fill: fill, opacity)
    }

    mutating func polygon(_ points: [Point], paint fill: String, _ opacity: Double = 1) {
        add("<path d=\"\(Self.pathData(points))Z\"\(fillAttributes(fill, opacity))/>")
    }

    mutating func path(_ d: String, fill: Colour, _ opacity: Double = 1) {
        add("<path d=\"\(d)\"\(fillAttributes(fill.css, opacity))/>")
    }

    mutating func stroke(_ d: String, _ colour: Colour, _ thick: Double, _ opacity: Double = 1) {
        let thousandths = Int(opacity * 1000)
        let see = opacity < 1 ? " stroke-opacity=\"\(Double(thousandths) / 1000)\"" : ""
        add("<path d=\"\(d)\" fill=\"none\" stroke=\"\(colour.css)\" stroke-width=\"\(Self.format(thick))\"\(see)/>")
    }

    mutating func line(_ from: Point, _ to: Point, _ colour: Colour, _ thick: Double, _ opacity: Double = 1) {
        stroke(Self.pathData([from, to]), colour, thick, opacity)
    }

    mutating func polyline(_ points: [Point], _ colour: Colour, _ thick: Double, _ opacity: Double = 1) {
        stroke(Self.pathData(points), colour, thick, opacity)
    }

    /// Returns the path data of straight lines.
    static func pathData(_ points: [Point]) -> String {
        var d = ""
        for (index, point) in points.enumerated() {
            d += (index == 0 ? "M" : "L") + format(point.x) + " " + format(point.y)
        }
        return d
    }

    /// Returns the path data of a Catmull-Rom spline, as cubic curves.
    static func smoothPathData(_ points: [Point], closed: Bool = false) -> String {
        guard points.count > 2, let first = points.first else { return pathData(points) }
        func at(_ index: Int) -> Point {
            closed ? points[(index + points.count) % points.count] : points[max(0, min(points.count - 1, index))]
        }
        var d = "M\(format(first.x)) \(format(first.y))"
        for index in 0..<(closed ? points.count : points.count - 1) {
            let (a, b, c, e) = (at(index - 1), at(index), at(index + 1), at(index + 2))
            let out = Point(b.x + (c.x - a.x) / 6, b.y + (c.y - a.y) / 6)
            let into = Point(c.x - (e.x - b.x) / 6, c.y - (e.y - b.y) / 6)
            d += "C\(format(out.x)) \(format(out.y)) \(format(into.x)) \(format(into.y)) \(format(c.x)) \(format(c.y))"
        }
        return closed ? d + "Z" : d
    }

    mutating func smoothPolygon(_ points: [Point], _ fill: Colour, _ opacity: Double = 1) {
        path(Self.smoothPathData(points, closed: true), fill: fill, opacity)
    }
}
