extension SVGCanvas {
    mutating func drawNightSky() {
        let y = height * rng.double(0.7...0.82)
        sky(horizon: 0.9)
        let trails = scene.has("trail") || (!scene.has("moon", "aurora", "beam") && rng.chance(0.18))
        if !trails && !scene.has("full") && rng.chance(0.6) { milkyWay() }
        if trails { starTrails(y) } else { stars(760, above: y) }
        if scene.has("aurora") { aurora(y) }
        if scene.has("moon") { moon(y) }
        if scene.has("shooting", "meteor") { meteors() }
        if scene.has("sea", "water", "lighthouse") { nightSea(y) } else { nightLand(y) }
        nightSubject(y)
    }

    private mutating func milkyWay() {
        let tilt = rng.double(-50...(-20))
        for _ in 0..<520 {
            let along = rng.double(-1...1)
            let across = rng.double(-1...1) * rng.double(0...1) * 190 * unit
            let way = Angle.unitVector(tilt)
            let at = Point(
                width * 0.55 + way.x * along * width * 0.75 - way.y * across,
                height * 0.36 + way.y * along * width * 0.75 + way.x * across)
            circle(at, rng.double(0.5...1.5) * unit, paper, rng.double(0.2...0.7))
        }
        let way = Angle.unitVector(tilt)
        for step in -9...9 {
            let along = Double(step) / 9
            let at = Point(width * (0.55 + way.x * along * 0.75), height * 0.36 + way.y * along * width * 0.75)
            glow(at, rng.double(150...290) * unit, accent.mixed(paper, 0.4), 0.2)
        }
    }

    private mutating func starTrails(_ y: Double) {
        let pole = Point(width * rng.double(0.3...0.7), height * rng.double(0.12...0.34))
        for _ in 0..<170 {
            let radius = rng.double(20...1300) * unit
            let start = rng.double(0...360)
            let sweep = rng.double(26...40)
            let from = Angle.unitVector(start)
            let to = Angle.unitVector(start + sweep)
            let t = Self.format
            stroke(
                "M\(t(pole.x + from.x * radius)) \(t(pole.y + from.y * radius))A\(t(radius)) \(t(radius)) 0 0 1 "
                    + "\(t(pole.x + to.x * radius)) \(t(pole.y + to.y * radius))",
                paper.mixed(accent, rng.double(0...0.6)), rng.double(0.8...2.6) * unit, rng.double(0.25...0.9))
        }
        circle(pole, 4 * unit, paper)
        if scene.has("asteroid") {
            line(Point(width * 0.2, height * 0.56), Point(width * 0.78, height * 0.3), accent, 4.5 * unit)
        }
    }

    private mutating func aurora(_ y: Double) {
        for _ in 0..<3 {
            let base = y * rng.double(0.45...0.75)
            let shift = rng.double(0...1)
            let shine = linearGradient([(0, accent, 0), (0.75, accent.mixed(paper, 0.3), 0.34), (1, accent, 0)])
            group(blur: 7 * unit) { canvas in
                for step in 0..<70 {
                    let share = Double(step) / 70
                    let foot = base + Angle.sine(share * 1.6 + shift) * 90 * canvas.unit
                    let high = (240 + 190 * Angle.sine(share * 2.7 + shift * 3)) * canvas.unit
                    canvas.rect(share * canvas.width, foot - high, canvas.width / 50, high + 30 * canvas.unit, shine)
                }
            }
        }
    }

    private mutating func moon(_ y: Double) {
        let full = scene.has("full")
        let big = (full ? rng.double(90...150) : rng.double(50...90)) * unit
        let at = Point(width * rng.double(0.28...0.72), y * rng.double(0.3...0.6))
        glow(at, big * 4.4, light.glow, 0.6)
        guard full else {
            let (r, t) = (big, Self.format)
            group("translate(\(t(at.x)) \(t(at.y))) rotate(\(t(rng.double(-40...30))))") {
                $0.path(
                    "M0 \(t(-r))A\(t(r)) \(t(r)) 0 1 0 0 \(t(r))A\(t(r * 1.24)) \(t(r * 1.24)) 0 0 1 0 \(t(-r))Z",
                    fill: $0.paper)
            }
            return
        }
        circle(at, big, paper)
        for _ in 0..<9 {
            let crater = at + Point(rng.double(-0.55...0.55) * big, rng.double(-0.55...0.55) * big)
            ellipse(crater, rng.double(0.1...0.3) * big, rng.double(0.1...0.24) * big, accent, 0.2)
        }
    }

    private mutating func meteors() {
        for _ in 0..<rng.int(3...6) {
            let at = Point(rng.double(0.1...0.8) * width, rng.double(0.05...0.45) * height)
            let long = rng.double(150...420) * unit
            for step in 0..<12 {
                let share = Double(step) / 12
                let a = at + Point(long * share, long * 0.52 * share)
                line(
                    a, at + Point(long * (share + 0.09), long * 0.52 * (share + 0.09)), paper,
                    (0.6 + 4.4 * share) * unit, share)
            }
        }
    }

