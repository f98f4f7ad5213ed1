extension SVGCanvas {
    /// Defines a linear gradient and returns its paint. The stops have position, colour and opacity.
    mutating func linearGradient(
        _ stops: [(Double, Colour, Double)], from: Point = Point(0, 0), to: Point = Point(0, 1)
    ) -> String {
        let marks = stops.map { Self.gradientStop($0) }.joined()
        let name = define { name in
            "<linearGradient id=\"\(name)\" x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\">"
                + "\(marks)</linearGradient>"
        }
        return "url(#\(name))"
    }

    /// Defines a radial gradient from the centre and returns its paint. The stops have position, colour and opacity.
    mutating func radialGradient(_ stops: [(Double, Colour, Double)]) -> String {
        let marks = stops.map { Self.gradientStop($0) }.joined()
        let name = define { name in "<radialGradient id=\"\(name)\">\(marks)</radialGradient>" }
        return "url(#\(name))"
    }

    private static func gradientStop(_ stop: (Double, Colour, Double)) -> String {
        "<stop offset=\"\(stop.0)\" stop-color=\"\(stop.1.css)\" stop-opacity=\"\(stop.2)\"/>"
    }

    /// Applies transform, opacity, blur or clip to the shapes drawn by `draw`.
    mutating func group(
        _ transform: String = "", opacity: Double = 1, blur: Double = 0, clip: String? = nil,
        _ draw: (inout SVGCanvas) -> Void
    ) {
        var open = "<g"
        if !transform.isEmpty { open += " transform=\"\(transform)\"" }
        if opacity < 1 { open += " opacity=\"\(opacity)\"" }
        if blur > 0 {
            let name = define { name in
                "<filter id=\"\(name)\" x=\"-30%\" y=\"-30%\" width=\"160%\" height=\"160%\">"
                    + "<feGaussianBlur stdDeviation=\"\(Self.format(blur))\"/></filter>"
            }
            open += " filter=\"url(#\(name))\""
        }
        if let clip { open += " clip-path=\"url(#\(clip))\"" }
        add(open + ">")
        draw(&self)
        add("</g>")
    }

    mutating func clipPath(_ d: String) -> String {
        define { name in "<clipPath id=\"\(name)\"><path d=\"\(d)\"/></clipPath>" }
    }

    /// Draws at a point, with a thousandth of the shorter side, times `scale`, as unit of length.
    mutating func place(_ at: Point, _ scale: Double = 1, turned: Double = 0, _ draw: (inout SVGCanvas) -> Void) {
        let t = Self.format
        let size = Double(Int(scale * unit * 10000)) / 10000
        let turn = turned == 0 ? "" : " rotate(\(t(turned)))"
        group("translate(\(t(at.x)) \(t(at.y)))\(turn) scale(\(size))", draw)
    }
}
