extension SVGCanvas {
    mutating func drawSkyline() {
        if scene.has("street", "tram", "road") || scene.isRainy { street() } else { roofs() }
        if scene.isRainy { rain() }
        if scene.has("snow") { snow() }
    }

    private var windows: Colour? { scene.hour == .day || scene.hour == .grey ? light.horizon : light.glow }

    private mutating func roofs() {
        sky(horizon: 0.72)
        let disc = Point(rng.double(0.2...0.8) * width, height * rng.double(0.18...0.5))
        if scene.isDark { stars(100, above: height * 0.5) }
        clouds(rng.int(3...9), above: height * 0.6, colour: light.far.mixed(light.horizon, 0.5), strength: 0.5)
        sun(disc, rng.double(60...130) * unit)
        let layers = rng.int(4...6)
        for layer in 0..<layers {
            let depth = Double(layer + 1) / Double(layers)
            let y = height * (0.62 + 0.4 * depth * depth)
            if layer == layers - 2 { landmark(y) }
            houses(
                y, high: (90 + 190 * depth) * unit, light.atDepth(depth), windows: depth > 0.4 ? windows : nil,
                litShare: 0.16 + 0.1 * depth)
            if depth < 0.8 { mist(y + 30 * unit, 90 * unit, 0.45) }
        }
        if scene.has("bird") || rng.chance(0.4) {
            birds(rng.int(7...20), around: Point(width * 0.45, height * 0.3), light.near)
        }
        if scene.has("harbour") { waterfront() }
    }

    private mutating func landmark(_ y: Double) {
        let colour = light.atDepth(0.78)
        let at = Point(width * rng.double(0.3...0.7), y)
        if scene.has("gas") {
            place(at, rng.double(0.9...1.15)) { $0.gasholder(colour, bell: $0.light.atDepth(0.5)) }
            if scene.has("crane") { place(Point(width * 0.82, y), 0.95) { $0.towerCrane($0.light.atDepth(0.6)) } }
        } else if scene.has("station", "hotel") {
            stationRoof(at, colour)
        } else if scene.has("clock") || rng.chance(0.5) {
            place(at, rng.double(0.85...1.1)) { $0.clockTower(colour, face: $0.light.glow) }
        } else {
            for index in 0..<3 {
                self.place(Point(width * (0.2 + 0.28 * Double(index)), y), 0.9) {
                    $0.towerCrane($0.light.atDepth(0.55))
                }
            }
        }
    }

    private mutating func stationRoof(_ at: Point, _ colour: Colour) {
        for arch in 0..<3 {
            let x = at.x - 460 * unit + Double(arch) * 300 * unit
            let d =
                "M\(x) \(at.y)V\(at.y - 130 * unit)C\(x) \(at.y - 330 * unit) \(x + 300 * unit) \(at.y - 330 * unit) \(x + 300 * unit) \(at.y - 130 * unit)V\(at.y)Z"
            path(d, fill: colour)
            for rib in 1..<6 {
                let rx = x + Double(rib) * 50 * unit
                line(Point(rx, at.y - 130 * unit), Point(rx, at.y - 250 * unit), light.glow, 5 * unit, 0.6)
            }
        }
        rect(at.x + 400 * unit, at.y - 480 * unit, 220 * unit, 480 * unit, light.atDepth(0.9))
        for floor in 0..<6 {
            for pane in 0..<4 where rng.chance(0.6) {
                rect(
                    at.x + (418 + Double(pane) * 52) * unit, at.y - (450 - Double(floor) * 66) * unit, 26 * unit,
                    40 * unit, light.glow, 0.9)
            }
        }
    }

    private mutating func waterfront() {
        let y = height * 0.84
        water(from: y, shine: width * 0.4, rough: 0.2)
        quay(from: -10, to: width + 10, y: y - 12 * unit, light.near)
        place(Point(width * 0.7, y + 70 * unit), 0.6) { $0.boat($0.light.near, light: $0.light.glow) }
    }