    private mutating func nightSea(_ y: Double) {
        water(from: y, shine: scene.has("moon") ? width * 0.5 : rng.double(0.3...0.7) * width, rough: 0.3)
        ground(
            ridge(y - 8 * unit, 24 * unit, rough: 0.2).map { Point($0.x * 0.5, min($0.y, y)) } + [
                Point(width * 0.5, y)
            ],
            light.near.mixed(light.middle, 0.3))
        rect(0, y, width, height - y, linearGradient([(0, light.top, 0), (1, light.top, 0.6)]))
    }

    private mutating func nightLand(_ y: Double) {
        ground(ridge(y - 20 * unit, 70 * unit, rough: 0.2), light.atDepth(0.4))
        mist(y + 20 * unit, 70 * unit, 0.3)
        let line = ridge(height * 0.9, 60 * unit, rough: 0.25)
        ground(line, light.near)
        grass(along: line, light.near, high: 46 * unit, number: 160)
        for _ in 0..<rng.int(1...4) {
            let at = line[rng.int(3...line.count - 4)] + Point(0, 8 * unit)
            if rng.chance(0.5) {
                fir(at, rng.double(150...330) * unit, light.near)
            } else {
                tree(at, rng.double(260...470) * unit, light.near, crown: rng.chance(0.4))
            }
        }
    }

    private mutating func nightSubject(_ y: Double) {
        if scene.has("lighthouse") { return beam(y) }
        if scene.has("telescope", "hillside") { return observer() }
        if scene.has("wall") { return nightWall() }
        if scene.has("sea", "water") { return }
        if rng.chance(0.5) { observer() } else { cottage() }
    }

    private mutating func beam(_ y: Double) {
        let at = Point(width * 0.3, y + 30 * unit)
        let lamp = at + Point(0, -355 * unit)
        for (dx, dy, wide) in [(1.3, -0.32, 0.2), (-0.9, 0.05, 0.12)] {
            let end = lamp + Point(dx * width, dy * height)
            polygon(
                [lamp, end + Point(0, -wide * height), end + Point(0, wide * height)],
                paint: linearGradient(
                    [(0, light.glow, dx > 0 ? 0.75 : 0), (1, light.glow, dx > 0 ? 0 : 0.5)], to: Point(1, 0)),
                0.7)
        }
        glow(lamp, 170 * unit, light.glow, 1)
        place(at, 0.82) { $0.lighthouse($0.light.near, upper: $0.light.atDepth(0.7), light: $0.light.glow) }
    }

    private mutating func observer() {
        let at = Point(width * rng.double(0.56...0.74), height * 0.92)
        glow(at + Point(-130 * unit, -20 * unit), 200 * unit, light.glow, 0.85)
        place(at, 0.8) { canvas in
            let near = canvas.light.near
            canvas.walker(near, umbrella: false)
            canvas.polyline([Point(-150, 6), Point(-100, -190), Point(-60, 6)], near, 8)
            canvas.line(Point(-100, -190), Point(-104, 6), near, 8)
            canvas.line(Point(-60, -160), Point(-240, -330), near, 34)
            canvas.line(Point(-34, -136), Point(-70, -170), near, 18)
            canvas.rect(-182, -34, 26, 38, canvas.light.glow, round: 6)
        }
    }

    private mutating func nightWall() {
        let y = height * 0.86
        for row in 0..<5 {
            var x = -rng.double(0...90) * unit
            while x < width {
                let wide = rng.double(70...150) * unit
                rect(
                    x, y + Double(row) * 38 * unit, wide - 4 * unit, 36 * unit,
                    light.near.mixed(light.middle, rng.double(0.02...0.12)), round: 10 * unit)
                x += wide
            }
        }
        tree(Point(width * 0.8, y + 10 * unit), 620 * unit, light.near, crown: false)
    }

    private mutating func cottage() {
        place(Point(width * rng.double(0.25...0.75), height * 0.9), 0.5) { canvas in
            let near = canvas.light.near
            canvas.polygon(
                [
                    Point(-170, 20), Point(-170, -110), Point(-120, -200), Point(130, -200), Point(176, -110),
                    Point(176, 20),
                ],
                near)
            canvas.rect(80, -250, 34, 70, near)
            canvas.circle(
                Point(-60, -60), 150, canvas.radialGradient([(0, canvas.light.glow, 0.6), (1, canvas.light.glow, 0)]))
            canvas.rect(-84, -90, 46, 50, canvas.light.glow)
            canvas.rect(40, -90, 40, 50, canvas.light.glow)
        }
    }
}
