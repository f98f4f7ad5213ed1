extension SVGCanvas {
    /// Draws the sky, lightest at `horizon`, a share of the height.
    mutating func sky(horizon: Double) {
        let sky = linearGradient([(0, light.top, 1), (horizon * 0.55, light.middle, 1), (horizon, light.horizon, 1)])
        rect(0, 0, width, height, sky)
    }

    mutating func glow(_ at: Point, _ radius: Double, _ colour: Colour, _ strength: Double = 0.8) {
        let shine = radialGradient([(0, colour, strength), (0.35, colour, strength * 0.4), (1, colour, 0)])
        circle(at, radius, shine)
    }

    /// Draws the sun or moon with a halo.
    mutating func sun(_ at: Point, _ radius: Double) {
        glow(at, radius * 4.2, light.disc, scene.isDark ? 0.5 : 0.6)
        circle(at, radius, light.disc, 0.96)
    }

    /// Draws clouds that are flatter and lighter towards the horizon.
    mutating func clouds(_ number: Int, above y: Double, colour: Colour, strength: Double = 0.35) {
        for _ in 0..<number {
            let at = Point(rng.double(-0.1...1.1) * width, rng.double(0.04...0.96) * y)
            let wide = rng.double(0.12...0.42) * width * (0.5 + at.y / y * 0.6)
            let high = wide * rng.double(0.035...0.075)
            var points: [Point] = []
            for step in 0...9 {
                let share = Double(step) / 9
                let bulge = share * (1 - share) * 4 * high * rng.double(0.6...1.8)
                points.append(Point(at.x + (share - 0.5) * wide * 2, at.y - bulge))
            }
            let base = points.reversed().map { Point($0.x, at.y + high * rng.double(0.05...0.3)) }
            path(Self.smoothPathData(points + base, closed: true), fill: colour, strength * rng.double(0.4...1))
        }
    }

    mutating func mist(_ y: Double, _ deep: Double, _ strength: Double = 0.7) {
        let veil = light.horizon
        rect(0, y - deep, width, deep * 2, linearGradient([(0, veil, 0), (0.5, veil, strength), (1, veil, 0)]))
    }

    mutating func rain(_ number: Int = 260, slant: Double = 0.22) {
        let colour = light.glow.mixed(paper, 0.6)
        for _ in 0..<number {
            let at = Point(rng.double(-0.1...1.1) * width, rng.double(-0.1...1) * height)
            let long = rng.double(30...110) * unit
            line(at, at + Point(-long * slant, long), colour, rng.double(0.8...2.2) * unit, rng.double(0.12...0.4))
        }
    }

    mutating func snow(_ number: Int = 240) {
        for _ in 0..<number {
            circle(
                Point(rng.double(0...1) * width, rng.double(0...1) * height), rng.double(1.2...5) * unit, paper,
                rng.double(0.35...0.9))
        }
    }

    mutating func stars(_ number: Int, above y: Double) {
        for _ in 0..<number {
            let size = rng.chance(0.07) ? rng.double(2.6...4.6) : rng.double(0.8...2.1)
            let at = Point(rng.double(0...1) * width, rng.double(0...1) * y)
            circle(at, size * unit, paper, rng.double(0.35...1) * (1 - at.y / y * 0.5))
        }
    }

    /// Draws water that reflects light below `shine`; waves grow towards the viewer.
    mutating func water(from y: Double, shine: Double?, rough: Double = 0.4) {
        let deep = scene.isDark ? light.top.darkened(0.2) : light.middle.mixed(ink, 0.55)
        rect(
            0, y, width, height - y,
            linearGradient([
                (0, light.horizon.mixed(deep, 0.18), 1), (0.3, light.middle.mixed(deep, 0.35), 1), (1, deep, 1),
            ]))
        ripples(from: y, colour: deep.darkened(0.25), number: 130, strength: 0.2 + rough * 0.35, rough: rough)
        ripples(from: y, colour: light.horizon, number: 90, strength: 0.3, rough: rough)
        if let shine { glitter(of: shine, from: y) }
    }

    private mutating func ripples(from y: Double, colour: Colour, number: Int, strength: Double, rough: Double) {
        for _ in 0..<number {
            let depth = rng.double(0...1)
            let at = Point(rng.double(-0.05...1) * width, y + (height - y) * depth * depth)
            let long = (20 + 190 * depth) * unit * rng.double(0.5...1.5)
            let lift = (1 + 9 * depth) * unit * (0.3 + rough)
            let points = [at, at + Point(long * 0.5, -lift), at + Point(long, 0)]
            stroke(Self.smoothPathData(points), colour, (0.8 + 4.5 * depth) * unit, strength * rng.double(0.4...1))
        }
    }

    /// Draws short strokes of reflected light, wider towards the viewer.
    mutating func glitter(of x: Double, from y: Double, colour: Colour? = nil, wide: Double = 1, number: Int = 110) {
        let colour = colour ?? light.disc.mixed(light.horizon, 0.2)
        for _ in 0..<number {
            let depth = rng.double(0...1)
            let reach = (24 + 190 * depth * rng.double(0.2...1)) * unit * wide
            let at = Point(x + rng.double(-1...1) * reach, y + (height - y) * depth * 0.96)
            let long = (14 + 80 * depth) * unit * rng.double(0.4...1.2) * wide.squareRoot()
            line(
                at + Point(-long / 2, 0), at + Point(long / 2, 0), colour, (1.5 + 5 * depth) * unit,
                (0.85 - 0.45 * depth) * rng.double(0.5...1))
        }
    }

    mutating func vignette(_ strength: Double = 0.34) {
        let dark = ink.darkened(0.6)
        let name = define { name in
            "<radialGradient id=\"\(name)\" cx=\"0.5\" cy=\"0.48\" r=\"0.78\">"
                + "<stop offset=\"0.55\" stop-color=\"\(dark.css)\" stop-opacity=\"0\"/>"
                + "<stop offset=\"1\" stop-color=\"\(dark.css)\" stop-opacity=\"\(strength)\"/></radialGradient>"
        }
        rect(0, 0, width, height, "url(#\(name))")
    }
}