    private mutating func street() {
        sky(horizon: 0.5)
        let eye = Point(width * rng.double(0.4...0.6), height * 0.56)
        glow(eye, 460 * unit, light.glow, 0.75)
        facades(eye)
        rect(
            0, eye.y, width, height - eye.y,
            linearGradient([(0, light.horizon, 0), (0.06, light.middle.mixed(ink, 0.5), 1), (1, ink.darkened(0.55), 1)])
        )
        facadeShoes(eye)
        for side in [-1.0, 1] {
            for step in 1...4 {
                let share = Double(step) / 4
                let at = Point(
                    eye.x + side * (60 + 560 * share * share) * unit, eye.y + (14 + 300 * share * share) * unit)
                place(at, 0.2 + 0.95 * share * share) { $0.lampPost($0.light.near, light: $0.light.glow) }
                glitter(of: at.x + 30 * unit, from: at.y, colour: light.glow, wide: 0.12 + 0.3 * share, number: 26)
            }
        }
        rails(eye)
        place(eye + Point(20 * unit, 130 * unit), scene.has("tram") ? 0.74 : 0.36) { canvas in
            canvas.tram(canvas.light.near, light: canvas.light.glow, sign: canvas.accent)
        }
        glitter(of: eye.x + 20 * unit, from: eye.y + 135 * unit, colour: light.glow, wide: 0.7, number: 80)
        for _ in 0..<rng.int(1...3) {
            let depth = rng.double(0.35...1)
            let at = Point(eye.x + rng.double(-1...1) * 620 * unit * depth, eye.y + 330 * unit * depth)
            place(at, 0.85 * depth) { $0.walker($0.light.near, umbrella: $0.scene.isRainy) }
        }
    }

    private mutating func facades(_ eye: Point) {
        for side in [-1.0, 1] {
            for step in 0..<6 {
                let near = 1 - Double(step) / 6
                let far = 1 - Double(step + 1) / 6
                let tall = rng.double(0.75...1.1)
                func x(_ d: Double) -> Double { eye.x + side * (40 + 880 * d * d) * unit }
                func top(_ d: Double) -> Double { eye.y - (60 + 640 * d * d) * unit * tall }
                let points = [
                    Point(x(near), top(near)), Point(x(far), top(far)), Point(x(far), eye.y + 30 * unit),
                    Point(x(near), eye.y + (20 + 380 * near * near) * unit),
                ]
                polygon(points, light.atDepth(0.4 + 0.6 * near))
                lit(points, near)
            }
        }
    }

    private mutating func lit(_ wall: [Point], _ near: Double) {
        for row in 1..<6 {
            for column in 1..<4 where rng.chance(0.3) {
                let (a, b) = (Double(column) / 4, Double(column) / 4 + 0.12)
                let (c, d) = (Double(row) / 7, Double(row) / 7 + 0.08)
                func at(_ u: Double, _ v: Double) -> Point {
                    wall[0].towards(wall[1], u).towards(wall[3].towards(wall[2], u), v)
                }
                polygon([at(a, c), at(b, c), at(b, d), at(a, d)], light.glow, rng.double(0.5...0.95))
            }
        }
    }

    private mutating func facadeShoes(_ eye: Point) {
        for side in [-1.0, 1] {
            polygon(
                [
                    Point(eye.x + side * 40 * unit, eye.y + 16 * unit),
                    Point(eye.x + side * 1000 * unit, eye.y + 330 * unit),
                    Point(eye.x + side * 1000 * unit, eye.y + 560 * unit),
                ], light.atDepth(0.85), 0.8)
        }
    }

    private mutating func rails(_ eye: Point) {
        for (a, b) in [(6.0, -230.0), (34, 250), (-30, -560)] {
            line(eye + Point(a * unit, 20 * unit), Point(eye.x + b * unit, height), light.horizon, 6 * unit, 0.7)
        }
        for _ in 0..<40 {
            let depth = rng.double(0...1)
            let at = Point(rng.double(0...1) * width, eye.y + (height - eye.y) * depth)
            line(at, at + Point(rng.double(30...150) * depth * unit, 0), light.glow, 2.5 * unit, 0.2)
        }
    }
}
